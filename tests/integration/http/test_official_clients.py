"""The official Connect clients against the server: unary calls, streams, errors, deadlines, compression, GET."""

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from connectrpc.client import ConnectClient
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from google.rpc import error_details_pb2

from clio.v1 import archive_service_pb2, game_service_pb2, record_service_pb2
from clio.v1 import match_service_pb2 as pb
from tests.kit.http_client import http_connection
from tests.kit.private_server import MissingServerError
from tests.kit.servers import Connection
from tests.unit.repository.tree import ROOT

FOLDER = Path(__file__).parent / "official"
LOCK = Path(tempfile.gettempdir()) / "clio-test-connect-clients.lock"
RECORD = ROOT / "tests" / "corpus"
Case = Callable[[ConnectClient, str, str], Awaitable[None]]


@cache
def _npm_packages() -> Path:
    if shutil.which("npm") is None:
        raise MissingServerError("The tests need Node.js 20 or later and npm: install them.")
    with LOCK.open("w") as lock:
        flock(lock, LOCK_EX)
        if not (FOLDER / "node_modules" / "@connectrpc" / "connect-node").is_dir():
            command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
            subprocess.run(command, cwd=FOLDER, check=True, capture_output=True)
    return FOLDER


def _descriptor_set(folder: Path) -> Path:
    found = folder / "contract.bin"
    protos = [str(path) for path in sorted((ROOT / "proto" / "clio" / "v1").glob("*.proto"))]
    details = ["google/rpc/error_details.proto"]
    import google.rpc  # noqa: PLC0415 (its folder holds the .proto files)

    places = [f"-I{ROOT / 'proto'}", f"-I{Path(next(iter(google.rpc.__path__))).parents[1]}"]
    command = [sys.executable, "-m", "grpc_tools.protoc", *places, "--include_imports", f"--descriptor_set_out={found}"]
    subprocess.run([*command, *protos, *details], check=True, capture_output=True)
    return found


def _method(service: str, name: str, request: type, response: type) -> MethodInfo[Any, Any]:
    safe = IdempotencyLevel.NO_SIDE_EFFECTS if name.startswith(("Get", "List", "Watch")) else IdempotencyLevel.UNKNOWN
    return MethodInfo(
        name=name,
        service_name=f"clio.v1.{service}",
        input=request,
        output=response,
        idempotency_level=safe,
        stream_type=_STREAM_TYPES.get(name, StreamType.UNARY),
    )


_STREAM_TYPES = {
    "WatchMatch": StreamType.SERVER_STREAM,
    "ReplayMatch": StreamType.SERVER_STREAM,
    "ImportRecord": StreamType.CLIENT_STREAM,
    "PlayStream": StreamType.BIDI_STREAM,
}


GET_MATCH = _method("MatchService", "GetMatch", pb.GetMatchRequest, pb.GetMatchResponse)
WATCH = _method("MatchService", "WatchMatch", pb.WatchMatchRequest, pb.WatchMatchResponse)


async def _unary(client: ConnectClient, match_id: str, _: str) -> None:
    found = await client.execute_unary(request=pb.GetMatchRequest(match_id=match_id), method=GET_MATCH)
    assert found.match.match_id == match_id


async def _token(client: ConnectClient, match_id: str, token: str) -> None:
    method = _method("MatchService", "ListLegalMoves", pb.ListLegalMovesRequest, pb.ListLegalMovesResponse)
    headers = {"authorization": f"Bearer {token}"}
    found = await client.execute_unary(
        request=pb.ListLegalMovesRequest(match_id=match_id), method=method, headers=headers
    )
    assert found.seq >= 1


async def _error(client: ConnectClient, _match_id: str, _token: str) -> None:
    with pytest.raises(ConnectError) as refused:
        await client.execute_unary(request=pb.GetMatchRequest(match_id="nothing"), method=GET_MATCH)
    assert refused.value.code is Code.NOT_FOUND
    assert _reason(refused.value) == "MATCH_NOT_FOUND"


async def _stream(client: ConnectClient, match_id: str, _: str) -> None:
    response = record_service_pb2.ReplayMatchResponse
    method = _method("RecordService", "ReplayMatch", record_service_pb2.ReplayMatchRequest, response)
    request = record_service_pb2.ReplayMatchRequest(match_id=match_id)
    found = [part.event.seq async for part in client.execute_server_stream(request=request, method=method)]
    assert found == list(range(1, len(found) + 1))
    assert found


async def _stream_error(client: ConnectClient, _match_id: str, _token: str) -> None:
    with pytest.raises(ConnectError) as refused:
        async for _ in client.execute_server_stream(request=pb.WatchMatchRequest(match_id="nothing"), method=WATCH):
            pass
    assert _reason(refused.value) == "MATCH_NOT_FOUND"


async def _late_error(client: ConnectClient, match_id: str, _: str) -> None:
    request = pb.WatchMatchRequest(match_id=match_id)
    with pytest.raises(ConnectError) as refused:
        async for _part in client.execute_server_stream(request=request, method=WATCH, timeout_ms=400):
            pass
    assert refused.value.code is Code.DEADLINE_EXCEEDED


async def _deadline(client: ConnectClient, match_id: str, _: str) -> None:
    with pytest.raises(ConnectError) as refused:
        await client.execute_unary(request=pb.GetMatchRequest(match_id=match_id), method=GET_MATCH, timeout_ms=0)
    assert refused.value.code is Code.DEADLINE_EXCEEDED


async def _cancellation(client: ConnectClient, match_id: str, _: str) -> None:
    async def watch() -> None:
        async for _part in client.execute_server_stream(request=pb.WatchMatchRequest(match_id=match_id), method=WATCH):
            pass

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0.3)
    watching.cancel()
    with pytest.raises((asyncio.CancelledError, ConnectError)):
        await watching


async def _compression(client: ConnectClient, _match_id: str, _token: str) -> None:
    method = _method("GameService", "GetGame", game_service_pb2.GetGameRequest, game_service_pb2.GetGameResponse)
    found = await client.execute_unary(request=game_service_pb2.GetGameRequest(game="akrotiri"), method=method)
    assert found.game.game == "akrotiri"


async def _get(client: ConnectClient, match_id: str, _: str) -> None:
    request = pb.GetMatchRequest(match_id=match_id)
    found = await client.execute_unary(request=request, method=GET_MATCH, use_get=True)
    assert found.match.match_id == match_id


async def _client_stream(client: ConnectClient, _match_id: str, _token: str) -> None:
    content = _record().read_bytes()

    async def parts() -> Any:
        yield archive_service_pb2.ImportRecordRequest(chunk=content[:1_000], source="elsewhere")
        yield archive_service_pb2.ImportRecordRequest(chunk=content[1_000:])

    response = archive_service_pb2.ImportRecordResponse
    method = _method("ArchiveService", "ImportRecord", archive_service_pb2.ImportRecordRequest, response)
    found = await client.execute_client_stream(request=parts(), method=method)
    assert found.record.source == "elsewhere"


async def _both_directions(client: ConnectClient, _match_id: str, _token: str) -> None:
    async def none() -> Any:
        return
        yield

    method = _method("MatchService", "PlayStream", pb.PlayStreamRequest, pb.PlayStreamResponse)
    with pytest.raises(ConnectError) as refused:
        async for _ in client.execute_bidi_stream(request=none(), method=method):
            pass
    assert refused.value.code is Code.UNIMPLEMENTED


CASES: dict[str, Case] = {
    "unary": _unary,
    "unary with a token": _token,
    "error with details": _error,
    "server stream": _stream,
    "error of a stream": _stream_error,
    "error in the middle of a stream": _late_error,
    "deadline of a call": _deadline,
    "cancellation": _cancellation,
    "compression": _compression,
    "reads by GET": _get,
    "client stream": _client_stream,
    "stream in both directions": _both_directions,
}


def _reason(error: ConnectError) -> str:
    return error_details_pb2.ErrorInfo.FromString(error.details[0].message_bytes).reason


def _record() -> Path:
    return min(RECORD.rglob("*.clio*"))


async def _python(url: str, codec: str, match_id: str, token: str) -> dict[str, str]:
    found = {}
    chosen = google_protobuf_json_codec() if codec == "json" else google_protobuf_binary_codec()
    for name, case in CASES.items():
        packing = {"send_compression": GzipCompression()} if name == "compression" else {}
        async with ConnectClient(url, codec=chosen, **packing) as client:  # type: ignore[arg-type]
            try:
                await case(client, match_id, token)
                found[name] = ""
            except BaseException as error:  # noqa: BLE001 (the table says what failed)
                found[name] = repr(error)[:300]
    async with http_connection(url) as connection:
        path = "/clio.v1.MatchService/GetMatch"
        status = (await connection.request("POST", path, b"<x/>", {"content-type": "application/xml"})).status
        found["unknown codec"] = "" if status == 415 else str(status)
    return found


async def _javascript(kind: str, codec: str, *arguments: str) -> dict[str, str]:
    process = await asyncio.create_subprocess_exec(
        "node", str(_npm_packages() / "conformance.mjs"), kind, codec, *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(), 90)
    assert out, err.decode()
    lines = [json.loads(line) for line in out.splitlines()]
    return {line["name"]: "" if line["ok"] else line["why"] for line in lines}


async def test_the_official_clients_agree_with_the_server(
    server: Connection, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seated = await server.seated()
    await seated.play_first()
    contract = _descriptor_set(tmp_path)
    table: dict[str, dict[str, str]] = {}
    for codec in ("proto", "json"):
        for kind in ("web", "node"):
            arguments = (url, str(contract), seated.id, seated.tokens[0], str(_record()))
            table[f"connect-{kind}, {codec}"] = await _javascript(kind, codec, *arguments)
        table[f"connectrpc (Python), {codec}"] = await _python(url, codec, seated.id, seated.tokens[0])
    names = sorted({name for cases in table.values() for name in cases})
    with capsys.disabled():
        sys.stdout.write("\n")
        for name in names:
            marks = "  ".join("ok" if cases.get(name) == "" else "--" for cases in table.values())
            sys.stdout.write(f"{name:34} {marks}\n")
        sys.stdout.write(f"{'':34} {' | '.join(table)}\n")
    failed = {(client, name): why for client, cases in table.items() for name, why in cases.items() if why}
    assert failed == {}
    assert [set(cases) for cases in table.values()] == [set(names)] * len(table)
