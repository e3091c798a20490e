"""Play shows in the metrics, without identifying players."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from clio.client.client import Client
from clio.games.registry import GAMES
from clio.v1 import match_service_pb2 as pb
from clio.v1.move_pb2 import Move
from clio.v1.record_service_pb2 import ForkMatchRequest
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.scraping import Scraped, scraped
from tests.kit.servers import Seated, bearer
from tests.kit.watching import watch


async def played(table: Seated, seat: int, notation: str, **more: Any) -> grpc.StatusCode:
    request = pb.PlayMoveRequest(match_id=table.id, move=Move(notation=notation), **more)
    return await table.connection.matches.PlayMove(request, metadata=bearer(table.tokens[seat])).code()


async def moves(seen: Scraped, game: str = "amphipolis") -> dict[str, float]:
    """What came of moves, as far as any came to it."""
    return {
        sample.labels["result"]: sample.value
        for sample in (await seen.scrape()).samples
        if sample.name == "clio_moves_total" and sample.labels["game"] == game and sample.value
    }


async def test_moves_are_counted_by_game_and_result(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated()
        seat = table.match.to_move[0]
        await played(table, seat, "take mosaics -", request_id="first")
        await played(table, seat, "take mosaics -", request_id="first")
        await played(table, seat, "end", request_id="first")
        await played(table, seat, "take mosaics -")
        await played(table, 1 - seat, "end")
        await played(table, seat, "end", expected_seq=1)
        await played(table, seat, "what is this")
        stranger = pb.PlayMoveRequest(match_id=table.id, move=Move(notation="end"))
        assert await seen.server.matches.PlayMove(stranger).code() is grpc.StatusCode.UNAUTHENTICATED
        assert await moves(seen) == {
            "accepted": 1, "repeated": 1, "reused": 1, "illegal": 1, "not_now": 1, "stale": 1, "malformed": 1,
            "denied": 1,
        }  # fmt: skip
        nowhere = pb.PlayMoveRequest(match_id="a" * 20, move=Move(notation="end"))
        await seen.server.matches.PlayMove(nowhere, metadata=bearer("x" * 43)).code()
        assert await moves(seen, "unknown") == {"not_found": 1}


async def test_moves_over_a_stream_count_as_others_do(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated()
        token = table.tokens[table.match.to_move[0]]
        address = f"127.0.0.1:{seen.server.clio.port}"
        async with Client(address) as client, client.play_session() as session:
            for _ in range(2):
                await session.play(table.id, "take mosaics -", token, request_id="first")
            await asyncio.gather(session.play(table.id, "nonsense", token), return_exceptions=True)
            assert (await seen.scrape()).value("clio_streams", method="PlayStream") == 1
        assert await moves(seen) == {"accepted": 1, "repeated": 1, "malformed": 1}
        await seen.until("clio_streams", 0, method="PlayStream")


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_counted_when_it_begins_and_when_it_ends(tmp_path: Path, game: str) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated(game)
        await table.finish()
        other = await seen.server.seated(game)
        await other.connection.matches.AbortMatch(
            pb.AbortMatchRequest(match_id=other.id, reason="rain"), metadata=bearer(other.host_token)
        )
        fork = ForkMatchRequest(match_id=table.id, seq=table.match.seq - 2)
        await RecordServiceStub(seen.server.channel).ForkMatch(fork)
        scrape = await seen.scrape()
    assert scrape.value("clio_matches_opened_total") == scrape.value("clio_matches_opened_total", game=game) == 3
    assert scrape.value("clio_matches_ended_total", game=game, ending="finished") == 1
    assert scrape.value("clio_matches_ended_total", game=game, ending="aborted") == 1
    assert scrape.value("clio_moves_total", game=game, result="accepted") == scrape.value(
        "clio_calls_total", method="PlayMove", code="OK"
    )


async def test_calls_are_counted_and_timed_by_method(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated()
        await table.finish()
        await seen.server.matches.GetMatch(pb.GetMatchRequest(match_id="a" * 20)).code()
        scrape = await seen.scrape()
    assert scrape.value("clio_calls_total", method="GetMatch", code="NOT_FOUND") == 1
    assert scrape.value("clio_call_seconds_count", method="GetMatch") == scrape.value(
        "clio_calls_total", method="GetMatch"
    )
    assert 0 < scrape.value("clio_call_seconds_sum", method="PlayMove") < 600
    assert scrape.value("clio_call_seconds_bucket", method="PlayMove", le="+Inf") == scrape.value(
        "clio_call_seconds_count", method="PlayMove"
    )


async def test_watchers_and_watched_matches_are_counted_while_they_watch(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        tables = [await seen.server.seated("akros") for _ in range(2)]
        watchers = [watch(seen.server, tables[n % 2].id) for n in range(5)]
        for watcher in watchers:
            await anext(watcher)
        scrape = await seen.scrape()
        assert (scrape.value("clio_watchers"), scrape.value("clio_watched_matches")) == (5, 2)
        assert scrape.value("clio_streams", method="WatchMatch") == 5
        for table in tables:
            await table.finish()
        for watcher in watchers:
            async for _ in watcher:
                pass
        await seen.until("clio_watchers", 0)
        await seen.until("clio_streams", 0, method="WatchMatch")
        await seen.until("clio_stream_seconds_count", 5, method="WatchMatch")


async def test_commits_and_the_cache_are_shown(tmp_path: Path) -> None:
    async with scraped(tmp_path, cached_matches=2) as seen:
        tables = [await seen.server.seated("akros") for _ in range(3)]
        await asyncio.gather(*(table.play_first() for table in tables))
        scrape = await seen.scrape()
    commands = 3 * (1 + 2 + 1)
    assert scrape.value("clio_commands_committed_total") == commands
    assert scrape.value("clio_commit_batch_commands_sum") == commands
    assert scrape.value("clio_commit_seconds_count") == scrape.value("clio_commit_batch_commands_count") <= commands
    assert scrape.value("clio_record_position") >= commands
    assert scrape.value("clio_cached_matches") == 2
    assert scrape.value("clio_cache_lookups_total", result="miss") > 0
    assert scrape.value("clio_cache_lookups_total", result="hit") > 0


async def test_no_label_names_a_match_or_a_player_and_more_matches_make_no_more_series(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        first = await seen.server.seated("akrotiri")
        await first.finish()
        before = await seen.scrape()
        tables = [await seen.server.seated("akrotiri") for _ in range(5)]
        for table in tables:
            await table.play_first(request_id=f"a-request-of-{table.id}")
        after = await seen.scrape()
    assert {(sample.name, *sample.labels.items()) for sample in after.samples} == {
        (sample.name, *sample.labels.items()) for sample in before.samples
    }
    for table in (first, *tables):
        for private in (table.id, table.host_token, *table.tokens, "Player 0", "a-request-of"):
            assert private not in after.text
