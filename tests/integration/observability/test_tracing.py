"""Traces, as a collector gets them: a span for every call, under the caller's, with what took its time."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from clio.server.observability.telemetry import tracing_is_configured
from clio.v1 import match_service_pb2 as pb
from clio.v1.move_pb2 import Move
from tests.kit.collector import Collector, attributes, collecting
from tests.kit.server_process import ROOT
from tests.kit.servers import Seated, bearer, running

TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLER = "b7ad6b7169203331"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with collecting() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.port}")
        yield collector


async def play(table: Seated, *more: tuple[str, str], notation: str = "take mosaics -") -> None:
    request = pb.PlayMoveRequest(match_id=table.id, move=Move(notation=notation))
    metadata = (*bearer(table.tokens[table.match.to_move[0]]), *more)
    await table.connection.matches.PlayMove(request, metadata=metadata).code()


async def test_a_move_is_a_span_under_its_callers_with_judging_and_committing_in_it(
    tmp_path: Path, collector: Collector
) -> None:
    async with running(tmp_path) as server:
        table = await server.seated()
        await play(table, ("traceparent", f"00-{TRACE}-{CALLER}-01"))
    (span,) = collector.named("PlayMove")
    assert (span.trace_id.hex(), span.parent_span_id.hex(), span.kind) == (TRACE, CALLER, Span.SPAN_KIND_SERVER)
    assert attributes(span) == {
        "rpc.system": "grpc",
        "rpc.method": "PlayMove",
        "rpc.grpc.status": "OK",
        "clio.match_id": table.id,
        "clio.seat": table.match.to_move[0],
    }
    assert collector.under(span) == ["judge", "commit"]
    assert {attributes(one)["clio.command"] for one in collector.named("judge")} == {"Join", "Play"}
    assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in collector.spans)
    assert collector.resources[0]["service.name"] == "clio"


async def test_commands_that_wait_their_turn_are_judged_under_their_own_calls(
    tmp_path: Path, collector: Collector
) -> None:
    async with running(tmp_path) as server:
        tables = [await server.seated() for _ in range(3)]
        traces = {f"{number:032x}": tables[number % 3] for number in range(1, 31)}
        await asyncio.gather(
            *(play(table, ("traceparent", f"00-{trace}-{CALLER}-01")) for trace, table in traces.items())
        )
    calls = {span.trace_id.hex(): span for span in collector.named("PlayMove")}
    assert calls.keys() == traces.keys()
    for trace, span in calls.items():
        assert collector.under(span)[:1] == ["judge"]
        below = [one for one in collector.spans if one.trace_id.hex() == trace and one is not span]
        assert {attributes(one)["clio.match_id"] for one in below} == {traces[trace].id}
    assert len(collector.named("commit")) == 3 * (1 + 2) + 3, "opened, joined twice, and one move of each was legal"


async def test_a_refusal_says_which_rule_and_is_no_fault_of_the_server(tmp_path: Path, collector: Collector) -> None:
    async with running(tmp_path) as server:
        await play(await server.seated(), notation="end")
    (span,) = collector.named("PlayMove")
    assert attributes(span)["clio.reason"] == "ILLEGAL_MOVE"
    assert span.status.code == Status.STATUS_CODE_UNSET
    rules = [attributes(one).get("clio.rule") for one in collector.named("judge")]
    assert [rule for rule in rules if rule]


async def test_a_span_contains_no_secret(tmp_path: Path, collector: Collector) -> None:
    async with running(tmp_path) as server:
        table = await server.seated("akrotiri")
        await table.play_first()
    sent = repr(collector.spans)
    assert table.id in sent
    for secret in (table.host_token, *table.tokens, "Player 0"):
        assert secret not in sent


async def test_a_collector_that_is_away_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with collecting() as collector:
        port = collector.port
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    async with running(tmp_path) as server:
        table = await server.seated()
        await play(table)
        before = table.match.seq
        assert (await table.refresh()).seq > before


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4317"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4317"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4317", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4317", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_traces_are_made_where_the_environment_says_where_they_go(environment: dict[str, str], wanted: bool) -> None:  # noqa: FBT001 (a table)
    assert tracing_is_configured(environment) is wanted


UNASKED = """
import asyncio, sys, tempfile
from pathlib import Path
from tests.kit.servers import running

async def play():
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as server:
            await (await server.seated()).play_first()

asyncio.run(play())
print(*(name for name in sys.modules if name.startswith(("opentelemetry", "prometheus_client"))))
"""


def test_what_nobody_asked_for_is_not_even_loaded() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OTEL_", "CLIO_"))}
    ran = subprocess.run(
        [sys.executable, "-c", UNASKED],
        env=environment | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == ""


async def test_a_server_without_the_extra_serves_without_traces(
    tmp_path: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "clio.server.observability.tracing", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    async with running(tmp_path) as server:
        await play(await server.seated())
    assert collector.spans == []
