"""Previewing a move: authorise, parse, decide without the match's chance, show it to the mover. Nothing is recorded."""

from typing import NamedTuple

import msgspec

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Play
from clio.kernel.match.preview import preview_move
from clio.kernel.match.referee import refusal_to_play
from clio.kernel.match.rules_version import refusal_of_command
from clio.kernel.match.visibility import Caller
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.authority import seat_with, viewer_of
from clio.server.app.match_service import MatchService
from clio.server.app.workers import Workers
from clio.server.codec.moves import from_message
from clio.server.codec.previews import to_message
from clio.server.codec.views import Snapshot
from clio.v1 import match_service_pb2, move_pb2


class PreviewRequest(msgspec.Struct, frozen=True):
    """A move that a caller wants to look at."""

    match_id: str
    caller: Caller
    move: move_pb2.Move
    expected_seq: int = 0


class _Job(NamedTuple):
    snapshot: Snapshot
    seat: int
    move: msgspec.Struct


async def preview(
    matches: MatchService, workers: Workers, request: PreviewRequest
) -> match_service_pb2.PreviewMoveResponse:
    """What a move of the token's seat would do, as far as the seat can know; refuses what PlayMove would refuse."""
    match = await matches.get(request.match_id)
    seat = seat_with(match, request.caller)
    viewer = viewer_of(matches, match, request.caller)
    if request.expected_seq and request.expected_seq != match.seq:
        raise errors.not_at(request.expected_seq, match.seq)
    command = _command(match, seat, request.move)
    if refusal := refusal_of_command(match, command) or refusal_to_play(match, seat):
        raise errors.refused(refusal)
    snapshot = Snapshot.of(match)
    answer = await workers.run(_answered, _Job(snapshot, seat, command.move))
    if isinstance(answer, Rejection):
        raise errors.refused(answer)
    # The token may have been replaced meanwhile, and the answer shows the seat's secrets.
    await viewer.demand(snapshot.match.seq)
    return answer


def _command(match: Match, seat: int, move: move_pb2.Move) -> Play:
    try:
        return Play(seat, from_message(match.game, move))
    except errors.ServiceError:
        # As for a move: that the match is over, or another seat's turn, says more.
        if refusal := refusal_to_play(match, seat):
            raise errors.refused(refusal) from None
        raise


def _answered(job: _Job) -> match_service_pb2.PreviewMoveResponse | Rejection:
    previewed = preview_move(job.snapshot.game, job.snapshot.state, job.seat, job.move)
    return previewed if isinstance(previewed, Rejection) else to_message(job.snapshot, job.seat, previewed)
