"""A watcher sees every event once, in order, from wherever it starts."""

import asyncio
from pathlib import Path

import grpc
import pytest

from clio.server.livestream import in_process
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from tests.kit.refusals import read_refusal, refusal_of
from tests.kit.servers import Connection, Seated, running
from tests.kit.watching import Seen, seen_to_the_end, watch


async def test_a_finished_match_is_sent_whole_then_the_stream_ends(server: Connection) -> None:
    seated = await server.seated()
    match = await seated.finish()
    seen = await seen_to_the_end(server, seated.id)
    assert (seen.seq, seen.digest) == (match.seq, match.digest)
    assert seen.caught_up_at == match.seq


async def test_a_watcher_from_before_the_start_sees_the_match_to_its_end(server: Connection) -> None:
    opened = await server.open()
    stream, seen = watch(server, opened.match.match_id), Seen()
    while seen.caught_up_at < 0:
        seen.take(await anext(stream))
    tokens = []
    for name in "AB":
        joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))
        tokens.append(joined.seat_token)
    match = await Seated(server, opened.match.match_id, opened.host_token, tokens, joined.match).finish()
    async with asyncio.timeout(60):
        async for part in stream:
            seen.take(part)
    assert seen.caught_up_at == 1
    assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_a_watcher_resumes_after_any_event_with_its_digest(server: Connection) -> None:
    seated = await server.seated()
    match = await seated.finish()
    whole = await seen_to_the_end(server, seated.id)
    events = [event for part in whole.parts for event in part.events]
    for start in (1, 5, match.seq - 1, match.seq):
        seen = await seen_to_the_end(server, seated.id, start, events[start - 1].digest)
        assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_a_digest_of_another_history_is_data_loss(server: Connection) -> None:
    seated = await server.seated()
    refusal = await refusal_of(anext(watch(server, seated.id, 3, bytes(32))))
    assert (refusal.code, refusal.reason) == ("DATA_LOSS", "HISTORY_DIFFERS")


async def test_watching_from_the_future_is_out_of_range(server: Connection) -> None:
    seated = await server.seated()
    refusal = await refusal_of(anext(watch(server, seated.id, 999)))
    assert (refusal.code, refusal.reason) == ("OUT_OF_RANGE", "SEQ_OUT_OF_RANGE")


async def test_heartbeats_tell_the_head_while_nothing_happens(tmp_path: Path) -> None:
    async with running(tmp_path, heartbeat_seconds=0.05) as server:
        seated = await server.seated()
        async for part in watch(server, seated.id):
            if part.HasField("heartbeat"):
                assert (part.heartbeat.seq, part.heartbeat.digest) == (seated.match.seq, seated.match.digest)
                return


async def test_many_watchers_that_come_at_any_time_all_see_the_same(server: Connection) -> None:
    seated = await server.seated(seats=3)
    watching: list[asyncio.Task[Seen]] = []
    while (await seated.refresh()).status == match_pb2.MATCH_STATUS_PLAYING:
        watching.append(asyncio.create_task(seen_to_the_end(server, seated.id)))
        await seated.play_first(choice=seated.match.seq)
    for seen in await asyncio.gather(*watching):
        assert (seen.seq, seen.digest) == (seated.match.seq, seated.match.digest)


async def test_a_watcher_that_overran_its_queue_reads_the_record_and_misses_nothing(
    server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_process, "MAX_UNREAD", 1)
    seated = await server.seated()
    watching = asyncio.create_task(seen_to_the_end(server, seated.id))
    await asyncio.sleep(0.05)
    match = await seated.finish()
    seen = await asyncio.wait_for(watching, 60)
    assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_a_watcher_whose_stream_lost_events_reads_the_record_and_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The live stream may lose anything: here every second publish."""
    publish = in_process.InProcessLiveStream.publish
    lost = iter(range(10**6))

    def forgetful(stream: in_process.InProcessLiveStream, *args: object) -> None:
        if next(lost) % 2:
            publish(stream, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(in_process.InProcessLiveStream, "publish", forgetful)
    async with running(tmp_path, heartbeat_seconds=0.05) as server:
        seated = await server.seated()
        watching = asyncio.create_task(seen_to_the_end(server, seated.id))
        match = await seated.finish()
        seen = await asyncio.wait_for(watching, 60)
        assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_a_server_that_goes_down_tells_its_watchers_to_come_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated()
        stream = watch(server, seated.id)
        seen = Seen()
        while seen.caught_up_at < 0:
            seen.take(await anext(stream))
        stopping = asyncio.create_task(server.clio.stop())
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await asyncio.wait_for(anext(stream), 60)
        assert read_refusal(caught.value).reason == "SERVER_DRAINING"
        await stopping
