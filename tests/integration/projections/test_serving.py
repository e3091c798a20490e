"""Views as callers meet them: fresh, paged, filtered, and still there when a projection is in trouble."""

import asyncio
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from clio.client.client import Client
from clio.client.errors import NotAllowedError, NotFoundError, RefusedError, UnreachableError
from clio.client.retry import RetryPolicy
from clio.kernel.events.lifecycle import Finished
from clio.kernel.events.match_event import MatchEvent
from clio.projections.projection import ViewWriter
from clio.projections.standings.standings import RATED_MOVES
from clio.projections.statistics.statistics import Statistics
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.view_store import ViewStore
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.projection_service_pb2 import GENERATION_STATUS_RETRYING, GENERATION_STATUS_STOPPED, Generation
from clio.v1.record_service_pb2 import ForkMatchRequest
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.folding import folded_views, projection_context, served_views
from tests.kit.servers import Connection, Seated, running

TOKEN = "operator-" + "x" * 32


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path / "data", admin_token=TOKEN) as connection:
        yield connection


@pytest.fixture
async def client(server: Connection) -> AsyncIterator[Client]:
    async with Client(f"127.0.0.1:{server.clio.port}", retries=RetryPolicy(attempts=1)) as found:
        yield found


async def generation_of(client: Client, name: str) -> Generation:
    listed = await client.operator(TOKEN).list_projections().first_page()
    return next(each for each in listed.projections if each.projection == name).generations[0]


async def test_what_was_acknowledged_is_in_every_view_that_is_asked_for_it(server: Connection, client: Client) -> None:
    for played in range(1, 4):
        seated = await server.seated("akros", 2)
        match = await seated.finish()
        seen = AtLeast(match_id=match.match_id, min_seq=match.seq)
        assert (await client.views.get_statistics("akros", at_least=seen)).finished == played
        assert (await client.views.get_player("Player 0", at_least=seen)).standings[0].played == played
        listed = await server.matches.ListMatches(pb.ListMatchesRequest(at_least=seen))
        assert (listed.matches[0].match_id, listed.matches[0].seq) == (match.match_id, match.seq)
        assert listed.as_of.lag == 0


async def test_nobody_can_ask_for_an_event_that_is_not_there(server: Connection, client: Client) -> None:
    match = (await server.seated("akros", 2)).match
    beyond = AtLeast(match_id=match.match_id, min_seq=match.seq + 1)
    for call in (
        client.views.get_statistics("akros", at_least=beyond),
        client.get_match(match.match_id, min_seq=match.seq + 1),
        client.get_view(match.match_id, min_seq=match.seq + 1),
        client.views.get_scores(match.match_id, min_seq=match.seq + 1),
    ):
        with pytest.raises(NotFoundError) as caught:
            await call
        assert caught.value.reason == "SEQ_OUT_OF_RANGE"
    assert (await client.get_match(match.match_id, min_seq=match.seq)).seq == match.seq


async def test_matches_are_found_by_option_time_result_and_winner(server: Connection) -> None:
    ended = [await (await server.seated("akros", 2, sides=sides)).finish() for sides in ("random", "seat-0-jinn")]
    solo = await (await server.seated("amphipolis", 1)).finish()
    waiting = (await server.open("akrotiri", 2)).match
    soon = datetime.now(UTC) + timedelta(minutes=1)

    async def found(**filters: Any) -> set[str]:
        return {each.match_id for each in (await server.matches.ListMatches(pb.ListMatchesRequest(**filters))).matches}

    ids = [match.match_id for match in ended]
    assert await found() == {*ids, solo.match_id, waiting.match_id}
    assert await found(options={"sides": "random"}) == {ids[0]}
    assert await found(options={"sides": "random", "board": "full-hexagon"}) == set()
    winner = ended[0].seats[ended[0].outcome.winners[0]].name
    assert ids[0] in await found(winner=winner, game="akros")
    assert all(
        winner in [match.seats[seat].name for seat in match.outcome.winners]
        for match in (await server.matches.ListMatches(pb.ListMatchesRequest(winner=winner))).matches
    )
    assert await found(result=match_pb2.MATCH_RESULT_SHARED) == set()
    decided = await found(result=match_pb2.MATCH_RESULT_WON, game="akros")
    assert decided == set(ids)
    assert await found(decided_by=solo.outcome.decided_by) == {solo.match_id}
    assert await found(create_time_from=stamp(soon)) == set()
    assert await found(create_time_before=stamp(soon), status=match_pb2.MATCH_STATUS_OPEN) == {waiting.match_id}


def stamp(moment: datetime) -> Timestamp:
    found = Timestamp()
    found.FromDatetime(moment)
    return found


async def test_pages_skip_and_repeat_nothing_while_matches_are_opened_and_played(server: Connection) -> None:
    first = [(await server.open("akros", 2)).match.match_id for _ in range(7)]
    seen: list[str] = []
    token = ""
    while True:
        page = await server.matches.ListMatches(pb.ListMatchesRequest(page_size=2, page_token=token))
        seen += [match.match_id for match in page.matches]
        token = page.next_page_token
        if not token:
            break
        await server.open("amphipolis", 2)
        for name in ("Ann", "Bob"):
            await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=first[len(seen) % 7], name=name))
    assert seen == first[::-1]


async def test_a_leaderboard_is_paged_and_ranked(server: Connection, client: Client) -> None:
    for _ in range(2):
        await (await server.seated("amphipolis", 4)).finish()
    whole = [page async for page in client.views.list_standings("amphipolis").pages()]
    paged = [page async for page in client.views.list_standings("amphipolis", page_size=1).pages()]
    assert len(whole) == 1
    assert whole[0].total_size == 4
    assert [page.standings[0] for page in paged] == list(whole[0].standings)
    assert [each.rank for each in whole[0].standings] == [1, 2, 3, 4]
    ratings = [each.rating.rating for each in whole[0].standings]
    assert ratings == sorted(ratings, reverse=True)
    for each in whole[0].standings:
        boards = (await client.views.get_player(each.player)).standings
        assert [(board.game, board.rank) for board in boards if board.game] == [("amphipolis", each.rank)]
        matches = [match async for match in client.views.list_player_matches(each.player, "amphipolis", page_size=1)]
        assert matches[0].after.rating == each.rating.rating
        assert matches[0].before == matches[1].after


async def test_running_scores_end_as_the_outcome_and_say_why(server: Connection, client: Client) -> None:
    seated = await server.seated("amphipolis", 3)
    start = await client.views.get_scores(seated.id)
    assert [score.total for score in start.scores] == [0, 0, 0]
    assert not start.HasField("decided_by")
    match = await seated.finish()
    end = await client.views.get_scores(match.match_id)
    assert list(end.scores) == list(match.outcome.scores)
    assert end.decided_by.rule == match.outcome.decided_by
    assert end.decided_by.text
    totals = [
        sum(score.total for score in (await client.views.get_scores(match.match_id, seq=seq)).scores)
        for seq in range(6, match.seq + 1, 10)
    ]
    assert totals[0] < totals[-1]
    assert list((await client.views.get_scores(match.match_id, seq=match.seq - 1)).scores) == list(end.scores)


async def test_scores_before_the_start_are_empty(server: Connection, client: Client) -> None:
    opened = await server.open("akros", 2)
    assert not (await client.views.get_scores(opened.match.match_id)).scores


@pytest.fixture
def unprocessable(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """As long as it is set, no match can be counted as finished."""
    active = asyncio.Event()
    sound = Statistics.apply

    def apply(self: Statistics, view: ViewWriter, position: int, event: MatchEvent) -> None:
        if active.is_set() and isinstance(event.payload, Finished):
            raise ZeroDivisionError("a secret")
        sound(self, view, position, event)

    monkeypatch.setattr(Statistics, "apply", apply)
    return active


async def test_an_unprocessable_event_stops_its_projection_alone_and_loudly(
    server: Connection, client: Client, unprocessable: asyncio.Event, tmp_path: Path
) -> None:
    await (await server.seated("akros", 2)).finish()
    assert (await client.views.get_statistics("akros")).finished == 1
    unprocessable.set()
    match = await (await server.seated("akros", 2)).finish()
    seen = AtLeast(match_id=match.match_id, min_seq=match.seq)
    with pytest.raises(UnreachableError) as caught:
        await client.views.get_statistics("akros", at_least=seen)
    assert caught.value.reason == "PROJECTION_BEHIND"
    stopped = await generation_of(client, "statistics")
    assert stopped.status == GENERATION_STATUS_STOPPED
    assert stopped.error == f"ZeroDivisionError at position {stopped.position + 1}"
    assert await health(server, "clio.projections.statistics") == health_pb2.HealthCheckResponse.NOT_SERVING
    assert await health(server, "clio.projections.standings") == health_pb2.HealthCheckResponse.SERVING
    assert await health(server, "") == health_pb2.HealthCheckResponse.SERVING
    # The others go on, and so does what the stopped one knew.
    assert (await client.views.get_player("Player 0", at_least=seen)).standings[0].played == 2
    assert (await client.views.get_statistics("akros")).finished == 1
    unprocessable.clear()
    await client.operator(TOKEN).resume_projection("statistics")
    assert (await client.views.get_statistics("akros", at_least=seen)).finished == 2
    assert await health(server, "clio.projections.statistics") == health_pb2.HealthCheckResponse.SERVING
    with projection_context(tmp_path / "data") as context:
        served = served_views(context)
        assert folded_views(context, tmp_path / "folded", {name: each[0] for name, each in served.items()}) == served


async def health(server: Connection, name: str) -> int:
    answer = await HealthStub(server.channel).Check(health_pb2.HealthCheckRequest(service=name))
    return int(answer.status)


async def test_an_unavailable_store_is_retried_until_it_is_back(
    server: Connection, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = ViewStore.apply_page
    failures = iter(range(3))

    def apply_page(self: ViewStore, *arguments: Any) -> int:
        if arguments[0].name == "standings" and next(failures, None) is not None:
            raise StoreUnavailableError("the disk is away")
        return sound(self, *arguments)

    monkeypatch.setattr(ViewStore, "apply_page", apply_page)
    match = await (await server.seated("akros", 2)).finish()
    seen = AtLeast(match_id=match.match_id, min_seq=match.seq)
    assert (await client.views.get_player("Player 0", at_least=seen)).standings[0].played == 1
    assert next(failures, None) is None
    assert (await generation_of(client, "standings")).status != GENERATION_STATUS_RETRYING


async def test_a_read_that_waits_for_a_view_blocks_no_other_read(
    server: Connection, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    sound = Statistics.apply

    def apply(self: Statistics, view: ViewWriter, position: int, event: MatchEvent) -> None:
        go_on.wait()
        sound(self, view, position, event)

    monkeypatch.setattr(Statistics, "apply", apply)
    try:
        first = (await server.seated("akros", 2)).match
        seen = AtLeast(match_id=first.match_id, min_seq=first.seq)
        waiting = [asyncio.create_task(client.views.get_statistics("akros", at_least=seen)) for _ in range(30)]
        await asyncio.sleep(0)
        match = await (await server.seated("akros", 2)).finish()
        fresh = AtLeast(match_id=match.match_id, min_seq=match.seq)
        assert (await client.views.get_player("Player 0", at_least=fresh)).standings[0].played == 1
        assert not any(task.done() and task.exception() is None for task in waiting)
    finally:
        go_on.set()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_operators_calls_need_the_operators_token(client: Client) -> None:
    for token, code in (("", grpc.StatusCode.UNAUTHENTICATED), ("wrong", grpc.StatusCode.PERMISSION_DENIED)):
        with pytest.raises(NotAllowedError) as caught:
            await client.operator(token).list_projections().first_page()
        assert caught.value.code is code
        with pytest.raises(NotAllowedError):
            await client.operator(token).rebuild_projection("matches")
    with pytest.raises(NotFoundError):
        await client.operator(TOKEN).rebuild_projection("nonsense")
    for call in (
        client.operator(TOKEN).switch_projection("matches"),
        client.operator(TOKEN).drop_projection("matches"),
        client.operator(TOKEN).resume_projection("matches"),
        client.operator(TOKEN).diff_projection("matches").first_page(),
    ):
        with pytest.raises(RefusedError) as refused:
            await call
        assert refused.value.reason == "PROJECTION_NOT_READY"


async def test_unknown_games_players_and_tokens_are_refused(server: Connection, client: Client) -> None:
    with pytest.raises(NotFoundError):
        await client.views.get_statistics("chess")
    with pytest.raises(NotFoundError):
        await client.views.get_player("Nobody")
    with pytest.raises(NotFoundError):
        await anext(client.views.list_standings("chess").pages())
    for token in ("x", "AAAAAAAAAAAA", "é"):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await server.matches.ListMatches(pb.ListMatchesRequest(page_token=token))
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_name_is_found_in_whatever_form_it_is_typed(server: Connection, client: Client) -> None:
    """The record holds names in NFC; some keyboards and file systems give NFD."""
    name, typed = "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}"
    match_id = (await client.open_match("akros", 2)).match.match_id
    joined = [await client.join_match(match_id, player) for player in (name, "Bob")]
    tokens = {each.seat: each.seat_token for each in joined}
    # A resignation counts only after moves of every seat.
    for _ in range(RATED_MOVES * len(tokens)):
        token = tokens[(await client.get_match(match_id)).to_move[0]]
        await client.play_move(match_id, (await client.list_legal_moves(match_id, token).first_page()).moves[0], token)
    ended = await client.resign_match(match_id, joined[1].seat_token)
    seen = AtLeast(match_id=match_id, min_seq=ended.seq)
    assert (await client.views.get_player(typed, at_least=seen)).standings[0].player == name
    assert [each async for each in client.views.list_player_matches(typed, "akros")]
    for filters in ({"player": typed}, {"winner": typed}):
        found = await server.matches.ListMatches(pb.ListMatchesRequest(at_least=seen, **filters))
        assert [match.match_id for match in found.matches] == [match_id]
    assert [part async for part in client.records.export_all(player=typed)]


async def test_a_text_that_no_store_can_hold_finds_nothing(tmp_path: Path, store_url: str) -> None:
    async with running(tmp_path, database_url=store_url) as server:
        await server.open()
        for player in ("\0", "Player 0\0"):
            found = await server.matches.ListMatches(pb.ListMatchesRequest(player=player, options={"a\0": player}))
            assert list(found.matches) == []


async def test_a_fork_is_listed_but_counts_neither_in_standings_nor_in_statistics(
    server: Connection, client: Client
) -> None:
    seated = await server.seated()
    await seated.finish()
    fork = await RecordServiceStub(server.channel).ForkMatch(ForkMatchRequest(match_id=seated.id, seq=20))
    tokens = []
    for name in ("Ann", "Bob"):
        joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=fork.match.match_id, name=name))
        tokens.append(joined.seat_token)
    match = await Seated(server, fork.match.match_id, fork.host_token, tokens, joined.match).finish()
    seen = AtLeast(match_id=match.match_id, min_seq=match.seq)
    listed = await server.matches.ListMatches(pb.ListMatchesRequest(at_least=seen))
    assert [each.match_id for each in listed.matches] == [match.match_id, seated.id]
    assert (await client.views.get_statistics("amphipolis", at_least=seen)).finished == 1
    assert (await client.views.get_player("Player 0", at_least=seen)).standings[0].played == 1
    with pytest.raises(NotFoundError):
        await client.views.get_player("Ann", at_least=seen)
