"""Moves of many matches over one stream: in order, durable, each once, whatever happens to the connection."""

import asyncio
import random
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2

from clio.client.client import Client
from clio.client.errors import IllegalMoveError, MalformedError, NotAllowedError, NotFoundError
from clio.client.play_session import PlaySession
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING
from clio.v1.move_pb2 import Move
from tests.kit.server_process import ServerProcess
from tests.kit.servers import Connection, Seated, running
from tests.robustness.judge import judge
from tests.robustness.players import History


async def finish(session: PlaySession, seated: Seated, history: History | None = None) -> int:
    """Plays the shortest legal moves of Amphipolis to the end over the session."""
    moves, to_move, status = 0, seated.match.to_move[0], MATCH_STATUS_PLAYING
    while status == MATCH_STATUS_PLAYING:
        notation = "end" if moves % 2 else "take mosaics -"
        request_id = f"{seated.id}-{moves}"
        answer = await session.play(seated.id, notation, seated.tokens[to_move], request_id=request_id)
        if history is not None:
            history.acknowledge(seated.id, request_id, answer)
        moves += 1
        status = answer.status
        to_move = answer.to_move[0] if answer.to_move else -1
    return moves


async def test_many_matches_are_played_over_one_stream(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        tables = [await server.seated() for _ in range(10)]
        async with Client(f"127.0.0.1:{server.clio.port}") as client, client.play_session() as session:
            played = await asyncio.gather(*(finish(session, table) for table in tables))
        for table, moves in zip(tables, played, strict=True):
            match = await table.refresh()
            assert match.outcome.winners
            assert moves > 10


async def test_moves_sent_without_waiting_are_judged_in_the_order_sent(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated()
        seat = seated.match.to_move[0]
        token, other = seated.tokens[seat], seated.tokens[1 - seat]
        async with Client(f"127.0.0.1:{server.clio.port}") as client, client.play_session() as session:
            answers = await asyncio.gather(
                session.play(seated.id, "take mosaics -", token),
                session.play(seated.id, "end", token),
                session.play(seated.id, "take mosaics -", other),
                session.play(seated.id, "end", other),
            )
        seqs = [(answer.first_seq, answer.seq) for answer in answers]
        assert seqs == sorted(seqs)
        assert seqs[0][0] == seated.match.seq + 1


async def test_a_refused_move_fails_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated()
        token = seated.tokens[seated.match.to_move[0]]
        async with Client(f"127.0.0.1:{server.clio.port}") as client, client.play_session() as session:
            with pytest.raises(IllegalMoveError) as caught:
                await session.play(seated.id, "end", token)
            assert caught.value.rule.startswith("AMP-")
            with pytest.raises(MalformedError):
                await session.play(seated.id, "castle", token)
            with pytest.raises(NotAllowedError):
                await session.play(seated.id, "take mosaics -", "nobody's token")
            with pytest.raises(NotFoundError):
                await session.play("a" * 20, "take mosaics -", token)
            await session.play(seated.id, "take mosaics -", token)


async def test_a_move_without_a_request_id_is_refused(server_connection: Connection) -> None:
    seated = await server_connection.seated()
    move = pb.StreamMove(match_id=seated.id, seat_token=seated.tokens[0], move=Move(notation="take mosaics -"))
    stream = server_connection.matches.PlayStream(iter([pb.PlayStreamRequest(moves=[move])]))
    (answer,) = [answer async for response in stream for answer in response.answers]
    info = error_details_pb2.ErrorInfo()
    assert answer.refused.details[0].Unpack(info)
    assert info.reason == "MALFORMED"


async def test_a_stream_of_garbage_is_an_invalid_argument(server_connection: Connection) -> None:
    call = server_connection.channel.stream_stream("/clio.v1.MatchService/PlayStream")(iter([b"\xff\xff\xff"]))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await anext(aiter(call))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.fixture
async def server_connection(tmp_path: Path) -> Connection:  # type: ignore[misc]
    async with running(tmp_path) as connection:
        yield connection


async def test_a_session_outlives_a_server_that_is_killed_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    history, rng = History(), random.Random(1)
    async with Client(server.address) as client:
        async with grpc.aio.insecure_channel(server.address) as channel:
            tables = [await Connection(None, channel).seated() for _ in range(8)]  # type: ignore[arg-type]
        history.matches = {table.id for table in tables}
        async with client.play_session() as session:
            playing = [asyncio.create_task(finish(session, table, history)) for table in tables]
            for _ in range(2):
                await asyncio.sleep(rng.uniform(0.02, 0.1))
                await server.kill()
                await server.start()
            moves = sum(await asyncio.wait_for(asyncio.gather(*playing), 60))
        record = {table.id: await _events(client, table.id) for table in tables}
    await server.stop()
    assert len(history.acknowledged) == moves
    verdict = judge(history, record)
    assert verdict.clean, verdict


async def _events(client: Client, match_id: str) -> list[Event]:
    return [sighting async for sighting in client.watch_match(match_id) if isinstance(sighting, Event)]


async def test_a_server_told_to_stop_ends_its_sessions_at_once_and_they_go_on_with_the_next(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, CLIO_DRAIN_SECONDS="120")
    await server.start()
    history = History()
    async with Client(server.address) as client:
        async with grpc.aio.insecure_channel(server.address) as channel:
            tables = [await Connection(None, channel).seated() for _ in range(4)]  # type: ignore[arg-type]
        history.matches = {table.id for table in tables}
        async with client.play_session() as session:
            playing = [asyncio.create_task(finish(session, table, history)) for table in tables]
            await asyncio.sleep(0.05)
            assert await asyncio.wait_for(server.stop(), 60) == 0
            await server.start()
            moves = sum(await asyncio.wait_for(asyncio.gather(*playing), 60))
        record = {table.id: await _events(client, table.id) for table in tables}
    await server.stop()
    assert len(history.acknowledged) == moves
    assert judge(history, record).clean
