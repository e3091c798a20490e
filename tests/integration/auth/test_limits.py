"""Limits of a caller: what is too much is refused with the time after which to try again."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from clio.client import Client, RateLimitError, RetryPolicy
from clio.v1 import game_service_pb2, match_pb2, record_service_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.access import OPERATOR, new_key, retry_seconds, with_key
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until

FOREVER = 1e-6
"""A rate that gives nothing back while a test runs."""


async def list_games(server: Connection, shown: tuple[tuple[str, str], ...] = ()) -> object:
    return await server.games.ListGames(game_service_pb2.ListGamesRequest(), metadata=shown)


async def test_calls_over_the_limit_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    async with running(tmp_path, limit_calls_per_second=0.5) as server:
        await list_games(server)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await list_games(server)
        refusal = await refusal_of(list_games(server))
        assert (refusal.code, refusal.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_REACHED")
        assert refusal.metadata["limit"] == "calls_per_second"
        assert 0 < retry_seconds(caught.value) <= 2


async def test_a_key_has_an_account_and_limits_of_its_own(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        tight = await new_key(server, "read", calls_per_second=FOREVER)
        loose = await new_key(server, "read")
        await list_games(server, with_key(tight.key))
        assert (await refusal_of(list_games(server, with_key(tight.key)))).reason == "LIMIT_REACHED"
        await list_games(server, with_key(loose.key))
        await list_games(server)


async def test_moves_over_the_limit_are_refused_one_by_one(tmp_path: Path) -> None:
    async with running(tmp_path, limit_moves_per_second=FOREVER) as server:
        seated = await server.seated()
        await seated.play_first()
        refusal = await refusal_of(seated.play_first())
        assert (refusal.reason, refusal.metadata["limit"]) == ("LIMIT_REACHED", "moves_per_second")


async def test_a_stream_of_moves_is_slowed_and_every_move_is_played_in_its_order(tmp_path: Path) -> None:
    async with running(tmp_path, limit_moves_per_second=40) as server:
        seated = [await server.seated("akros") for _ in range(3)]
        played = 0

        async def moves(one: Seated, session: object) -> None:
            nonlocal played
            for _ in range(40):
                match = await one.refresh()
                if match.status != match_pb2.MATCH_STATUS_PLAYING:
                    return
                seat = match.to_move[0]
                listed = await one.moves(seat)
                await session.play(  # type: ignore[attr-defined]
                    one.id, listed.moves[0].notation, one.tokens[seat], expected_seq=listed.seq
                )
                played += 1

        async with Client(f"127.0.0.1:{server.clio.port}") as client, client.play_session() as session:
            began = asyncio.get_running_loop().time()
            await asyncio.gather(*(moves(one, session) for one in seated))
            took = asyncio.get_running_loop().time() - began
        # A burst of two seconds' worth comes at once; the rest must have taken its time.
        assert played > 80
        assert took >= (played - 80) / 40


async def test_a_caller_opens_and_keeps_open_as_many_matches_as_allowed(tmp_path: Path) -> None:
    async with running(tmp_path, limit_open_matches=2) as server:
        opened = [await server.open() for _ in range(2)]
        refusal = await refusal_of(server.open())
        assert (refusal.reason, refusal.metadata["limit"]) == ("LIMIT_REACHED", "open_matches")
        abort = pb.AbortMatchRequest(match_id=opened[0].match.match_id, reason="Enough.")
        await server.matches.AbortMatch(abort, metadata=bearer(opened[0].host_token))
        await server.open()
        assert (await refusal_of(server.open())).reason == "LIMIT_REACHED"
    async with running(tmp_path, limit_matches_per_hour=2) as server:
        for _ in range(2):
            await server.open()
        refusal = await refusal_of(server.open())
        assert (refusal.reason, refusal.metadata["limit"]) == ("LIMIT_REACHED", "matches_per_hour")


async def test_openings_at_the_same_time_share_one_quota(tmp_path: Path) -> None:
    async with running(tmp_path, limit_open_matches=5) as server:
        tries = await asyncio.gather(*(server.open() for _ in range(50)), return_exceptions=True)
        opened = [each for each in tries if isinstance(each, pb.OpenMatchResponse)]
        assert len(opened) == 5
        assert (await refusal_of(server.open())).metadata["limit"] == "open_matches"


async def test_forks_at_the_same_time_share_the_quota_with_openings(tmp_path: Path) -> None:
    async with running(tmp_path, limit_open_matches=3) as server:
        seated = await server.seated("akros")
        await seated.play_first()
        await seated.play_first()
        records = RecordServiceStub(server.channel)
        fork = record_service_pb2.ForkMatchRequest(match_id=seated.id)
        tries = await asyncio.gather(
            *(records.ForkMatch(fork, metadata=bearer(seated.host_token)) for _ in range(10)),
            *(server.open() for _ in range(10)),
            return_exceptions=True,
        )
        assert sum(not isinstance(each, BaseException) for each in tries) == 2


async def test_a_repeated_request_counts_once_and_a_refused_one_not_at_all(tmp_path: Path) -> None:
    async with running(tmp_path, limit_open_matches=2, limit_matches_per_hour=8) as server:
        same = pb.OpenMatchRequest(game="akros", seats=2, request_id="the-same", host_token="h" * 32)
        answers = await asyncio.gather(*(server.matches.OpenMatch(same) for _ in range(8)))
        assert len({answer.match.match_id for answer in answers}) == 1
        for _ in range(3):
            assert (await refusal_of(server.open("akros", 7))).reason == "SEATS_NOT_ALLOWED"
        await server.open()
        # The count is full; a repetition opens nothing and is answered all the same.
        assert (await server.matches.OpenMatch(same)).match.match_id == answers[0].match.match_id
        assert (await refusal_of(server.open())).metadata["limit"] == "open_matches"


async def test_a_refusal_gives_no_place_away_that_another_request_for_the_match_has(tmp_path: Path) -> None:
    """Pairs of a refused and a good request under one id must not make room for a third."""
    async with running(tmp_path, limit_open_matches=4) as server:
        tries = []
        for number in range(20):
            wrong = pb.OpenMatchRequest(game="akros", seats=7, request_id=f"pair-{number}", host_token="h" * 40)
            good = pb.OpenMatchRequest(game="akros", seats=2, request_id=f"pair-{number}", host_token="h" * 40)
            tries += [server.matches.OpenMatch(wrong), server.matches.OpenMatch(good)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, pb.OpenMatchResponse) for each in answers) <= 4


async def watching(server: Connection, match_id: str) -> AsyncIterator[pb.WatchMatchResponse]:
    stream = server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id))
    try:
        while True:
            yield await stream.read()
    finally:
        stream.cancel()


@pytest.mark.parametrize("limit", ["watchers", "streams"])
async def test_watchers_at_once_are_limited_and_room_is_made_when_one_goes(tmp_path: Path, limit: str) -> None:
    async with running(tmp_path, **{f"limit_{limit}": 2}) as server:
        match_id = (await server.open()).match.match_id
        streams = [watching(server, match_id) for _ in range(2)]
        for stream in streams:
            await anext(stream)
        refusal = await refusal_of(anext(watching(server, match_id)))
        assert (refusal.code, refusal.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_REACHED")
        assert refusal.metadata["limit"] == limit
        await streams[0].aclose()

        async def there_is_room() -> bool:
            try:
                await anext(watching(server, match_id))
            except grpc.aio.AioRpcError:
                return False
            return True

        await until(there_is_room)


async def test_the_sdk_waits_as_long_as_it_is_told_and_not_longer_than_it_likes(tmp_path: Path) -> None:
    async with running(tmp_path, limit_calls_per_second=5) as server:
        address = f"127.0.0.1:{server.clio.port}"
        async with Client(address) as client:
            for _ in range(15):
                await client.list_games().all()
        async with Client(address, retries=RetryPolicy(patience_seconds=0.0)) as client:
            with pytest.raises(RateLimitError) as caught:
                await asyncio.gather(*(client.list_games().all() for _ in range(15)))
        assert (caught.value.retry_after or 0) > 0


async def test_calls_of_all_callers_together_are_limited_too(tmp_path: Path) -> None:
    async with running(tmp_path, max_calls=3) as server:
        match_id = (await server.open()).match.match_id
        streams = [watching(server, match_id) for _ in range(3)]
        for stream in streams:
            await anext(stream)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await list_games(server)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        for stream in streams:
            await stream.aclose()


async def test_without_limits_nothing_is_counted(tmp_path: Path) -> None:
    names = ("calls_per_second", "moves_per_second", "matches_per_hour", "open_matches", "watchers", "streams")
    async with running(tmp_path, **{f"limit_{name}": 0 for name in names}) as server:
        seated = await server.seated()
        for _ in range(5):
            await seated.play_first()
