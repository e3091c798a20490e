"""A call of every public method of the client, against a real server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from clio.client import CaughtUp, Client, HostHandle, SeatHandle, stream_move
from clio.client.pages import Paged
from clio.v1.access_service_pb2 import SCOPE_READ
from clio.v1.fair_play_pb2 import AGREEMENT_ABORT, AGREEMENT_PAUSE, DIRECTOR_HOST, FairPlaySettings
from clio.v1.freshness_pb2 import AtLeast
from tests.kit.records import lines_of
from tests.kit.table import Table

OPERATOR = "operator-" + "x" * 32
DIRECTED = FairPlaySettings(clock="fischer/300+5", director=DIRECTOR_HOST)


def foreign(seed: int) -> bytes:
    """A record of another server."""
    return b"".join(line + b"\n" for line in lines_of(Table("akros", 2, seed=seed).finish()))


@dataclass(frozen=True)
class World:
    """What the calls need: a client, and matches in every state."""

    client: Client
    over: tuple[HostHandle, SeatHandle, SeatHandle]
    over_seq: int
    archived: str

    async def seats(self, game: str = "akros", **settings: Any) -> tuple[HostHandle, SeatHandle, SeatHandle]:
        """A match that has started: its host, the seat to move, and the other one."""
        host = await self.client.open(game, 2, **settings)
        first, second = [await host.join(name) for name in ("Ann", "Bob")]
        return (host, first, second) if 0 in (await host.get()).to_move else (host, second, first)

    async def open(self, **settings: Any) -> tuple[HostHandle, SeatHandle]:
        """A match with one free seat: its host and the seat that is taken."""
        host = await self.client.open("akros", **settings)
        return host, await host.join("Ann")

    @property
    def seen(self) -> AtLeast:
        return AtLeast(match_id=self.over[0].match_id, min_seq=self.over_seq)


async def world(client: Client) -> World:
    host = await client.open("akros", 2)
    seats = [await host.join(name) for name in ("Ann", "Bob")]
    while to_move := (await host.get()).to_move:
        await seats[to_move[0]].play(await _move(seats[to_move[0]]))
    imported = await client.archive.import_record([foreign(1)], "elsewhere")
    return World(client, (host, seats[0], seats[1]), (await host.get()).seq, imported.record.match.match_id)


async def _first(stream: AsyncIterator[Any]) -> Any:
    async with asyncio.timeout(20):
        async for part in stream:
            return part
    raise AssertionError("the stream is empty")


async def _watched(watcher: Any) -> Any:
    async with asyncio.timeout(20):
        async for sighting in watcher:
            if isinstance(sighting, CaughtUp):
                return watcher
    return watcher


async def _fed(w: World) -> Any:
    feed = w.client.platform.changes(timeout=5)
    await _first(aiter(feed))
    return feed


async def _open(w: World) -> tuple[Client, str, SeatHandle, HostHandle]:
    host, seat = await w.open()
    return w.client, host.match_id, seat, host


async def _playing(w: World, **settings: Any) -> tuple[Client, str, SeatHandle, HostHandle]:
    host, mover, _ = await w.seats(**settings)
    return w.client, host.match_id, mover, host


async def _move(seat: SeatHandle) -> Any:
    return (await seat.list_legal_moves().all())[0]


Action = Callable[[World], Awaitable[Any]]


def of_open(act: Callable[[Client, str, SeatHandle, HostHandle], Any]) -> Action:
    async def run(w: World) -> Any:
        return await act(*await _open(w))

    return run


def of_playing(act: Callable[[Client, str, SeatHandle, HostHandle], Any], **settings: Any) -> Action:
    async def run(w: World) -> Any:
        return await act(*await _playing(w, **settings))

    return run


def of_turn(act: Callable[[Client, str, SeatHandle, Any], Any]) -> Action:
    """With a legal move."""

    async def run(w: World) -> Any:
        client, match_id, seat, _ = await _playing(w)
        return await act(client, match_id, seat, await _move(seat))

    return run


def of_list(make: Callable[[World], Paged[Any, Any]]) -> Action:
    async def run(w: World) -> Any:
        return make(w)

    return run


def of_stream(make: Callable[[World], AsyncIterator[Any]]) -> Action:
    async def run(w: World) -> Any:
        return await _first(make(w))

    return run


def of_operator(act: Callable[[Any], Any]) -> Action:
    async def run(w: World) -> Any:
        return await act(w.client.operator(OPERATOR))

    return run


async def _deleted(w: World) -> Any:
    done = await w.client.archive.import_record([foreign(2)])
    return await w.client.operator(OPERATOR).archive.delete(done.record.match.match_id)


async def _revoked(w: World) -> Any:
    keys = w.client.operator(OPERATOR).keys
    return await keys.revoke((await keys.create("short-lived", [SCOPE_READ])).api_key.key_id)


async def _named(w: World) -> str:
    from clio.client import MatchSettings  # noqa: PLC0415 (only here)

    await w.open(settings=MatchSettings(private_names=True))
    return str((await _first(aiter(w.client.operator(OPERATOR).names.list_names()))).pseudonym)


async def _renamed(w: World) -> Any:
    return await w.client.operator(OPERATOR).names.rename(await _named(w), "Zoe")


async def _erased(w: World) -> Any:
    return await w.client.operator(OPERATOR).names.erase(await _named(w))


async def _rematch(w: World, act: Callable[[Client, SeatHandle], Any]) -> Any:
    _, mover, _ = await w.seats()
    await mover.resign()
    return await act(w.client, mover)


CALLS: dict[str, Action] = {
    "Client.abort_match": of_open(lambda c, m, s, h: c.abort_match(m, "no", h.token)),
    "Client.get_components": lambda w: w.client.get_components("akros"),
    "Client.get_game": lambda w: w.client.get_game("akros"),
    "Client.get_head": of_open(lambda c, m, s, h: c.get_head(m)),
    "Client.get_match": of_open(lambda c, m, s, h: c.get_match(m, min_seq=1)),
    "Client.get_presence": of_open(lambda c, m, s, h: c.get_presence(m)),
    "Client.get_server_status": lambda w: w.client.get_server_status(),
    "Client.get_view": of_playing(lambda c, m, s, h: c.get_view(m, s.token, seq=3)),
    "Client.join": of_open(lambda c, m, s, h: c.join(m, "Zoe")),
    "Client.join_match": of_open(lambda c, m, s, h: c.join_match(m, "Zoe")),
    "Client.leave_match": of_open(lambda c, m, s, h: c.leave_match(m, s.token)),
    "Client.list_games": of_list(lambda w: w.client.list_games()),
    "Client.list_legal_moves": of_list(lambda w: w.client.list_legal_moves(w.over[0].match_id, w.over[1].token)),
    "Client.list_matches": of_list(lambda w: w.client.list_matches(game="akros", page_size=1)),
    "Client.open": lambda w: w.client.open("akros"),
    "Client.open_match": lambda w: w.client.open_match("akros"),
    "Client.play_batch": of_turn(lambda c, m, s, move: c.play_batch([s.stream_move(move), stream_move(m, "no", "t")])),
    "Client.play_move": of_turn(lambda c, m, s, move: c.play_move(m, move, s.token)),
    "Client.preview_move": of_turn(lambda c, m, s, move: c.preview_move(m, move, s.token)),
    "Client.resign_match": of_playing(lambda c, m, s, h: c.resign_match(m, s.token)),
    "Client.rotate_token": of_playing(lambda c, m, s, h: c.rotate_token(m, s.token)),
    "Client.watch_match": of_playing(lambda c, m, s, h: _watched(c.watch_match(m, s.token))),
    "ArchiveCalls.export": of_stream(lambda w: w.client.archive.export(w.archived)),
    "ArchiveCalls.export_all": of_stream(lambda w: w.client.archive.export_all(game="akros")),
    "ArchiveCalls.fork": lambda w: w.client.archive.fork(w.archived),
    "ArchiveCalls.import_record": lambda w: w.client.archive.import_record([foreign(3)]),
    "ArchiveCalls.list_records": of_list(lambda w: w.client.archive.list_records("akros", page_size=1)),
    "ArchiveCalls.replay": of_stream(lambda w: w.client.archive.replay(w.archived, first=2)),
    "ArchiveCalls.upload_record": lambda w: w.client.archive.upload_record(foreign(4), "a friend"),
    "ArchiveCalls.verify_record": lambda w: w.client.archive.verify_record(foreign(4)),
    "BotCalls.list_bots": of_list(lambda w: w.client.bots.list_bots()),
    "BotCalls.seat": of_open(lambda c, m, s, h: c.bots.seat(m, "random", h.token)),
    "BotCalls.suggest_move": of_playing(lambda c, m, s, h: c.bots.suggest_move(m, s.token)),
    "FairPlayCalls.add_time": of_playing(
        lambda c, m, s, h: c.fair_play.add_time(m, 0, timedelta(seconds=5), "late", h.token), fair_play=DIRECTED
    ),
    "FairPlayCalls.claim_time": of_playing(lambda c, m, s, h: c.fair_play.claim_time(m, s.token), fair_play=DIRECTED),
    "FairPlayCalls.consent": of_playing(lambda c, m, s, h: c.fair_play.consent(m, AGREEMENT_ABORT, "no", s.token)),
    "FairPlayCalls.direct": of_playing(
        lambda c, m, s, h: c.fair_play.direct(m, AGREEMENT_PAUSE, "tea", h.token), fair_play=DIRECTED
    ),
    "PlatformCalls.changes": _fed,
    "PlatformCalls.free_seat": of_open(lambda c, m, s, h: c.platform.free_seat(m, s.seat, h.token)),
    "PlatformCalls.get_matches": lambda w: w.client.platform.get_matches([w.over[0].match_id, "a" * 20]),
    "PlatformCalls.rematch": lambda w: _rematch(w, lambda c, s: c.platform.rematch(s.match_id, s.token)),
    "Records.export": of_stream(lambda w: w.client.records.export(w.over[0].match_id)),
    "Records.export_all": of_stream(lambda w: w.client.records.export_all(game="akros")),
    "Records.fork": lambda w: w.client.records.fork(w.over[0].match_id),
    "Records.head": lambda w: w.client.records.head(w.over[0].match_id),
    "Records.list_head_keys": of_list(lambda w: w.client.records.list_head_keys()),
    "Records.replay": of_stream(lambda w: w.client.records.replay(w.over[0].match_id, first=2)),
    "ProjectionCalls.get_player": lambda w: w.client.views.get_player("Ann", at_least=w.seen),
    "ProjectionCalls.get_scores": lambda w: w.client.views.get_scores(w.over[0].match_id),
    "ProjectionCalls.get_statistics": lambda w: w.client.views.get_statistics("akros"),
    "ProjectionCalls.list_player_matches": of_list(lambda w: w.client.views.list_player_matches("Ann", page_size=1)),
    "ProjectionCalls.list_standings": of_list(lambda w: w.client.views.list_standings("akros", page_size=1)),
    "OperatorCalls.create_backup": of_stream(lambda w: w.client.operator(OPERATOR).create_backup(allow_plain=True)),
    "OperatorCalls.diff_projection": of_list(lambda w: w.client.operator(OPERATOR).diff_projection("matches")),
    "OperatorCalls.drop_projection": of_operator(lambda o: o.drop_projection("matches")),
    "OperatorCalls.list_projections": of_list(lambda w: w.client.operator(OPERATOR).list_projections()),
    "OperatorCalls.rebuild_projection": of_operator(lambda o: o.rebuild_projection("statistics", hold=True)),
    "OperatorCalls.resume_projection": of_operator(lambda o: o.resume_projection("matches")),
    "OperatorCalls.switch_projection": of_operator(lambda o: o.switch_projection("matches")),
    "ArchiveAdminCalls.delete": _deleted,
    "ArchiveAdminCalls.list_imports": of_list(lambda w: w.client.operator(OPERATOR).archive.list_imports()),
    "ApiKeyCalls.create": of_operator(lambda o: o.keys.create("reader", [SCOPE_READ])),
    "ApiKeyCalls.list_keys": of_list(lambda w: w.client.operator(OPERATOR).keys.list_keys(page_size=1)),
    "ApiKeyCalls.revoke": _revoked,
    "PlayerNameCalls.erase": _erased,
    "PlayerNameCalls.list_names": of_list(lambda w: w.client.operator(OPERATOR).names.list_names()),
    "PlayerNameCalls.rename": _renamed,
    "MatchHandle.export": of_stream(lambda w: w.client.match(w.over[0].match_id).export()),
    "MatchHandle.fork": lambda w: w.client.match(w.over[0].match_id).fork(),
    "MatchHandle.get": lambda w: w.over[0].get(min_seq=1),
    "MatchHandle.head": lambda w: w.over[0].head(),
    "MatchHandle.join": of_open(lambda c, m, s, h: c.match(m).join("Zoe")),
    "MatchHandle.presence": lambda w: w.over[0].presence(),
    "MatchHandle.replay": of_stream(lambda w: w.over[0].replay(first=2)),
    "MatchHandle.scores": lambda w: w.over[0].scores(),
    "MatchHandle.view": lambda w: w.over[0].view(),
    "MatchHandle.watch": lambda w: _watched(w.over[0].watch(views=True)),
    "SeatHandle.claim_time": of_playing(lambda c, m, s, h: s.claim_time(), fair_play=DIRECTED),
    "SeatHandle.consent": of_playing(lambda c, m, s, h: s.consent(AGREEMENT_PAUSE, "tea")),
    "SeatHandle.leave": of_open(lambda c, m, s, h: s.leave()),
    "SeatHandle.list_legal_moves": of_list(lambda w: w.over[1].list_legal_moves()),
    "SeatHandle.play": of_turn(lambda c, m, s, move: s.play(move.notation)),
    "SeatHandle.preview": of_turn(lambda c, m, s, move: s.preview(move)),
    "SeatHandle.ready": of_open(lambda c, m, s, h: s.ready()),
    "SeatHandle.rematch": lambda w: _rematch(w, lambda c, s: s.rematch()),
    "SeatHandle.resign": of_playing(lambda c, m, s, h: s.resign()),
    "SeatHandle.suggest": of_playing(lambda c, m, s, h: s.suggest()),
    "SeatHandle.rotate": of_open(lambda c, m, s, h: s.rotate()),
    "HostHandle.abort": of_open(lambda c, m, s, h: h.abort("no")),
    "HostHandle.add_time": of_playing(
        lambda c, m, s, h: h.add_time(1, timedelta(seconds=5), "late"), fair_play=DIRECTED
    ),
    "HostHandle.direct": of_playing(lambda c, m, s, h: h.direct(AGREEMENT_PAUSE, "tea"), fair_play=DIRECTED),
    "HostHandle.free_seat": of_open(lambda c, m, s, h: h.free_seat(s.seat)),
    "HostHandle.seat_bot": of_open(lambda c, m, s, h: h.seat_bot("random")),
}
"""By class and method."""

REFUSED = {
    "BotCalls.suggest_move": "MATCH_MAY_BE_RATED",
    "SeatHandle.suggest": "MATCH_MAY_BE_RATED",
    "FairPlayCalls.claim_time": "TIME_IS_LEFT",
    "SeatHandle.claim_time": "TIME_IS_LEFT",
    "OperatorCalls.diff_projection": "PROJECTION_NOT_READY",
    "OperatorCalls.drop_projection": "PROJECTION_NOT_READY",
    "OperatorCalls.resume_projection": "PROJECTION_NOT_READY",
    "OperatorCalls.switch_projection": "PROJECTION_NOT_READY",
}
"""Calls that a healthy server refuses, with its reason; what they return is checked by their annotation only."""
