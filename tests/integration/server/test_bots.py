"""Bots that the server plays."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clio.server.app.bots import resumption, runner
from clio.server.app.bots.seat_token import bot_choice, bot_request
from clio.server.identifiers import REQUEST_ID
from clio.v1 import bot_service_pb2 as pb
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as match_pb
from clio.v1 import standings_service_pb2 as standings_pb
from clio.v1.bot_service_pb2_grpc import BotServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.table import Table
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


async def test_a_player_cannot_stop_a_bot_by_taking_its_request_ids(tmp_path: Path) -> None:
    """A request id stands for one command of a match: who knew the one of a bot's next move could use it up."""
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        joined = await server.matches.JoinMatch(match_pb.JoinMatchRequest(match_id=opened.match.match_id, name="Ann"))
        await seat_bot(server, opened, "random")
        seated = Seated(server, opened.match.match_id, opened.host_token, [joined.seat_token], joined.match)

        async def is_anns_turn() -> bool:
            return 0 in (await seated.refresh()).to_move

        await until(is_anns_turn)
        ids = 40
        for number in range(ids):
            request = match_pb.RotateTokenRequest(
                match_id=seated.id,
                request_id=f"bot-1-{seated.match.seq + ids + number}",
                new_token=f"{number:032}",
            )
            await server.matches.RotateToken(request, metadata=bearer(seated.tokens[0]))
            seated.tokens[0] = request.new_token
        while await is_anns_turn():
            await seated.play_first()
        await until(is_anns_turn)


def test_what_a_bot_does_next_follows_from_a_secret() -> None:
    """Who knows the program knows its choice: what decides it must be nothing that players know."""
    first, second = (Table("akros", 2, seed=seed, match_id="a" * 20).match for seed in (1, 2))
    for derive in (bot_request, bot_choice):
        assert derive(first, 1, 20) != derive(second, 1, 20)
        assert derive(first, 1, 20) == derive(first, 1, 20)
        assert len({derive(first, seat, seq) for seat in (0, 1) for seq in (20, 21)}) == 4
    assert REQUEST_ID.fullmatch(bot_request(first, 1, 20))


async def test_a_player_against_a_bot_is_suggested_a_legal_move(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        opened = await server.open("akros")
        match_id = opened.match.match_id
        joined = await server.matches.JoinMatch(match_pb.JoinMatchRequest(match_id=match_id, name="Ann"))
        await seat_bot(server, opened, "random")
        own = bearer(joined.seat_token)

        async def legal() -> match_pb.ListLegalMovesResponse:
            return await server.matches.ListLegalMoves(match_pb.ListLegalMovesRequest(match_id=match_id), metadata=own)

        async def is_turn() -> bool:
            return bool((await legal()).moves)

        await until(is_turn)
        request = pb.SuggestMoveRequest(match_id=match_id)
        found, again = [await bots_of(server).SuggestMove(request, metadata=own) for _ in range(2)]
        moves = await legal()
        assert found.move in moves.moves
        assert (found.seq, found.bot) == (moves.seq, "greedy")
        assert again == found
        assert (await refusal_of(bots_of(server).SuggestMove(request))).reason == "TOKEN_MISSING"
        refusal = await refusal_of(bots_of(server).SuggestMove(request, metadata=bearer(opened.host_token)))
        assert refusal.reason == "TOKEN_WRONG"
        unknown = pb.SuggestMoveRequest(match_id=match_id, bot="oracle")
        assert (await refusal_of(bots_of(server).SuggestMove(unknown, metadata=own))).reason == "BOT_NOT_FOUND"


async def test_no_move_is_suggested_in_a_match_that_may_be_rated(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated("akros")
        token = seated.tokens[seated.match.to_move[0]]
        request = pb.SuggestMoveRequest(match_id=seated.id)
        refusal = await refusal_of(bots_of(server).SuggestMove(request, metadata=bearer(token)))
        assert refusal.reason == "MATCH_MAY_BE_RATED"


async def test_a_server_without_bots_suggests_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, bots="") as server:
        seated = await server.seated("akros")
        request = pb.SuggestMoveRequest(match_id=seated.id)
        refusal = await refusal_of(bots_of(server).SuggestMove(request, metadata=bearer(seated.tokens[0])))
        assert refusal.reason == "BOT_NOT_FOUND"
