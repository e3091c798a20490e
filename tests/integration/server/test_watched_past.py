"""Every watcher, and whether the past was kept, read or never folded: each is shown what is theirs to see."""

import asyncio
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest

from clio.server.app.event_page_cache import PAGE_EVENTS, EventPageCache
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event, Opening
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.watching import Seen, seen_to_the_end, watch

Place = tuple[int, str]


async def caught_up(server: Connection, match_id: str, token: str = "") -> tuple[list[Event], list[Opening]]:
    """What a watcher is told until it has caught up."""
    request = pb.WatchMatchRequest(match_id=match_id)
    call = server.matches.WatchMatch(request, metadata=bearer(token) if token else ())
    events, openings = [], []
    async for part in call:
        events += part.events
        openings += part.openings
        if part.caught_up:
            break
    call.cancel()
    return events, openings


def places(openings: list[Opening]) -> set[Place]:
    return {(opening.seq, opening.field) for opening in openings}


async def played_for_long(server: Connection) -> Seated:
    """A match with more than a page of events, sealed ones among them."""
    seated = await server.seated("akrotiri")
    while (await seated.refresh()).seq <= PAGE_EVENTS + 20:
        await seated.play_first(choice=seated.match.seq)
    return seated


@pytest.fixture
async def seated(server: Connection) -> Seated:
    return await played_for_long(server)


async def test_what_is_kept_is_shown_to_every_viewer_as_what_is_read(
    server: Connection, seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewers = ["", seated.host_token, *seated.tokens]
    past = server.clio.past
    fresh = []
    for token in viewers:
        monkeypatch.setattr(past, "kept", EventPageCache())
        fresh.append(await caught_up(server, seated.id, token))
    assert past.sent_from_memory == 0
    for order in (viewers, viewers[::-1]):
        assert {token: await caught_up(server, seated.id, token) for token in order} == dict(
            zip(viewers, fresh, strict=True)
        )
    assert past.sent_from_memory >= 7 * PAGE_EVENTS


async def test_the_secrets_of_a_seat_are_opened_for_nobody_else(server: Connection, seated: Seated) -> None:
    """The seats watch first, so that whatever they were shown could have been kept."""
    own = [places((await caught_up(server, seated.id, token))[1]) for token in seated.tokens]
    assert own[0]
    assert own[1]
    assert not own[0] & own[1]
    for token in ("", seated.host_token):
        events, openings = await caught_up(server, seated.id, token)
        assert not openings
        sealed = {(event.seq, field) for event in events for field in event.sealed}
        assert own[0] | own[1] == sealed
    assert [places((await caught_up(server, seated.id, token))[1]) for token in seated.tokens] == own


async def test_events_recorded_after_the_past_was_kept_are_shown(server: Connection, seated: Seated) -> None:
    await caught_up(server, seated.id)
    last = (await seated.play_first()).seq
    events, _ = await caught_up(server, seated.id)
    assert [event.seq for event in events] == list(range(1, last + 1))


async def test_a_watcher_to_the_end_is_owed_every_opening(server: Connection) -> None:
    seated = await played_for_long(server)
    following = [asyncio.Event() for _ in range(2 * (2 + len(seated.tokens)))]
    places_to_watch = product(("", seated.host_token, *seated.tokens), (0, 50))
    watching = [
        asyncio.create_task(_openings_to_the_end(server, seated.id, token, after, follows))
        for (token, after), follows in zip(places_to_watch, following, strict=True)
    ]
    async with asyncio.timeout(60):
        await asyncio.gather(*(follows.wait() for follows in following))
    await seated.abort()
    events, openings = await caught_up(server, seated.id)
    sealed = sorted((event.seq, field) for event in events for field in event.sealed)
    assert sorted(places(openings)) == sealed
    for opened in await asyncio.wait_for(asyncio.gather(*watching), 60):
        assert sorted(opened) == sealed


async def test_a_watcher_from_before_the_first_secret_is_owed_it_too(server: Connection) -> None:
    opened = await server.open("akrotiri")
    stream, seen = watch(server, opened.match.match_id), Seen()
    while seen.caught_up_at < 0:
        seen.take(await anext(stream))
    for name in "AB":
        await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))
    abort = pb.AbortMatchRequest(match_id=opened.match.match_id, reason="Enough.")
    await server.matches.AbortMatch(abort, metadata=bearer(opened.host_token))
    await asyncio.wait_for(_rest(stream, seen), 60)
    sealed = {(event.seq, field) for part in seen.parts for event in part.events for field in event.sealed}
    assert sealed
    assert {place for part in seen.parts for place in places(list(part.openings))} == sealed


async def _openings_to_the_end(
    server: Connection, match_id: str, token: str, after: int, follows: asyncio.Event
) -> list[Place]:
    """Every opening that a watcher is sent; ``follows`` is set once it has seen the past."""
    request = pb.WatchMatchRequest(match_id=match_id, after_seq=after)
    opened: list[Place] = []
    async for part in server.matches.WatchMatch(request, metadata=bearer(token) if token else ()):
        opened += [(opening.seq, opening.field) for opening in part.openings]
        if part.caught_up:
            follows.set()
    return opened


async def test_a_finished_match_that_is_not_in_memory_is_shown_without_being_folded(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await played_for_long(server)
        match = await seated.abort()
        before = await caught_up(server, seated.id)
    async with running(tmp_path) as server:
        for _ in range(2):
            assert await caught_up(server, seated.id) == before
            for start in (1, PAGE_EVENTS, match.seq - 1, match.seq):
                seen = await seen_to_the_end(server, seated.id, start, before[0][start - 1].digest)
                assert (seen.seq, seen.digest) == (match.seq, match.digest)
                assert {place for part in seen.parts for place in places(list(part.openings))} == places(before[1])
        assert (await refusal_of(anext(watch(server, seated.id, 3, bytes(32))))).reason == "HISTORY_DIFFERS"
        assert (await refusal_of(anext(watch(server, seated.id, 999)))).reason == "SEQ_OUT_OF_RANGE"
        assert (await refusal_of(anext(watch(server, "nobody")))).reason == "MATCH_NOT_FOUND"
        assert server.clio.record.cached_matches == 0
        refusal = await refusal_of(caught_up(server, seated.id, "x" * 40))
        assert refusal.reason == "TOKEN_WRONG"


async def test_a_match_that_is_not_in_memory_is_watched_from_its_past_into_its_present(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await played_for_long(server)
    async with running(tmp_path, heartbeat_seconds=0.05) as server:
        seated = Seated(server, seated.id, seated.host_token, seated.tokens, seated.match)
        stream, seen = watch(server, seated.id), Seen()
        while seen.caught_up_at < 0:
            seen.take(await anext(stream))
        assert any(event.sealed for part in seen.parts for event in part.events)
        assert not any(part.openings for part in seen.parts)
        watching = asyncio.create_task(_rest(stream, seen))
        for turn in range(3):
            await seated.play_first(choice=turn)
        match = await seated.abort()
        await asyncio.wait_for(watching, 60)
        assert (seen.seq, seen.digest) == (match.seq, match.digest)
        sealed = {(event.seq, field) for part in seen.parts for event in part.events for field in event.sealed}
        assert {place for part in seen.parts for place in places(list(part.openings))} == sealed


async def _rest(stream: AsyncIterator[pb.WatchMatchResponse], seen: Seen) -> None:
    async for part in stream:
        seen.take(part)
