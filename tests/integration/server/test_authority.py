"""A token shows a seat's secrets, and acts for the seat, only while it holds the seat."""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc.aio
import pytest

from clio.client.viewpoints import seat_viewpoint
from clio.server.app.command_request import CommandRequest
from clio.v1 import match_service_pb2 as pb
from clio.v1 import record_service_pb2
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.score_service_pb2 import GetScoresRequest
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from tests.kit.paced_streams import Pacing, pace_streams, small_pages
from tests.kit.refusals import read_refusal, refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until

if TYPE_CHECKING:
    from clio.v1.record_service_pb2_grpc import RecordServiceAsyncStub

TOKEN = "t" * 40
NEW = "n" * 40
Stream = Callable[[Connection, str, str], Any]


async def join(server: Connection, match_id: str, seat: int, token: str = "") -> str:
    request = pb.JoinMatchRequest(match_id=match_id, seat=seat, name=f"Player {seat}", seat_token=token)
    return (await server.matches.JoinMatch(request)).seat_token


async def leave(server: Connection, match_id: str, token: str, request_id: str = "") -> pb.LeaveMatchResponse:
    request = pb.LeaveMatchRequest(match_id=match_id, request_id=request_id)
    return await server.matches.LeaveMatch(request, metadata=bearer(token))


async def rotate(server: Connection, match_id: str, token: str, request_id: str = "") -> str:
    request = pb.RotateTokenRequest(
        match_id=match_id, request_id=request_id, new_token=secrets.token_urlsafe(32) if request_id else ""
    )
    return (await server.matches.RotateToken(request, metadata=bearer(token))).new_token


def watch(server: Connection, match_id: str, token: str = "") -> Any:
    return server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id), metadata=bearer(token) if token else None)


def records(server: Connection) -> "RecordServiceAsyncStub":
    return RecordServiceStub(server.channel)  # type: ignore[return-value]


def replay(server: Connection, match_id: str, token: str) -> Any:
    request = record_service_pb2.ReplayMatchRequest(match_id=match_id, viewpoint=seat_viewpoint(0))
    return records(server).ReplayMatch(request, metadata=bearer(token))


def export(server: Connection, match_id: str, token: str) -> Any:
    request = record_service_pb2.ExportRecordRequest(match_id=match_id)
    return records(server).ExportRecord(request, metadata=bearer(token))


async def caught_up(stream: Any) -> None:
    while not (await asyncio.wait_for(stream.read(), 60)).caught_up:
        pass


async def types_of(server: Connection, match_id: str) -> list[str]:
    return [event.type for event in await server.clio.matches.history(match_id)]


async def ending(stream: Any) -> tuple[list[Any], str]:
    """What a stream still sends, and why it ends."""
    parts: list[Any] = []

    async def read() -> None:
        while (part := await stream.read()) is not grpc.aio.EOF:
            parts.append(part)

    refusal = await asyncio.wait_for(refusal_of(read()), 60)
    return parts, refusal.reason


async def play_on(server: Connection, match_id: str, tokens: list[str]) -> None:
    match = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
    for turn in range(4):
        await Seated(server, match_id, "", tokens, match).play_first(choice=turn)


async def played(server: Connection, moves: int = 6) -> Seated:
    seated = await server.seated("akrotiri")
    for turn in range(moves):
        await seated.play_first(choice=turn)
    return seated


async def test_who_left_a_seat_is_shown_nothing_of_the_next_holder(server: Connection) -> None:
    match_id = (await server.open("akrotiri")).match.match_id
    old = await join(server, match_id, 0)
    stream, spectator = watch(server, match_id, old), watch(server, match_id)
    await caught_up(stream)
    await caught_up(spectator)
    await leave(server, match_id, old)
    new = await join(server, match_id, 0)
    await play_on(server, match_id, [new, await join(server, match_id, 1)])
    parts, reason = await ending(stream)
    assert reason == "TOKEN_WRONG"
    assert not any(part.openings or any(event.type == "match.Left" for event in part.events) for part in parts)
    recorded: list[str] = []
    while "match.Started" not in recorded:
        recorded += [event.type for event in (await asyncio.wait_for(spectator.read(), 60)).events]
    assert "match.Left" in recorded
    fresh = watch(server, match_id, new)
    while not (await asyncio.wait_for(fresh.read(), 60)).openings:
        pass
    for call in (spectator, fresh):
        call.cancel()


async def test_a_token_that_joins_again_begins_to_watch_again(server: Connection) -> None:
    match_id = (await server.open("akrotiri")).match.match_id
    await join(server, match_id, 0, TOKEN)
    stream = watch(server, match_id, TOKEN)
    await caught_up(stream)
    await leave(server, match_id, TOKEN)
    await join(server, match_id, 0, TOKEN)
    assert (await ending(stream))[1] == "TOKEN_WRONG"
    again = watch(server, match_id, TOKEN)
    await caught_up(again)
    await play_on(server, match_id, [TOKEN, await join(server, match_id, 1)])
    while not (await asyncio.wait_for(again.read(), 60)).openings:
        pass
    again.cancel()


@pytest.fixture
def pacing(monkeypatch: pytest.MonkeyPatch) -> Pacing:
    small_pages(monkeypatch, 5)
    return pace_streams(monkeypatch)


@pytest.mark.parametrize("begin", [watch, replay, export])
async def test_a_long_stream_asks_again_before_every_message(tmp_path: Path, pacing: Pacing, begin: Stream) -> None:
    async with running(tmp_path) as server:
        seated = await played(server)
        old = seated.tokens[0]
        stream = begin(server, seated.id, old)
        await until(lambda: len(pacing.streams) == 1)
        allowed = pacing.streams[0].allowed
        allowed.release()
        await asyncio.wait_for(stream.read(), 60)
        new = await rotate(server, seated.id, old)
        for _ in range(1_000):
            allowed.release()
        assert await ending(stream) == ([], "TOKEN_WRONG")
        assert len(pacing.streams[0].sent) == 1
        whole = begin(server, seated.id, new)
        await until(lambda: len(pacing.streams) == 2)
        for _ in range(1_000):
            pacing.streams[1].allowed.release()
        opened = 0
        while opened < 3:
            part = await asyncio.wait_for(whole.read(), 60)
            opened += len(part.openings) if begin is not export else part.chunk.count(b'"salt"')
        whole.cancel()


@pytest.mark.parametrize("kind", ["view", "scores"])
async def test_a_view_of_the_past_is_not_shown_to_who_was_rotated_out_meanwhile(
    server: Connection, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    seated = await played(server)
    old, matches = seated.tokens[0], server.clio.matches
    look_back = matches.at

    async def at(match_id: str, seq: int | None) -> object:
        match = await look_back(match_id, seq)
        if seq == 10:
            await rotate(server, match_id, old)
        return match

    monkeypatch.setattr(matches, "at", at)
    if kind == "view":
        call = server.matches.GetView(pb.GetViewRequest(match_id=seated.id, seq=10), metadata=bearer(old))
    else:
        scores: Any = ScoreServiceStub(server.channel)
        call = scores.GetScores(GetScoresRequest(match_id=seated.id, seq=10), metadata=bearer(old))
    assert (await refusal_of(call)).reason == "TOKEN_WRONG"


async def test_a_page_of_the_past_is_judged_by_a_state_that_includes_it(tmp_path: Path, pacing: Pacing) -> None:
    """Another server recorded the rotation, and this one, which stands alone, has not looked since."""
    async with running(tmp_path / "a") as here:
        seated = await played(here)
        old = seated.tokens[0]
        stream = watch(here, seated.id, old)
        await until(lambda: len(pacing.streams) == 1)
        await forget_and_rotate(here, seated.id, old)
        for _ in range(1_000):
            pacing.streams[0].allowed.release()
        parts, reason = await ending(stream)
        assert reason == "TOKEN_WRONG"
        assert max((event.seq for part in parts for event in part.events), default=0) < len(
            await types_of(here, seated.id)
        )


async def forget_and_rotate(server: Connection, match_id: str, token: str) -> None:
    """Rotates in the record only: the match in memory stays as it was."""
    record = server.clio.record
    kept = record.cached(match_id)
    assert kept is not None
    record.forget(match_id)
    await rotate(server, match_id, token)
    record.remember(kept)


def in_one_queue(server: Connection, monkeypatch: pytest.MonkeyPatch, commands: int) -> None:
    """Holds commands back until there are so many, then lets them in by the order of their request ids."""
    matches, held = server.clio.matches, list[CommandRequest]()
    submit = matches.submit

    def hold(job: CommandRequest) -> None:
        held.append(job)
        if len(held) == commands:
            for each in sorted(held, key=lambda job: job.request):
                submit(each)

    monkeypatch.setattr(matches, "submit", hold)


@pytest.mark.parametrize("joins", [True, False])
async def test_leaving_twice_removes_the_next_player_or_nobody_never(
    server: Connection, monkeypatch: pytest.MonkeyPatch, *, joins: bool
) -> None:
    match_id = (await server.open()).match.match_id
    old = await join(server, match_id, 0)
    in_one_queue(server, monkeypatch, 3 if joins else 2)
    calls: list[Any] = [leave(server, match_id, old, "1"), leave(server, match_id, old, "3")]
    if joins:
        request = pb.JoinMatchRequest(match_id=match_id, seat=0, name="Next", request_id="2", seat_token="n" * 40)
        calls.append(server.matches.JoinMatch(request))
    first, second, *_ = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(first, pb.LeaveMatchResponse)
    assert read_refusal(second).reason == "TOKEN_WRONG"
    assert (await types_of(server, match_id)).count("match.Left") == 1
    seat = (await server.clio.matches.get(match_id)).seats[0]
    assert (seat is not None and seat.name == "Next") == joins


async def test_nobody_resigns_or_aborts_with_a_token_whose_rotation_is_recorded(
    server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = await server.seated()
    old, host = seated.tokens[0], seated.host_token
    in_one_queue(server, monkeypatch, 4)
    resign = pb.ResignMatchRequest(match_id=seated.id, request_id="3")
    abort = pb.AbortMatchRequest(match_id=seated.id, reason="Enough.", request_id="4")
    *rotations, resigned, aborted = await asyncio.gather(
        rotate(server, seated.id, old, "1"),
        rotate(server, seated.id, host, "2"),
        server.matches.ResignMatch(resign, metadata=bearer(old)),
        server.matches.AbortMatch(abort, metadata=bearer(host)),
        return_exceptions=True,
    )
    assert all(isinstance(token, str) for token in rotations)
    assert read_refusal(resigned).reason == read_refusal(aborted).reason == "TOKEN_WRONG"
    assert (await types_of(server, seated.id))[-2:] == ["match.TokenRotated"] * 2


async def test_each_leaving_is_repeated_by_its_own_request(server: Connection) -> None:
    match_id = (await server.open(seats=3)).match.match_id
    firsts = []
    for seat in (0, 1):
        await join(server, match_id, seat, TOKEN)
        firsts.append(await leave(server, match_id, TOKEN, f"leave-{seat}"))
    await join(server, match_id, 0)
    for seat, first in enumerate(firsts):
        assert await leave(server, match_id, TOKEN, f"leave-{seat}") == first
    assert (await refusal_of(leave(server, match_id, NEW, "leave-0"))).reason == "TOKEN_WRONG"
    assert (await refusal_of(leave(server, match_id, TOKEN, "leave-2"))).reason == "TOKEN_WRONG"


async def test_a_departed_token_does_not_show_the_seat_as_connected(tmp_path: Path, pacing: Pacing) -> None:
    """Its stream is still there: nobody reads it, so that it does not come to its end."""
    async with running(tmp_path) as server:
        match_id = (await server.open()).match.match_id
        old = await join(server, match_id, 0)
        stream = watch(server, match_id, old)
        await until(lambda: len(pacing.streams) == 1)
        pacing.streams[0].allowed.release()
        await asyncio.wait_for(stream.read(), 60)
        assert await connected(server, match_id) == [0]
        await leave(server, match_id, old)
        assert await connected(server, match_id) == []
        new = await join(server, match_id, 0)
        assert await connected(server, match_id) == []
        fresh = watch(server, match_id, new)
        await until(lambda: len(pacing.streams) == 2)
        pacing.streams[1].allowed.release()
        await asyncio.wait_for(fresh.read(), 60)
        assert await connected(server, match_id) == [0]
        await rotate(server, match_id, new)
        assert await connected(server, match_id) == []
        for call in (stream, fresh):
            call.cancel()


async def connected(server: Connection, match_id: str) -> list[int]:
    return list((await server.matches.GetPresence(pb.GetPresenceRequest(match_id=match_id))).connected_seats)
