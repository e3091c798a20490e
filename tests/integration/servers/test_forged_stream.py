"""Redis lies: forged, spliced and lost entries change neither what watchers see nor what they may see."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import redis

from clio.kernel.events.storage_codec import decode_event
from clio.server.codec.event_encoder import live_event
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from tests.integration.servers.forgery import abort, an_end, stream_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until
from tests.kit.watching import Seen, seen_to_the_end


@pytest.fixture
async def servers(tmp_path: Path, database_url: str, redis_url: str) -> AsyncIterator[tuple[Connection, Connection]]:
    settings = {"database_url": database_url, "redis_url": redis_url, "heartbeat_seconds": 0.5}
    async with running(tmp_path / "a", **settings) as a, running(tmp_path / "b", **settings) as b:
        yield a, b


@pytest.fixture
def client(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        yield client


class Watch:
    """A watcher in the background, and what it has been sent so far."""

    def __init__(self, server: Connection, match_id: str, token: str = "") -> None:
        self.seen = Seen()
        self.beats = 0
        metadata = bearer(token) if token else ()
        self._call = server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id), metadata=metadata)
        self.task = asyncio.create_task(self._take())

    async def _take(self) -> None:
        async for part in self._call:
            self.seen.take(part)
            self.beats += part.HasField("heartbeat")

    @property
    def openings(self) -> int:
        return sum(len(part.openings) for part in self.seen.parts)


async def played(server: Connection, turns: int = 6) -> Seated:
    """A match with hidden hands that goes on."""
    seated = await server.seated("akrotiri")
    for turn in range(turns):
        await seated.play_first(choice=turn)
    await seated.refresh()
    return seated


async def caught_up(watch: Watch, seq: int) -> None:
    await until(lambda: watch.seen.seq >= seq and watch.seen.caught_up_at >= 0)


async def judged(*watches: Watch) -> None:
    """Returns once every watcher knows that nothing more has come, twice: by then all entries were read."""
    before = [watch.beats for watch in watches]
    await until(
        lambda: all(watch.task.done() or watch.beats >= was + 2 for watch, was in zip(watches, before, strict=True))
    )


@pytest.mark.parametrize("mac", ["none", "of another entry", "invented"])
async def test_a_forged_end_opens_no_secret_and_ends_no_watch(
    servers: tuple[Connection, Connection], client: redis.Redis, mac: str
) -> None:
    """It continues the chain, which anybody can: the chain has no key."""
    here, there = servers
    seated = await played(here)
    match = seated.match
    spectator, player = Watch(there, seated.id), Watch(there, seated.id, seated.tokens[0])
    for watch in (spectator, player):
        await caught_up(watch, match.seq)
    owned = player.openings
    key = await stream_of(client, seated.id)
    await until(lambda: bool(client.xrange(key, f"{match.seq}-0")))
    forged = await an_end(here, seated, match.seq, match.digest)
    if mac != "none":
        last = client.xrange(key)[-1][1]
        forged |= {"flags": "2", "mac": last.get(b"mac", b"") if mac == "of another entry" else "ab" * 32}
    client.xadd(key, forged, id=f"{match.seq + 1}-0")
    await judged(spectator, player)
    assert [watch.seen.seq for watch in (spectator, player)] == [match.seq, match.seq]
    assert (spectator.openings, player.openings) == (0, owned)
    for turn in range(3):
        await seated.play_first(choice=turn)
    await abort(here, seated)
    await asyncio.wait_for(asyncio.gather(spectator.task, player.task), 60)
    end = await seated.refresh()
    for watch in (spectator, player):
        assert (watch.seen.seq, watch.seen.digest) == (end.seq, end.digest)
    assert spectator.openings > 0


async def test_an_end_that_a_server_published_counts_only_once_the_record_has_it(
    servers: tuple[Connection, Connection], client: redis.Redis
) -> None:
    """A server that holds the key may stand on a database that was rolled back since."""
    here, there = servers
    seated = await played(here)
    match = seated.match
    watch = Watch(there, seated.id)
    await caught_up(watch, match.seq)
    forged = await an_end(here, seated, match.seq, match.digest)
    digest = bytes.fromhex(str(forged["digest"]))
    types = here.clio.matches.referee.types
    event = live_event(decode_event(types, bytes(forged["event"]), digest, {}, {}))  # type: ignore[arg-type]  # bytes they are
    assert event.ends_match
    assert here.clio.live.redis is not None
    here.clio.live.redis.publisher.publish(seated.id, [event])
    key = await stream_of(client, seated.id)
    await until(lambda: bool(client.xrange(key, f"{event.seq}-0")))
    await judged(watch)
    assert (watch.seen.seq, watch.openings, watch.task.done()) == (match.seq, 0, False)
    await seated.play_first()
    await until(lambda: watch.seen.seq > match.seq)
    assert (await seated.refresh()).status == match_pb2.MATCH_STATUS_PLAYING


async def test_a_watcher_asks_the_record_before_it_opens_anything_whatever_brought_the_end(tmp_path: Path) -> None:
    """Even where the stream inside the server says that a match is over."""
    async with running(tmp_path, heartbeat_seconds=0.2) as server:
        seated = await played(server)
        match = seated.match
        watch = Watch(server, seated.id)
        await caught_up(watch, match.seq)
        forged = await an_end(server, seated, match.seq, match.digest)
        digest = bytes.fromhex(str(forged["digest"]))
        types = server.clio.matches.referee.types
        event = live_event(decode_event(types, bytes(forged["event"]), digest, {}, {}))  # type: ignore[arg-type]  # as above
        server.clio.live.stream.publish(seated.id, [event])
        await until(watch.task.done)
        assert watch.openings == 0
        assert "HISTORY_DIFFERS" in repr(watch.task.exception()) or "not the record's" in str(watch.task.exception())


async def test_entries_that_are_no_events_cost_watchers_nothing(
    servers: tuple[Connection, Connection], client: redis.Redis
) -> None:
    """Neither garbage nor an id so large that Redis takes no event of the match any more."""
    here, there = servers
    seated = await played(here, 2)
    watching = asyncio.create_task(seen_to_the_end(there, seated.id))
    key = await stream_of(client, seated.id)
    await until(lambda: bool(client.xrange(key, f"{seated.match.seq}-0")))
    client.xadd(key, {"something": "else"}, id=f"{seated.match.seq + 1}-7")
    client.xadd(key, {"event": b"{", "digest": "zz", "flags": "9", "mac": "\x00"}, id=f"{2**63}-1")
    for turn in range(4):
        await seated.play_first(choice=turn)
    await abort(here, seated)
    seen = await asyncio.wait_for(watching, 60)
    match = await seated.refresh()
    assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_an_entry_of_one_match_or_epoch_is_not_believed_in_another(
    servers: tuple[Connection, Connection], client: redis.Redis
) -> None:
    """Genuine entries, put elsewhere: the watcher is sent what the record has."""
    here, there = servers
    one, other = await played(here, 2), await played(here, 4)
    watch = Watch(there, one.id)
    await caught_up(watch, one.match.seq)
    source, target = await stream_of(client, other.id), await stream_of(client, one.id)
    await until(lambda: bool(client.xrange(source, f"{other.match.seq}-0")))
    for entry, fields in client.xrange(source, f"{one.match.seq + 1}-0"):
        client.xadd(target, fields, id=entry)
    await judged(watch)
    assert (watch.seen.seq, watch.seen.digest) == (one.match.seq, one.match.digest)


async def test_forged_presence_is_bounded_and_breaks_no_watch(
    servers: tuple[Connection, Connection], client: redis.Redis
) -> None:
    here, there = servers
    seated = await played(here, 2)
    watch = Watch(there, seated.id)
    await caught_up(watch, seated.match.seq)
    since = 3
    """Events 1 to 3 open the match and seat both players."""
    seats = ["1", "", "-1", "nobody", "9" * 5000, "99999999999", "²"]
    notes = ["", "x:1", "x@:1", "x@-1:1", "x@²:1", *(f"x@{since}:{seat}" for seat in seats)]
    client.zadd(f"clio:{{{seated.id}}}:presence", dict.fromkeys(notes, 2**40))
    answer = await there.matches.GetPresence(pb.GetPresenceRequest(match_id=seated.id))
    assert list(answer.connected_seats) == [1]
    await judged(watch)
    assert not watch.task.done()
