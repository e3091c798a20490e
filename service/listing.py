"""Pages of matches, from the index."""

import asyncio
import base64
import binascii
from hashlib import sha256
from typing import Final

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from projections.match_index import MatchIndex
from projections.match_summary import MatchSummary
from service import errors
from service.projection_runner import ProjectionRunner
from service.wire.matches import STATUSES, to_outcome
from service.wire.timestamps import to_timestamp

USUAL_PAGE: Final = 50
LARGEST_PAGE: Final = 500
FRESHNESS_WAIT: Final = 2.0
_NEWEST: Final = 2**62
_STATUS_NAMES: Final = {number: name for name, number in STATUSES.items()}


class MatchListing:
    """Answers ListMatches; waits for the index to have what was recorded before the question."""

    def __init__(self, index: MatchIndex, runner: ProjectionRunner) -> None:
        self._index: Final = index
        self._runner: Final = runner

    async def page(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        """One page, and where to go on."""
        if request.page_size < 0:
            raise errors.malformed("A page_size is not negative.")
        size = min(request.page_size or USUAL_PAGE, LARGEST_PAGE)
        status = _STATUS_NAMES.get(request.status, "")
        before = _position(request.page_token, request) if request.page_token else _NEWEST
        found = await asyncio.to_thread(self._read, request.game, status, request.player, before, size + 1)
        page = found[:size]
        token = _token(page[-1].position, request) if len(found) > size else ""
        return pb.ListMatchesResponse(matches=[_to_message(summary) for summary in page], next_page_token=token)

    def _read(self, game: str, status: str, player: str, before: int, size: int) -> list[MatchSummary]:
        self._runner.wait_until_current(FRESHNESS_WAIT)
        return self._index.page(game, status, player, before, size)


def _filters(request: pb.ListMatchesRequest) -> bytes:
    return sha256(f"{request.game}\0{request.status}\0{request.player}".encode()).digest()[:6]


def _token(position: int, request: pb.ListMatchesRequest) -> str:
    return base64.urlsafe_b64encode(_filters(request) + position.to_bytes(8, "big")).decode().rstrip("=")


def _position(token: str, request: pb.ListMatchesRequest) -> int:
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise errors.malformed("The page_token is not one that this server gave.") from error
    filters = _filters(request)
    if len(raw) != len(filters) + 8 or not raw.startswith(filters):
        raise errors.malformed("The page_token belongs to a list with other filters.")
    return int.from_bytes(raw[len(filters) :], "big")


def _to_message(summary: MatchSummary) -> match_pb2.Match:
    message = match_pb2.Match(
        match_id=summary.match_id,
        game=summary.game,
        rules_version=summary.rules,
        options=summary.options,
        status=STATUSES[summary.status],
        seats=[
            match_pb2.Seat(number=number, name=seat.name, taken=seat.taken, resigned=seat.resigned)
            for number, seat in enumerate(summary.seats)
        ],
        seq=summary.seq,
        digest=bytes.fromhex(summary.digest),
        opened_at=to_timestamp(summary.opened_at),
        updated_at=to_timestamp(summary.updated_at),
        abort_reason=summary.abort_reason,
        seed_commitment=bytes.fromhex(summary.seed_commitment),
    )
    if summary.outcome is not None:
        message.outcome.CopyFrom(to_outcome(summary.outcome))
    return message
