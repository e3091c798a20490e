"""The log: one line per call, for machines or for people, and never a secret."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc

from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.collector import collecting
from tests.kit.logging_server import LoggingServer, refused_start
from tests.kit.servers import Connection, Seated, bearer

TRACE = "0af7651916cd43dd8448eb211c80319c"


def connected(channel: grpc.aio.Channel) -> Connection:
    return Connection(None, channel)  # type: ignore[arg-type]  # the server is another process


def of_calls(server: LoggingServer, method: str = "") -> list[dict[str, Any]]:
    return [line for line in server.lines if line["event"] == "call" and method in ("", line["method"])]


async def test_every_call_is_one_line_with_what_an_operator_asks_for(tmp_path: Path) -> None:
    server = LoggingServer(tmp_path, CLIO_LOG_LEVEL="info")
    before = datetime.now(UTC)
    async with server as channel:
        table = await connected(channel).seated()
        await table.play_first(request_id="a-request")
        seat = table.match.to_move[0]
        stub = MatchServiceStub(channel)
        refused = stub.PlayMove(pb.PlayMoveRequest(match_id=table.id), metadata=bearer(table.tokens[seat]))
        await refused.code()
    assert len(of_calls(server)) == 1 + 2 + 1 + 1 + 1 + 1
    played, malformed = of_calls(server, "PlayMove")
    assert played.keys() == {
        "event", "level", "timestamp", "method", "code", "ms", "match_id", "request_id", "seat",
    }  # fmt: skip
    assert (played["level"], played["code"], played["match_id"]) == ("info", "OK", table.id)
    assert (played["request_id"], played["seat"]) == ("a-request", seat)
    assert before <= datetime.fromisoformat(played["timestamp"]) <= datetime.now(UTC)
    assert 0 < played["ms"] < 30_000
    assert (malformed["code"], malformed["reason"]) == ("INVALID_ARGUMENT", "MALFORMED")


async def test_a_whole_match_with_hidden_hands_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    server = LoggingServer(tmp_path, CLIO_LOG_LEVEL="debug")
    async with server as channel:
        table = await connected(channel).seated("akrotiri")
        watching = [asyncio.create_task(_openings(table, seat)) for seat in range(2)]
        await table.finish()
        hidden = {secret for watcher in watching for secret in await watcher}
    assert len(of_calls(server)) > 100
    assert hidden
    for secret in (*hidden, table.host_token, *table.tokens, "Player 0", "Bearer"):
        assert secret not in server.log


async def _openings(table: Seated, seat: int) -> set[str]:
    """Everything sealed that a seat was shown: values, and the salts that would open them for others."""
    shown: set[str] = set()
    request = pb.WatchMatchRequest(match_id=table.id)
    async for part in table.connection.matches.WatchMatch(request, metadata=bearer(table.tokens[seat])):
        for opening in part.openings:
            shown |= {opening.salt.hex(), opening.value.decode()}
    # A value of a character or two says nothing, and is everywhere.
    return {secret for secret in shown if len(secret) > 8}


async def test_a_line_names_the_trace_that_its_call_belongs_to(tmp_path: Path) -> None:
    with collecting() as collector:
        server = LoggingServer(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.port}")
        async with server as channel:
            request = pb.OpenMatchRequest(game="akros", seats=2)
            traced = (("traceparent", f"00-{TRACE}-b7ad6b7169203331-01"),)
            await MatchServiceStub(channel).OpenMatch(request, metadata=traced)
        assert [line["trace_id"] for line in of_calls(server, "OpenMatch")] == [TRACE]
        assert [span.trace_id.hex() for span in collector.named("OpenMatch")] == [TRACE]


async def test_the_log_can_be_made_for_people_wherever_it_goes(tmp_path: Path) -> None:
    server = LoggingServer(tmp_path, CLIO_LOG_FORMAT="console")
    async with server as channel:
        await connected(channel).open()
    (line,) = [line for line in server.log.splitlines() if "OpenMatch" in line]
    assert "{" not in line
    assert "\x1b" not in line, "colours are for terminals"


def test_a_format_that_does_not_exist_is_said_in_a_sentence(tmp_path: Path) -> None:
    told = refused_start(tmp_path, CLIO_LOG_FORMAT="xml")
    assert "log_format" in told
    assert "Traceback" not in told
