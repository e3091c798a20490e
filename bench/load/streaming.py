"""``PlayStream``: the moves of all tables over one stream; each answer brings the table's next move."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from itertools import count
from typing import Any

from bench.load.callers import Tables, next_move
from bench.load.scripts import Script
from bench.load.window import Window
from clio.v1.match_service_pb2 import PlayStreamRequest, StreamMove
from clio.v1.move_pb2 import Move

_numbers = count()
"""Never the same request id twice: a repeated one would be answered from memory, and no move would be made."""

A_MESSAGE = 64
"""Moves in one message: few enough that the server writes some while it judges others and we read answers."""

_heads: dict[str, int] = {}
"""The last event that each match was known to have."""


class StreamLoad(Tables):
    """As many moves in flight as there are tables, spread over one stream to each server."""

    async def run(self, window: Window) -> None:
        """See ``Load``."""
        servers = len(self.stubs)
        await asyncio.gather(
            *(self._session(stub, self.scripts[number::servers], window) for number, stub in enumerate(self.stubs))
        )

    async def _session(self, stub: Any, tables: list[deque[Script]], window: Window) -> None:  # noqa: ANN401 (an untyped stub)
        session = Session(tables, window)
        call = stub.PlayStream()
        requests = session.first()
        while requests or session.waits:
            for request in requests:
                await call.write(request)
            requests = session.after((await call.read()).answers)
        await call.done_writing()
        call.cancel()


class Session:
    """Which moves are under way."""

    def __init__(self, tables: list[deque[Script]], window: Window) -> None:
        self._tables = tables
        self._window = window
        self._under_way: dict[str, tuple[int, float]] = {}

    @property
    def waits(self) -> bool:
        """Whether moves are under way."""
        return bool(self._under_way)

    def first(self) -> list[PlayStreamRequest]:
        """The first move of every table."""
        return self._next(range(len(self._tables)))

    def after(self, answers: Iterable[Any]) -> list[PlayStreamRequest]:
        """The next moves of the tables whose last ones were answered."""
        tables = []
        for answer in answers:
            assert answer.HasField("played"), answer
            assert answer.played.seq > _heads.get(answer.match_id, 0), "a move was answered, but not made"
            _heads[answer.match_id] = answer.played.seq
            table, began = self._under_way.pop(answer.request_id)
            self._window.add(began)
            tables.append(table)
        return self._next(tables)

    def _next(self, tables: Iterable[int]) -> list[PlayStreamRequest]:
        moves: list[StreamMove] = []
        for table in tables if self._window.is_open else ():
            found = next_move(self._tables[table])
            if found is None:
                self._window.close()
                break
            match_id, token, notation = found
            request_id = f"r{next(_numbers)}-{match_id}"
            self._under_way[request_id] = (table, time.perf_counter())
            moves.append(
                StreamMove(match_id=match_id, seat_token=token, move=Move(notation=notation), request_id=request_id)
            )
        return [PlayStreamRequest(moves=moves[at : at + A_MESSAGE]) for at in range(0, len(moves), A_MESSAGE)]
