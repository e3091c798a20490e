"""PlayStream: moves of many matches over one stream, answered as they become durable."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

import msgspec
import structlog
from google.rpc import status_pb2

from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.command_request import CommandResult
from clio.server.app.match_service import MatchService
from clio.server.app.play import PlayRequest, submit_play
from clio.server.identifiers import REQUEST_ID
from clio.server.rpc.move_responses import durable_answer, refused_answer
from clio.server.rpc.status import to_message
from clio.v1 import match_service_pb2 as pb

MAX_IN_FLIGHT: Final = 4096
"""The maximum number of unanswered moves; above it the stream is not read, and flow control slows the caller."""
MOVES_AT_ONCE: Final = 16
"""Moves of a message that are submitted before other calls get their turn: about a millisecond of the event loop."""

log = structlog.get_logger()


class PlaySession:
    """One stream. Reads moves as they arrive; each response holds all answers that are ready."""

    def __init__(
        self, matches: MatchService, draining: asyncio.Event, caller: Caller, pause: Callable[[], float] = lambda: 0.0
    ) -> None:
        """``pause`` counts a move and returns 0, or the seconds to wait before it may be made."""
        self._matches: Final = matches
        self._draining: Final = draining
        self._caller: Final = caller
        self._pause: Final = pause
        self._answers: list[bytes] = []
        self._in_flight = 0
        self._reading = True
        self._changed: Final = asyncio.Event()
        self._room: Final = asyncio.Event()

    async def run(self, requests: AsyncIterator[pb.PlayStreamRequest]) -> AsyncIterator[bytes]:
        """Yields encoded messages until the caller has finished and every move is answered, or the server shuts down.

        On shutdown the moves that were read are still answered. The caller repeats the others at another server.
        """
        reading = asyncio.create_task(self._read(requests))
        ending = asyncio.create_task(self._end_with(reading))
        try:
            while self._reading or self._in_flight or self._answers:
                await self._changed.wait()
                self._changed.clear()
                if self._answers:
                    answers, self._answers = self._answers, []
                    self._room.set()
                    yield b"".join(answers)
            if self._draining.is_set():
                raise errors.draining()
            await reading
        finally:
            ending.cancel()
            reading.cancel()

    async def _end_with(self, reading: "asyncio.Task[None]") -> None:
        """Stops reading once the server shuts down."""
        await self._draining.wait()
        reading.cancel()

    async def _read(self, requests: AsyncIterator[pb.PlayStreamRequest]) -> None:
        try:
            async for request in requests:
                for number, move in enumerate(request.moves, 1):
                    if number % MOVES_AT_ONCE == 0:
                        await asyncio.sleep(0)
                    while self._in_flight + len(self._answers) >= MAX_IN_FLIGHT:
                        self._room.clear()
                        await self._room.wait()
                    # Slowed, not refused: the moves of a match stay in their order.
                    while wait := self._pause():  # noqa: ASYNC110 (what is waited for is time)
                        await asyncio.sleep(wait)
                    self._take(move)
        finally:
            self._reading = False
            self._changed.set()

    def _take(self, move: pb.StreamMove) -> None:
        self._in_flight += 1
        submit_move(self._matches, move, self._caller, self._answer)

    def _answer(self, answer: bytes) -> None:
        self._in_flight -= 1
        self._answers.append(answer)
        self._changed.set()


def submit_move(matches: MatchService, move: pb.StreamMove, caller: Caller, on_answer: Callable[[bytes], None]) -> None:
    """Plays one of many moves; ``on_answer`` gets its answer as a part of the response's bytes.

    The token of the move counts, not one in the metadata of ``caller``.
    """
    on_done = partial(_encode_answer, move.match_id, move.request_id, on_answer)
    if not REQUEST_ID.fullmatch(move.request_id):
        refusal = errors.malformed("This move needs a request_id of 1 to 64 visible ASCII characters.")
        refuse_move(matches, move, refusal, on_answer)
        return
    seat = move.seat if move.HasField("seat") else None
    mover = msgspec.structs.replace(caller, token=move.seat_token, seat=seat)
    request = PlayRequest(move.match_id, move.request_id, mover, move.move, move.expected_seq, streamed=True)
    submit_play(matches, request, on_done)


def refuse_move(
    matches: MatchService, move: pb.StreamMove, refusal: errors.ServiceError, on_answer: Callable[[bytes], None]
) -> None:
    """Refuses one of many moves before it is judged."""
    matches.unmoved(move.match_id, refusal)
    _encode_answer(move.match_id, move.request_id, on_answer, refusal)


def _encode_answer(
    match_id: str, request_id: str, on_answer: Callable[[bytes], None], result: CommandResult | BaseException
) -> None:
    if isinstance(result, CommandResult):
        on_answer(durable_answer(match_id, request_id, result))
    else:
        on_answer(refused_answer(match_id, request_id, _refusal(result)))


def _refusal(error: BaseException) -> status_pb2.Status:
    if not isinstance(error, errors.ServiceError):
        log.error("call.failed", method="PlayStream", exc_info=error)
        error = errors.internal()
    return to_message(error)
