"""Boards in the watch: with the mark that the past is delivered, after live events, and at the end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.watch import Sources, WatchRequest, watch
from clio.v1 import match_service_pb2 as pb
from clio.v1.view_pb2 import View
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer
from tests.kit.watching import Seen

PATIENCE = 30


def watching(server: Connection, match_id: str, token: str = "", after: int = 0) -> Any:
    request = pb.WatchMatchRequest(match_id=match_id, after_seq=after, views=True)
    return server.matches.WatchMatch(request, metadata=bearer(token) if token else None)


def straight(server: Connection, match_id: str, token: str = "") -> AsyncIterator[bytes]:
    """The same without gRPC, whose buffers would read ahead of a slow watcher."""
    clio = server.clio
    sources = Sources(clio.matches, clio.past, clio.live.presence, clio.live_views, 0.05)
    return watch(sources, WatchRequest(match_id, Caller(token), views=True))


async def until_view(stream: AsyncIterator[pb.WatchMatchResponse], seen: Seen) -> View:
    async with asyncio.timeout(PATIENCE):
        async for part in stream:
            seen.take(part)
            if part.HasField("view"):
                return part.view
    raise AssertionError("the stream ended without a view")


async def board(server: Connection, match_id: str, seq: int, token: str = "") -> View:
    request = pb.GetViewRequest(match_id=match_id, seq=seq)
    return (await server.matches.GetView(request, metadata=bearer(token) if token else None)).view


@pytest.mark.parametrize("game", sorted(BUILT_IN))
async def test_views_come_with_the_mark_and_after_live_events(server: Connection, game: str) -> None:
    seated = await server.seated(game)
    for _ in range(3):
        await seated.play_first()
    token = seated.tokens[0]
    stream, seen = aiter(watching(server, seated.id, token)), Seen()
    view = await until_view(stream, seen)
    assert seen.caught_up_at == view.match.seq == (await seated.refresh()).seq
    assert sum(part.HasField("view") for part in seen.parts) == 1, "the past comes without views"
    assert view == await board(server, seated.id, view.match.seq, token)
    for _ in range(4):
        played = await seated.play_first()
        view = await until_view(stream, seen)
        assert seen.seq == view.match.seq == played.seq
        assert view == await board(server, seated.id, played.seq, token)


async def test_the_last_view_shows_everything(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    await seated.play_first()
    spectator, seen = aiter(watching(server, seated.id)), Seen()
    view = await until_view(spectator, seen)
    assert view == await board(server, seated.id, view.match.seq)
    await server.matches.ResignMatch(pb.ResignMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[0]))
    parts = []
    async with asyncio.timeout(PATIENCE):
        async for part in spectator:
            seen.take(part)
            parts.append(part)
    last = parts[-1].view
    assert last.match.seq == seen.seq
    assert last == await board(server, seated.id, 0)
    assert last.viewpoint != view.viewpoint
    again = [part async for part in watching(server, seated.id, after=seen.seq)]
    assert again[-1].view == last


async def test_a_board_is_computed_once_for_all_who_watch_from_one_viewpoint(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    streams = [(aiter(watching(server, seated.id)), Seen()) for _ in range(20)]
    seats = [(aiter(watching(server, seated.id, token)), Seen()) for token in seated.tokens]
    views = await asyncio.gather(*(until_view(*each) for each in streams + seats))
    assert server.clio.live_views.computed == 3
    assert all(view == views[0] for view in views[:20])
    await seated.play_first()
    await asyncio.gather(*(until_view(*each) for each in streams + seats))
    assert server.clio.live_views.computed == 6


async def test_a_slow_watcher_skips_views_and_no_event(server: Connection) -> None:
    seated = await server.seated("akros")
    stream, seen = straight(server, seated.id), Seen()

    async def read() -> pb.WatchMatchResponse:
        part = pb.WatchMatchResponse.FromString(await asyncio.wait_for(anext(stream), PATIENCE))
        seen.take(part)
        return part

    while not (await read()).HasField("view"):
        pass
    for _ in range(6):
        await seated.play_first()
    while seen.seq < (await seated.refresh()).seq:
        assert not (await read()).HasField("view")
    while not (part := await read()).HasField("view"):
        pass
    assert part.view.match.seq == seen.seq == seated.match.seq
    assert [sum(part.HasField("view") for part in seen.parts)] == [2]


async def test_events_do_not_wait_for_a_view(server: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    seated = await server.seated("akros")
    release = asyncio.Event()
    run = server.clio.live_views._workers.run

    async def held(job: Callable[..., bytes], *args: object) -> bytes:
        await release.wait()
        return await run(job, *args)

    monkeypatch.setattr(server.clio.live_views._workers, "run", held)
    stream, seen = aiter(watching(server, seated.id)), Seen()
    while seen.caught_up_at < 0:
        seen.take(await asyncio.wait_for(anext(stream), PATIENCE))
    for _ in range(3):
        played = await seated.play_first()
        while seen.seq < played.seq:
            seen.take(await asyncio.wait_for(anext(stream), PATIENCE))
    assert not any(part.HasField("view") for part in seen.parts)
    release.set()
    assert (await until_view(stream, seen)).match.seq == seen.seq == played.seq


async def test_a_view_that_the_server_was_too_busy_for_comes_later(
    server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = await server.seated("akros")
    run, refused = server.clio.live_views._workers.run, []

    async def busy(job: Callable[..., bytes], *args: object) -> bytes:
        if len(refused) < 2:
            refused.append(job)
            raise errors.server_busy("work_waiting", 1, 1.0)
        return await run(job, *args)

    monkeypatch.setattr(server.clio.live_views._workers, "run", busy)
    stream = straight(server, seated.id)
    async with asyncio.timeout(PATIENCE):
        async for raw in stream:
            if pb.WatchMatchResponse.FromString(raw).HasField("view"):
                break
    assert len(refused) == 2


async def test_a_token_that_was_replaced_shows_no_more_boards(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    stream, seen = watching(server, seated.id, seated.tokens[0]), Seen()
    parts = aiter(stream)
    await until_view(parts, seen)
    await server.matches.RotateToken(pb.RotateTokenRequest(match_id=seated.id), metadata=bearer(seated.tokens[0]))
    before = len(seen.parts)
    refusal = await refusal_of(_rest(parts, seen))
    assert refusal.reason == "TOKEN_WRONG"
    assert not any(part.HasField("view") for part in seen.parts[before:])


async def _rest(parts: AsyncIterator[pb.WatchMatchResponse], seen: Seen) -> None:
    async with asyncio.timeout(PATIENCE):
        async for part in parts:
            seen.take(part)


async def test_a_match_that_has_not_begun_has_a_view_without_a_board(server: Connection) -> None:
    opened = await server.open("akros")
    stream, seen = aiter(watching(server, opened.match.match_id)), Seen()
    assert (await until_view(stream, seen)).WhichOneof("game") is None
    tokens = [
        (await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))).seat_token
        for name in ("Ann", "Bob")
    ]
    while (view := await until_view(stream, seen)).WhichOneof("game") is None:
        pass
    assert view.match.seq == seen.seq
    assert Seated(server, opened.match.match_id, opened.host_token, tokens, view.match).id == view.match.match_id
