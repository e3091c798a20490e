"""Whatever players do at two servers, no opening is sent to a token that does not hold the seat."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import grpc.aio
import pytest

from clio.v1 import match_service_pb2 as pb
from clio.v1 import record_service_pb2
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.paced_streams import PacedStream, Pacing, pace_streams, small_pages
from tests.kit.refusals import read_refusal
from tests.kit.servers import Connection, Seated, bearer, running

STEPS = 400
SEATS = (0, 1)


class Table:
    """A match with secrets, and who holds its seats: what was acknowledged, and nothing else."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.tokens: dict[int, str] = {}
        self.former: list[str] = []
        self.started = False

    def end(self, seat: int) -> None:
        self.former.append(self.tokens.pop(seat))

    def sit(self, seat: int, token: str) -> None:
        self.tokens[seat] = token
        self.started = len(self.tokens) == len(SEATS)


class Opened(NamedTuple):
    """An opening that a server sends, and who held the seats before it was made."""

    match_id: str
    method: str
    seq: int
    token: str
    held: dict[int, str]


class Observer:
    """Looks at everything that servers send."""

    def __init__(self, tables: list[Table], seed: int) -> None:
        self.tables = {table.id: table for table in tables}
        self.rng = random.Random(seed)
        self.held: dict[PacedStream, dict[int, str]] = {}
        self.openings: list[Opened] = []

    async def before(self, stream: PacedStream) -> None:
        for _ in range(self.rng.choice((0, 1, 1, 20))):
            await asyncio.sleep(0.001)
        self.held[stream] = dict(self.tables[stream.request.match_id].tokens)

    def after(self, stream: PacedStream, message: Any) -> None:
        match_id, held = stream.request.match_id, self.held[stream]
        self.openings += [
            Opened(match_id, stream.method, seq, stream.token, held) for seq in opened_in(stream.method, message)
        ]


def opened_in(method: str, message: Any) -> Iterator[int]:
    """The events that a message of a stream opens."""
    if method == "WatchMatch":
        yield from (opening.seq for opening in pb.WatchMatchResponse.FromString(message).openings)
    elif method == "ReplayMatch":
        replayed = record_service_pb2.ReplayMatchResponse.FromString(message)
        yield from (opening.seq for opening in replayed.openings)
    elif method == "ExportRecord":
        lines = (json.loads(line) for line in message.chunk.splitlines())
        yield from (opening["seq"] for line in lines for opening in line.get("openings", ()))


class Play:
    """Random calls to random servers, by holders and by those who were."""

    def __init__(self, servers: tuple[Connection, Connection], tables: list[Table], seed: int) -> None:
        self.servers = servers
        self.tables = tables
        self.rng = random.Random(seed)
        self.reading: list[asyncio.Task[None]] = []
        self.refusals: Counter[str] = Counter()

    @property
    def server(self) -> Connection:
        return self.rng.choice(self.servers)

    async def step(self) -> None:
        table = self.rng.choice(self.tables)
        actions = [self.watch, self.watch, self.replay, self.export, self.look, self.join, self.join, self.rotate]
        if table.started:
            actions += [self.move] * 4
        else:
            actions += [self.leave, self.leave_twice]
        await self.rng.choice(actions)(table)

    async def join(self, table: Table) -> None:
        free = [seat for seat in SEATS if seat not in table.tokens]
        if not free or (len(free) == 1 and self.rng.random() < 0.8):
            return
        seat = self.rng.choice(free)
        token = self.rng.choice(table.former) if table.former and self.rng.random() < 0.2 else self.new_token()
        request = pb.JoinMatchRequest(match_id=table.id, seat=seat, name=f"Player {seat}", seat_token=token)
        await self.server.matches.JoinMatch(request)
        table.sit(seat, token)

    async def leave(self, table: Table) -> None:
        if table.tokens:
            seat = self.rng.choice(list(table.tokens))
            request = pb.LeaveMatchRequest(match_id=table.id)
            await self.server.matches.LeaveMatch(request, metadata=bearer(table.tokens[seat]))
            table.end(seat)

    async def leave_twice(self, table: Table) -> None:
        """With two requests at two servers at once; then somebody else takes the seat."""
        if not table.tokens:
            return
        seat = self.rng.choice(list(table.tokens))
        request, metadata = pb.LeaveMatchRequest(match_id=table.id), bearer(table.tokens[seat])
        answers = await asyncio.gather(
            *(settled(server.matches.LeaveMatch(request, metadata=metadata)) for server in self.servers)
        )
        table.end(seat)
        assert sorted(answers) == ["", "TOKEN_WRONG"]

    async def move(self, table: Table) -> None:
        match = (await self.server.matches.GetMatch(pb.GetMatchRequest(match_id=table.id))).match
        tokens = [table.tokens[seat] for seat in SEATS]
        await Seated(self.server, table.id, "", tokens, match).play_first(choice=self.rng.randrange(1_000))

    async def rotate(self, table: Table) -> None:
        if table.tokens:
            seat, new = self.rng.choice(list(table.tokens)), self.new_token()
            request = pb.RotateTokenRequest(match_id=table.id, new_token=new)
            await self.server.matches.RotateToken(request, metadata=bearer(table.tokens[seat]))
            table.end(seat)
            table.sit(seat, new)

    async def look(self, table: Table) -> None:
        token = self.any_token(table)
        if token:
            held = token in table.tokens.values()
            request = pb.GetViewRequest(match_id=table.id, seq=self.rng.choice((0, 5)))
            told = await settled(self.server.matches.GetView(request, metadata=bearer(token)))
            moves = pb.ListLegalMovesRequest(match_id=table.id)
            assert await settled(self.server.matches.ListLegalMoves(moves, metadata=bearer(token))) == told
            assert told == ("" if held else "TOKEN_WRONG")

    async def watch(self, table: Table) -> None:
        token = self.any_token(table)
        request = pb.WatchMatchRequest(match_id=table.id)
        self.read(self.server.matches.WatchMatch(request, metadata=bearer(token) if token else None))

    async def replay(self, table: Table) -> None:
        records: Any = RecordServiceStub(self.server.channel)
        request = record_service_pb2.ReplayMatchRequest(match_id=table.id, without_views=True)
        self.read(records.ReplayMatch(request, metadata=bearer(self.any_token(table))))

    async def export(self, table: Table) -> None:
        records: Any = RecordServiceStub(self.server.channel)
        request = record_service_pb2.ExportRecordRequest(match_id=table.id)
        self.read(records.ExportRecord(request, metadata=bearer(self.any_token(table))))

    def read(self, call: Any) -> None:
        async def read() -> None:
            try:
                async for _ in call:
                    pass
            except grpc.aio.AioRpcError as error:
                self.refusals[read_refusal(error).reason] += 1

        self.reading.append(asyncio.create_task(read()))

    def any_token(self, table: Table) -> str:
        """Mostly a holder's."""
        known = [*table.tokens.values()] * 3 + table.former[-2:]
        return self.rng.choice(known) if known else ""

    def new_token(self) -> str:
        return self.rng.randbytes(20).hex()


async def settled(call: Any) -> str:
    """Why a call was refused; empty where it was not."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return read_refusal(error).reason
    return ""


@pytest.fixture
def pacing(monkeypatch: pytest.MonkeyPatch) -> Pacing:
    small_pages(monkeypatch, 4)
    return pace_streams(monkeypatch)


@pytest.fixture
async def servers(
    pacing: Pacing, tmp_path: Path, database_url: str, redis_url: str
) -> AsyncIterator[tuple[Connection, Connection]]:
    pacing.before = lambda stream: asyncio.sleep(0)
    settings = {"database_url": database_url, "redis_url": redis_url}
    async with running(tmp_path / "a", **settings) as a, running(tmp_path / "b", **settings) as b:
        yield a, b


async def forked(server: Connection, tables: int) -> list[Table]:
    """Matches that nobody has joined, and whose past has secrets of both seats."""
    seated = await server.seated("akrotiri")
    for turn in range(8):
        await seated.play_first(choice=turn)
    await seated.abort()
    records: Any = RecordServiceStub(server.channel)
    found = []
    for _ in range(tables):
        fork = await records.ForkMatch(record_service_pb2.ForkMatchRequest(match_id=seated.id))
        found.append(Table(fork.match.match_id))
        assert set((await owners(server, fork.match.match_id)).values()) == set(SEATS)
    return found


async def owners(server: Connection, match_id: str) -> dict[int, int]:
    """Whose secrets the events of a match hold."""
    return {event.seq: event.owner for event in await server.clio.matches.history(match_id) if event.sealed}


async def opened_for(server: Connection, table: Table, seat: int) -> set[int]:
    """The events that an export opens to the holder of a seat."""
    records: Any = RecordServiceStub(server.channel)
    request = record_service_pb2.ExportRecordRequest(match_id=table.id)
    call = records.ExportRecord(request, metadata=bearer(table.tokens[seat]))
    return {seq async for part in call for seq in opened_in("ExportRecord", part)}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
async def test_no_opening_reaches_a_token_that_does_not_hold_the_seat(
    servers: tuple[Connection, Connection], pacing: Pacing, seed: int
) -> None:
    tables = await forked(servers[0], 3)
    observer, play = Observer(tables, seed), Play(servers, tables, seed)
    pacing.before, pacing.after = observer.before, observer.after
    for _ in range(STEPS):
        await play.step()
    for table in tables:
        mine = await owners(servers[0], table.id)
        wrong = [
            (opening.method, opening.seq)
            for opening in observer.openings
            if opening.match_id == table.id and opening.held.get(mine[opening.seq]) != opening.token
        ]
        assert wrong == []
        for server in servers:
            for seat in table.tokens:
                assert await opened_for(server, table, seat) == {seq for seq in mine if mine[seq] == seat}
    # It was about something: many openings were sent, and streams were ended in the middle.
    assert {opening.method for opening in observer.openings} == {"WatchMatch", "ReplayMatch", "ExportRecord"}
    assert set(play.refusals) == {"TOKEN_WRONG"}
    assert any(table.started for table in tables)
    for task in play.reading:
        task.cancel()
    await asyncio.gather(*play.reading, return_exceptions=True)
