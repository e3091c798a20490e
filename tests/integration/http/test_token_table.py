"""One rule for tokens, matches and games: every method of the contract answers the same, over gRPC and over HTTP."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import grpc
import pytest
import pytest_asyncio
from google.protobuf.json_format import MessageToJson

from clio.server.auth.scopes import OF_A_MATCH, SCOPE_OF
from clio.v1 import match_service_pb2 as pb
from tests.kit.access import OPERATOR
from tests.kit.any_method import call_any, methods, request_of
from tests.kit.http_client import envelope, envelopes, http_connection, request_bytes
from tests.kit.refusals import read_refusal
from tests.kit.servers import Connection, bearer, running

pytestmark = pytest.mark.asyncio(loop_scope="module")
NO_MATCH = "a" * 20
OK = "OK"
WRONG = "PERMISSION_DENIED/TOKEN_WRONG"
NOT_FOUND = "NOT_FOUND/MATCH_NOT_FOUND"
ON_GRPC_ONLY = {path for path, scope in SCOPE_OF.items() if scope == "admin"} | {"/clio.v1.MatchService/PlayStream"}
NEEDS_TOKEN = {
    path
    for path in OF_A_MATCH
    if path.rpartition("/")[2]
    not in {
        *("JoinMatch", "GetMatch", "GetView", "WatchMatch", "GetPresence", "ExportRecord", "ReplayMatch", "GetHead"),
        *("GetScores", "ForkMatch"),
    }
}
"""The methods about a match that a spectator may not call."""


class Server(NamedTuple):
    connection: Connection
    match_id: str
    seat: str
    """A token of the match."""
    rotated: str
    """A token that was one of the match."""
    other: str
    """A token of another match."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    data = tmp_path_factory.mktemp("tokens")
    async with running(data, http_port=0, admin_token=OPERATOR, heartbeat_seconds=0.2) as connection:
        seated, other = [await connection.seated("akros") for _ in range(2)]
        request = pb.RotateTokenRequest(match_id=seated.id)
        await connection.matches.RotateToken(request, metadata=bearer(seated.tokens[0]))
        yield Server(connection, seated.id, seated.tokens[1], seated.tokens[0], other.tokens[0])


async def answers(server: Server, path: str, token: str = "", **fields: Any) -> str:
    """What a method answers over both transports, which must agree."""
    request = request_of(path, **{name: value for name, value in fields.items() if _has_field(path, name)})
    told = await _over_grpc(server.connection, path, request, token)
    if path not in ON_GRPC_ONLY:
        assert await _over_http(server.connection, path, request, token) == told, path
    return told


def _has_field(path: str, name: str) -> bool:
    return name in {field.name for field in methods()[path].input_type.fields}


async def _over_grpc(connection: Connection, path: str, request: Any, token: str) -> str:
    try:
        await call_any(connection.channel, path, request, bearer(token) if token else ())
    except grpc.aio.AioRpcError as error:
        refusal = read_refusal(error)
        return f"{refusal.code}/{refusal.reason}"
    return OK


async def _over_http(connection: Connection, path: str, request: Any, token: str) -> str:
    method, body = methods()[path], MessageToJson(request).encode()
    streamed = method.client_streaming or method.server_streaming
    headers = {"content-type": "application/connect+json" if streamed else "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    assert connection.clio.http_url is not None
    async with http_connection(connection.clio.http_url) as client:
        await client.send(request_bytes("POST", path, envelope(body) if streamed else body, headers))
        if not streamed:
            response = await client.response()
            return OK if response.status == 200 else _reason(response.json)
        assert (await client.head()).status == 200
        received = b""
        async for part in client.parts():
            received += part
            if len(received) < 5 or len(received) < 5 + int.from_bytes(received[1:5]):
                continue
            flags, content = envelopes(received)[0]
            error = json.loads(content).get("error") if flags & 2 else None
            return _reason(error) if error else OK
    raise AssertionError(f"{path} ended without a word")


def _reason(error: Mapping[str, Any]) -> str:
    return f"{error['code'].upper()}/{error['details'][0]['debug']['reason']}"


async def test_a_token_that_holds_nothing_in_the_match_is_refused_by_every_method(server: Server) -> None:
    for token in ("x" * 40, server.rotated, server.other):
        told = {path: await answers(server, path, token, match_id=server.match_id) for path in SCOPE_OF}
        assert {path for path, answer in told.items() if answer != WRONG} == set()


async def test_the_operators_token_is_no_token_of_a_match(server: Server) -> None:
    told = {path: await answers(server, path, OPERATOR, match_id=server.match_id) for path in OF_A_MATCH}
    assert {path for path, answer in told.items() if answer != WRONG} == set()


async def test_a_match_that_does_not_exist_is_not_found_whatever_the_token(server: Server) -> None:
    for token in ("", "x" * 40, server.other):
        for match_id in (NO_MATCH, "NOT AN ID", ""):
            told = {path: await answers(server, path, token, match_id=match_id) for path in OF_A_MATCH}
            assert {path for path, answer in told.items() if answer != NOT_FOUND} == set()


async def test_who_shows_no_token_is_a_spectator_and_no_more(server: Server) -> None:
    told = {path: await answers(server, path, match_id=server.match_id) for path in OF_A_MATCH}
    missing = {path for path, answer in told.items() if answer == "UNAUTHENTICATED/TOKEN_MISSING"}
    assert missing == NEEDS_TOKEN
    refused = {path.rpartition("/")[2]: answer for path, answer in told.items() if path not in NEEDS_TOKEN}
    assert {name: answer for name, answer in refused.items() if answer != OK} == {
        "ForkMatch": "PERMISSION_DENIED/FORK_NOT_ALLOWED",
        "JoinMatch": "FAILED_PRECONDITION/MATCH_STARTED",
    }
    admin = [path for path, scope in SCOPE_OF.items() if scope == "admin"]
    assert {await answers(server, path) for path in admin} == {"UNAUTHENTICATED/TOKEN_MISSING"}


@pytest.mark.parametrize("form", ["{token}", "Token {token}", "Basic {token}", "Bearer", "Bearer  ", "bearer {token}"])
async def test_a_token_without_its_scheme_is_a_wrong_one_and_not_none(server: Server, form: str) -> None:
    """Else a caller who forgot a word would be shown less than it may see, and not notice."""
    expected = 403 if form in {"{token}", "Token {token}"} else 200
    given = form.format(token=server.seat)
    assert server.connection.clio.http_url is not None
    body = json.dumps({"matchId": server.match_id})
    headers = {"content-type": "application/json", "authorization": given}
    async with http_connection(server.connection.clio.http_url) as client:
        response = await client.request("POST", "/clio.v1.MatchService/GetView", body.encode(), headers)
    assert response.status == expected
    view = server.connection.matches.GetView(
        pb.GetViewRequest(match_id=server.match_id), metadata=(("authorization", given),)
    )
    assert (await _code_of(view)) == {200: grpc.StatusCode.OK, 403: grpc.StatusCode.PERMISSION_DENIED}[expected]


async def _code_of(call: Any) -> grpc.StatusCode:
    code: grpc.StatusCode = await call.code()
    return code


async def test_a_game_that_does_not_exist_is_not_found_by_every_method(server: Server) -> None:
    with_game = [path for path in SCOPE_OF if _has_field(path, "game") and SCOPE_OF[path] != "admin"]
    assert len(with_game) >= 10
    told = {path: await answers(server, path, game="chess") for path in with_game}
    assert {path: answer for path, answer in told.items() if answer != "NOT_FOUND/GAME_NOT_FOUND"} == {}
