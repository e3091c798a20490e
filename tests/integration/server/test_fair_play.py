"""Fair play over the API: readiness, clocks, consent, and refusals that change nothing."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from google.protobuf.duration_pb2 import Duration

from clio.client import Client
from clio.server.clock import DeploymentClock, Outage
from clio.server.eventstore.sqlite_clock import SqliteClock
from clio.v1 import fair_play_service_pb2 as fair
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_pb2 import (
    AGREEMENT_ABORT,
    AGREEMENT_PAUSE,
    AGREEMENT_RESUME,
    DIRECTOR_HOST,
    Agreement,
    FairPlaySettings,
)
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.unit.repository.tree import ROOT

if TYPE_CHECKING:
    from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceAsyncStub


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path, heartbeat_seconds=0.2) as connection:
        yield connection


def stub(server: Connection) -> "FairPlayServiceAsyncStub":
    return FairPlayServiceStub(server.channel)  # type: ignore[return-value]


async def seated(server: Connection, **settings: object) -> Seated:
    """A match with these settings that has started; its seats add nothing to chance."""
    request = pb.OpenMatchRequest(game="akros", seats=2, fair_play=FairPlaySettings(**settings))  # type: ignore[arg-type]
    opened = await server.matches.OpenMatch(request)
    tokens = []
    for name in ("Ann", "Bob"):
        joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))
        tokens.append(joined.seat_token)
    return Seated(server, opened.match.match_id, opened.host_token, tokens, joined.match)


def consent(match: Seated, to: Agreement.ValueType) -> fair.GiveConsentRequest:
    return fair.GiveConsentRequest(match_id=match.id, to=to, reason="Dinner")


async def test_the_server_records_a_flag_by_itself_and_once(server: Connection) -> None:
    match = await seated(server, clock="move/1")
    started = time.monotonic()
    while (await match.refresh()).status == match_pb2.MATCH_STATUS_PLAYING:
        assert time.monotonic() - started < 10
        await asyncio.sleep(0.05)
    assert time.monotonic() - started >= 0.9
    assert match.match.outcome.decided_by == "CLIO-TIME"
    assert list(match.match.fair_play.timed_out_seats) == [1 - match.match.outcome.winners[0]]
    history = await server.clio.matches.history(match.id)
    assert [event.type for event in history].count("match.TimedOut") == 1


async def test_a_flag_is_recorded_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        match = await seated(server, clock="move/2")
    async with running(tmp_path) as server:
        restarted = Seated(server, match.id, match.host_token, match.tokens, match.match)
        async with asyncio.timeout(15):
            while (await restarted.refresh()).status == match_pb2.MATCH_STATUS_PLAYING:  # noqa: ASYNC110 (another process may decide)
                await asyncio.sleep(0.1)
    assert restarted.match.outcome.decided_by == "CLIO-TIME"


async def test_time_shows_in_the_match_with_each_move_and_in_heartbeats(server: Connection) -> None:
    match = await seated(server, clock="fischer/600+5")
    (mover,) = match.match.to_move
    clocks = {clock.seat: clock for clock in match.match.fair_play.clocks}
    assert clocks[mover].running
    assert clocks[mover].HasField("flag_time")
    assert not clocks[1 - mover].running
    assert clocks[1 - mover].remaining == Duration(seconds=600)
    await match.play_first()
    moves, beats = 0, 0
    async with asyncio.timeout(10):
        async for part in server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match.id)):
            moves += sum(event.HasField("remaining") for event in part.events)
            if part.HasField("heartbeat"):
                assert len(part.heartbeat.clocks) == 2
                beats += 1
                break
    assert (moves, beats) == (1, 1)


async def test_claims_too_early_and_by_strangers_are_refused_and_change_nothing(server: Connection) -> None:
    match, other = await seated(server, clock="move/600"), await seated(server)
    calls = stub(server)
    before = (await match.refresh()).seq
    for request, token, reason in (
        (fair.ClaimTimeRequest(match_id=match.id), match.tokens[0], "TIME_IS_LEFT"),
        (fair.ClaimTimeRequest(match_id=match.id), match.host_token, "TIME_IS_LEFT"),
        (fair.ClaimTimeRequest(match_id=match.id, seat=0), match.tokens[1], "NOT_ABANDONED"),
        (fair.ClaimTimeRequest(match_id=match.id, seat=9), match.tokens[1], "SEAT_NOT_FOUND"),
        (fair.ClaimTimeRequest(match_id=match.id), other.tokens[0], "TOKEN_WRONG"),
        (fair.ClaimTimeRequest(match_id=match.id), "", "TOKEN_MISSING"),
    ):
        found = await refusal_of(calls.ClaimTime(request, metadata=bearer(token) if token else ()))
        assert found.reason == reason
    found = await refusal_of(
        calls.ClaimTime(fair.ClaimTimeRequest(match_id=other.id), metadata=bearer(other.tokens[0]))
    )
    assert found.reason == "NO_CLOCK_RUNS"
    assert (await match.refresh()).seq == before


async def test_only_the_host_of_a_directed_match_directs_it(server: Connection) -> None:
    match = await seated(server, clock="move/600", director=DIRECTOR_HOST)
    other = await seated(server, clock="move/600")
    calls = stub(server)
    pause = fair.DirectMatchRequest(match_id=match.id, to=AGREEMENT_PAUSE, reason="Fire alarm")
    for token in (match.tokens[0], other.host_token):
        assert (await refusal_of(calls.DirectMatch(pause, metadata=bearer(token)))).reason == "TOKEN_WRONG"
    theirs = fair.DirectMatchRequest(match_id=other.id, to=AGREEMENT_PAUSE, reason="Fire alarm")
    refusal = await refusal_of(calls.DirectMatch(theirs, metadata=bearer(other.host_token)))
    assert (refusal.reason, refusal.metadata["rule"]) == ("NOT_DIRECTOR", "CLIO-DIRECTOR")
    paused = (await calls.DirectMatch(pause, metadata=bearer(match.host_token))).match
    assert paused.fair_play.pause_reason == "Fire alarm"
    assert not any(clock.running for clock in paused.fair_play.clocks)
    more = fair.AddTimeRequest(match_id=match.id, seat=0, duration=Duration(seconds=30), reason="A disturbance")
    assert (await refusal_of(calls.AddTime(more, metadata=bearer(match.tokens[0])))).reason == "TOKEN_WRONG"
    added = (await calls.AddTime(more, metadata=bearer(match.host_token))).match
    assert added.seq == paused.seq + 1
    void = fair.DirectMatchRequest(match_id=match.id, to=AGREEMENT_ABORT, reason="Wrong pairing")
    ended = (await calls.DirectMatch(void, metadata=bearer(match.host_token))).match
    assert ended.status == match_pb2.MATCH_STATUS_ABORTED
    assert ended.fair_play.abort_cause == 2


async def test_no_seat_agrees_for_another_one(server: Connection) -> None:
    match = await seated(server)
    calls = stub(server)
    request = consent(match, AGREEMENT_PAUSE)
    first = (await calls.GiveConsent(request, metadata=bearer(match.tokens[0]))).match
    assert [each.seat for each in first.fair_play.consents] == [0]
    again = await refusal_of(calls.GiveConsent(request, metadata=bearer(match.tokens[0])))
    assert again.reason == "ALREADY_CONSENTED"
    assert (await refusal_of(calls.GiveConsent(request, metadata=bearer(match.host_token)))).reason == "TOKEN_WRONG"
    nonsense = fair.GiveConsentRequest(match_id=match.id, reason="x")
    assert (await refusal_of(calls.GiveConsent(nonsense, metadata=bearer(match.tokens[1])))).reason == "MALFORMED"
    second = (await calls.GiveConsent(request, metadata=bearer(match.tokens[1]))).match
    assert second.fair_play.HasField("pause_time")
    for token in match.tokens:
        resumed = (await calls.GiveConsent(consent(match, AGREEMENT_RESUME), metadata=bearer(token))).match
    assert not resumed.fair_play.HasField("pause_time")


async def test_a_host_cannot_abort_after_the_first_move(server: Connection) -> None:
    match = await seated(server)
    await match.play_first()
    abort = pb.AbortMatchRequest(match_id=match.id, reason="I am losing")
    refusal = await refusal_of(server.matches.AbortMatch(abort, metadata=bearer(match.host_token)))
    assert (refusal.reason, refusal.metadata["rule"]) == ("CONSENT_NEEDED", "CLIO-ABORT-CONSENT")
    assert (await match.abort()).status == match_pb2.MATCH_STATUS_ABORTED


async def test_clients_of_two_people_get_ready_without_being_asked(server: Connection) -> None:
    address = f"127.0.0.1:{server.clio.port}"
    async with Client(address) as ann, Client(address) as bob:
        opened = await ann.open_match("akros")
        match_id = opened.match.match_id
        first = await ann.join_match(match_id, "Ann")
        watching = asyncio.create_task(_started(ann, match_id, first.seat_token))
        second = await bob.join_match(match_id, "Bob")
        names = await asyncio.wait_for(watching, 10)
        assert names == ["Ann", "Bob"]
        assert (await bob.get_match(match_id)).status == match_pb2.MATCH_STATUS_PLAYING
        kept = [client.readiness.store.of_match(match_id) for client in (ann, bob)]
    history = await server.clio.matches.history(match_id)
    revealed = {event.payload.seat: event.payload.entropy for event in history if event.type == "match.Ready"}  # type: ignore[union-attr]
    assert revealed[first.seat] == kept[0][first.seat].entropies[0].hex()
    assert revealed[second.seat] == kept[1][second.seat].entropies[0].hex()


async def _started(client: Client, match_id: str, token: str) -> list[str]:
    async for sighting in client.watch_match(match_id, token):
        if isinstance(sighting, Event) and sighting.type == "match.Started":
            return list(sighting.started.names)
    raise AssertionError("the match starts")


async def test_a_seat_gets_ready_at_its_next_use(server: Connection) -> None:
    address = f"127.0.0.1:{server.clio.port}"
    async with Client(address) as ann, Client(address) as bob:
        match_id = (await ann.open_match("akros")).match.match_id
        first = await ann.join_match(match_id, "Ann")
        second = await bob.join_match(match_id, "Bob")
        assert second.match.status == match_pb2.MATCH_STATUS_READYING
        assert list(second.match.fair_play.due_seats) == [first.seat]
        await ann.list_legal_moves(match_id, first.seat_token).first_page()
        assert (await bob.get_match(match_id)).status == match_pb2.MATCH_STATUS_PLAYING


async def test_a_round_that_nobody_finishes_lapses_by_itself(server: Connection) -> None:
    settings = FairPlaySettings(ready_within=Duration(seconds=1))
    opened = await server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", seats=2, fair_play=settings))
    match_id = opened.match.match_id
    for seat in range(2):
        await server.matches.JoinMatch(
            pb.JoinMatchRequest(match_id=match_id, seat=seat, name=f"P{seat}", commitment=bytes(32))
        )
    async with asyncio.timeout(10):
        while True:
            match = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
            if match.status == match_pb2.MATCH_STATUS_OPEN:
                break
            await asyncio.sleep(0.1)
    assert [seat.taken for seat in match.seats] == [False, False]


async def test_the_example_of_the_page_runs(server: Connection, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "time.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    scope: dict[str, object] = {}
    exec(compile(code.rpartition("asyncio.run")[0], "docs/time.md", "exec"), scope)  # noqa: S102 (the page's own example)
    await scope["main"](f"127.0.0.1:{server.clio.port}")  # type: ignore[operator]
    shown = capsys.readouterr().out
    assert "0 300 " in shown
    assert "1 300 " in shown
    assert "Dinner" in shown


def test_downtime_is_found_and_kept_and_a_clock_that_was_set_back_is_not_believed(tmp_path: Path) -> None:
    moment = [10**15]
    clock = DeploymentClock(lambda: moment[0] * 1000)
    source = SqliteClock(tmp_path)
    source.beat(clock)
    first = clock.now()
    source.close()
    # As if the server had been down for an hour, and the machine's clock had been set back.
    (tmp_path / "clock-alive").write_bytes(b"%020d" % (first + 3_600_000_000))
    again = SqliteClock(tmp_path)
    again.beat(clock)
    assert clock.now() >= first + 3_600_000_000
    moment[0] += 5_000_000
    again.beat(clock)
    assert clock.outage_since(0) == 5_000
    again.close()
    third = SqliteClock(tmp_path)
    third.beat(clock)
    assert clock.outage_since(0) >= 5_000, "outages are kept"
    assert clock.outage_since(clock.now()) == 0
    third.close()


def test_an_outage_counts_from_the_moment_asked_for() -> None:
    clock = DeploymentClock(lambda: 0)
    clock.keep(0, 100_000_000, (Outage(10_000_000, 20_000_000), Outage(50_000_000, 51_500_000)))
    assert clock.outage_since(0) == 11_500
    assert clock.outage_since(15_000_000) == 6_500
    assert clock.outage_since(51_000_000) == 500
    assert clock.outage_since(60_000_000) == 0
