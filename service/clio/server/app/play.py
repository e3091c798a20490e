"""Playing a move: authorise, parse, decide, commit, publish."""

import asyncio
from functools import partial

import msgspec

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Play
from clio.kernel.match.referee import refusal_to_play
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.authority import seat_with
from clio.server.app.command_request import CommandRequest, CommandResult, OnDone, resolve
from clio.server.app.match_service import MatchService
from clio.server.codec.moves import from_message
from clio.v1 import move_pb2


class PlayRequest(msgspec.Struct, frozen=True):
    """A move that a caller wants to play. The request id makes repeating it safe."""

    match_id: str
    request_id: str
    caller: Caller
    move: move_pb2.Move
    expected_seq: int = 0
    streamed: bool = False
    """Whether the move came on a stream, and its token with it."""


async def play(matches: MatchService, request: PlayRequest) -> CommandResult:
    """Plays a move; returns once its events are durable. A caller that hangs up does not stop it."""
    future: asyncio.Future[CommandResult] = asyncio.get_running_loop().create_future()
    submit_play(matches, request, partial(resolve, future))
    return await future


def submit_play(matches: MatchService, request: PlayRequest, on_done: OnDone) -> None:
    """The same for callers with many moves in flight: calls ``on_done`` instead of returning.

    The match's queue runs the steps one move at a time, and runs them again after a conflict with another server: who
    may move is decided by the match that the move is judged against. A repeated request returns its first result.
    """

    def command_for(match: Match) -> Play:
        if request.streamed and not request.caller.token and not request.caller.namespace:
            raise errors.move_token_missing()
        seat = seat_with(match, request.caller)
        try:
            return Play(seat, from_message(match.game, request.move))
        except errors.ServiceError:
            # That the match is over, or another seat's turn, says more than that the move cannot be read.
            if refusal := refusal_to_play(match, seat):
                raise errors.refused(refusal) from None
            raise

    def done(result: CommandResult | BaseException) -> None:
        if not isinstance(result, CommandResult) or result.repeated:
            matches.unmoved(request.match_id, result)
        on_done(result)

    matches.submit(
        CommandRequest(
            request.match_id, request.request_id, command_for, request.expected_seq, done, caller=request.caller
        )
    )
