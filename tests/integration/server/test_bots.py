"""Bots that the server plays."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clio.server.app.bots import resumption, runner
from clio.v1 import bot_service_pb2 as pb
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as match_pb
from clio.v1 import standings_service_pb2 as standings_pb
from clio.v1.bot_service_pb2_grpc import BotServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until

if TYPE_CHECKING:
    from clio.v1.bot_service_pb2_grpc import BotServiceAsyncStub


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PAUSE_SECONDS", 0.0)


def bots_of(server: Connection) -> "BotServiceAsyncStub":
    return BotServiceStub(server.channel)  # type: ignore[return-value]


async def seat_bot(
    server: Connection, opened: match_pb.OpenMatchResponse, bot: str = "random", **given: object
) -> pb.SeatBotResponse:
    request = pb.SeatBotRequest(match_id=opened.match.match_id, bot=bot, **given)  # type: ignore[arg-type]
    return await bots_of(server).SeatBot(request, metadata=bearer(opened.host_token))


async def test_the_bots_are_listed_from_the_weakest_to_the_strongest(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        listed = await bots_of(server).ListBots(pb.ListBotsRequest())
        assert [bot.bot for bot in listed.bots] == ["random", "greedy", "search"]
        assert all(bot.title and bot.description for bot in listed.bots)
    async with running(tmp_path, bots="") as server:
        assert not (await bots_of(server).ListBots(pb.ListBotsRequest())).bots


async def finished(server: Connection, match_id: str) -> match_pb2.Match:
    async def match() -> match_pb2.Match:
        return (await server.matches.GetMatch(match_pb.GetMatchRequest(match_id=match_id))).match

    async def is_over() -> bool:
        return (await match()).status == match_pb2.MATCH_STATUS_FINISHED

    await until(is_over)
    return await match()


async def test_a_match_of_bots_is_played_to_its_end(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        seats = [(await seat_bot(server, opened, bot)).seat for bot in ("random", "random")]
        match = await finished(server, opened.match.match_id)
        assert seats == [0, 1]
        assert [(seat.name, seat.bot) for seat in match.seats] == [("Random bot", "random"), ("Random bot 2", "random")]


async def test_a_person_plays_against_a_bot_and_the_match_is_not_rated(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        joined = await server.matches.JoinMatch(match_pb.JoinMatchRequest(match_id=opened.match.match_id, name="Ann"))
        await seat_bot(server, opened, "greedy")
        seated = Seated(server, opened.match.match_id, opened.host_token, [joined.seat_token], joined.match)
        while (await seated.refresh()).status == match_pb2.MATCH_STATUS_PLAYING:
            if 0 in seated.match.to_move:
                await seated.play_first()
            else:
                await asyncio.sleep(0.01)
        listed = await StandingsServiceStub(server.channel).ListStandings(
            standings_pb.ListStandingsRequest(game="akros")
        )
        assert not listed.standings


async def test_only_the_host_seats_bots(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        request = pb.SeatBotRequest(match_id=opened.match.match_id, bot="random")
        joined = await server.matches.JoinMatch(match_pb.JoinMatchRequest(match_id=opened.match.match_id, name="Ann"))
        bots = bots_of(server)
        assert (await refusal_of(bots.SeatBot(request))).reason == "TOKEN_MISSING"
        assert (await refusal_of(bots.SeatBot(request, metadata=bearer(joined.seat_token)))).reason == "TOKEN_WRONG"
        match = (await server.matches.GetMatch(match_pb.GetMatchRequest(match_id=opened.match.match_id))).match
        assert match.seq == joined.match.seq


async def test_unknown_bots_and_taken_seats_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, bots="random") as server:
        opened = await server.open("akros")
        assert (await refusal_of(seat_bot(server, opened, "greedy"))).reason == "BOT_NOT_FOUND"
        await seat_bot(server, opened, seat=0)
        refusal = await refusal_of(seat_bot(server, opened, seat=0))
        assert refusal.metadata["rule"] == "CLIO-SEAT-TAKEN"


async def test_a_repeated_request_seats_one_bot(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        opened = await server.open("amphipolis", 4)
        first = await seat_bot(server, opened, request_id="once")
        again = await seat_bot(server, opened, request_id="once")
        assert (again.seat, again.match.seq) == (first.seat, first.match.seq)


async def test_bots_are_resumed_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PAUSE_SECONDS", 0.05)
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        for _ in range(2):
            await seat_bot(server, opened)
        await asyncio.sleep(0.3)
        match = (await server.matches.GetMatch(match_pb.GetMatchRequest(match_id=opened.match.match_id))).match
        assert match.status == match_pb2.MATCH_STATUS_PLAYING
    monkeypatch.setattr(resumption, "SCAN_SECONDS", 0.2)
    async with running(tmp_path) as server:
        await finished(server, opened.match.match_id)


async def test_one_caller_has_a_bounded_number_of_matches_with_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MAX_MATCHES_OF_CALLER", 2)
    async with running(tmp_path) as server:
        for _ in range(2):
            await seat_bot(server, await server.open("akros"))
        refusal = await refusal_of(seat_bot(server, await server.open("akros")))
        assert (refusal.reason, refusal.metadata["limit"]) == ("LIMIT_REACHED", "bot_matches")
