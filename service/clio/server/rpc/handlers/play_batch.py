"""PlayBatch: moves of many matches in one call, answered together."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.match_service import MatchService
from clio.server.rpc.handlers.play_stream import MOVES_AT_ONCE, refuse_move, submit_move
from clio.v1 import match_service_pb2 as pb

MAX_MOVES: Final = 1_000


async def play_batch(
    matches: MatchService, moves: Sequence[pb.StreamMove], caller: Caller, pause: Callable[[], float]
) -> bytes:
    """Plays the moves; returns the bytes of a ``PlayBatchResponse`` once each is durable or refused.

    ``pause`` counts a move and returns 0, or the seconds to wait before it may be made. The first move beyond the
    caller's limit is refused, and all after it: moves of a match stay in their order.
    """
    if len(moves) > MAX_MOVES:
        raise errors.malformed("A batch has at most {limit} moves.", limit=MAX_MOVES)
    batch = _Batch(len(moves))
    # A caller that hangs up does not stop the moves, so that it never has to ask which of them were made.
    await asyncio.shield(_submit(matches, moves, caller, pause, batch))
    return await batch.response()


async def _submit(
    matches: MatchService,
    moves: Sequence[pb.StreamMove],
    caller: Caller,
    pause: Callable[[], float],
    batch: "_Batch",
) -> None:
    limited: errors.ServiceError | None = None
    for number, move in enumerate(moves, 1):
        if limited is None and (wait := pause()):
            limited = errors.too_many_moves(wait)
        if limited is None:
            submit_move(matches, move, caller, partial(batch.answer, number - 1))
        else:
            refuse_move(matches, move, limited, partial(batch.answer, number - 1))
        if number % MOVES_AT_ONCE == 0:
            await asyncio.sleep(0)


class _Batch:
    """Collects the answers."""

    def __init__(self, size: int) -> None:
        self._answers: Final = [b""] * size
        self._open = size
        self._done: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()

    def answer(self, number: int, answer: bytes) -> None:
        """Adds the answer to a move."""
        self._answers[number] = answer
        self._open -= 1
        if not self._open and not self._done.done():
            self._done.set_result(None)

    async def response(self) -> bytes:
        """All answers, in the order of the moves."""
        if self._open:
            await self._done
        return b"".join(self._answers)
