"""Readiness: seats reveal the entropy that they are committed to; the last one starts the match."""

import hmac
from typing import Final

import msgspec

from clio.kernel.events.fair_play import Lapsed, Ready
from clio.kernel.events.match_event import SERVER_ACTOR
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import REVEALED_BYTES, entropy_commitment
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, EventBuilder, due_seats, not_playing, start
from clio.kernel.moment import SECOND, microseconds
from clio.kernel.rejection import Rejection

COMMITMENT_BYTES: Final = len(GENESIS)


def get_ready(match: Match, command: commands.GetReady, draft: EventBuilder) -> Decision | Rejection:
    """Reveals a seat's entropy; refuses any other than the one that it is committed to."""
    if match.status != "readying":
        return not_playing(match) or Rejection("CLIO-STARTED", "The match has started.")
    seat = match.seats[command.seat]
    if seat is None or not seat.commitment:
        return Rejection("CLIO-READY", "Your seat adds nothing to chance: it need not get ready.")
    if seat.ready:
        return Rejection("CLIO-READY-ONCE", "Your seat is ready already.")
    if len(command.entropy) != REVEALED_BYTES or not hmac.compare_digest(
        entropy_commitment(match.id, command.seat, command.entropy).hex(), seat.commitment
    ):
        return Rejection("CLIO-REVEAL", "That is not the entropy that your seat is committed to.")
    if len(command.next) != COMMITMENT_BYTES:
        return refusal_of_commitment()
    draft.add(f"seat:{command.seat}", Ready(command.entropy.hex(), command.next.hex(), command.seat))
    if due_seats(match) != (command.seat,):
        return Decision(tuple(draft.events), match.state)
    seats = list(match.seats)
    seats[command.seat] = msgspec.structs.replace(seat, entropy=command.entropy, ready=True)
    return start(match, seats, draft)


def refusal_of_entropy(match: Match, command: commands.Join) -> Rejection | None:
    """Why a join brings entropy, or a commitment, that the match does not take."""
    if match.opened.commit_reveal is True:
        if command.entropy:
            return Rejection("CLIO-COMMIT", "This match takes a commitment to your entropy, not the entropy itself.")
        if command.commitment and len(command.commitment) != COMMITMENT_BYTES:
            return refusal_of_commitment()
    elif command.commitment:
        return Rejection("CLIO-COMMIT", "This match takes your entropy when you join, and no commitment to it.")
    return None


def refusal_of_commitment() -> Rejection:
    """The refusal of bytes that are no commitment."""
    return Rejection("CLIO-COMMIT", "A commitment has {size} bytes.", {"size": COMMITMENT_BYTES})


def lapse_at(match: Match) -> int | None:
    """The moment from which the round of readiness is void; None where there is none."""
    if match.status != "readying" or match.opened.ready_within is msgspec.UNSET:
        return None
    return microseconds(match.round_at) + match.opened.ready_within * SECOND


def lapse(match: Match, at: int, draft: EventBuilder) -> Decision | Rejection:
    """Frees the seats that were not ready in time."""
    due = lapse_at(match)
    if due is None:
        return not_playing(match) or Rejection("CLIO-STARTED", "The match has started.")
    if at < due:
        return Rejection("CLIO-READY-WITHIN", "There are {seconds} seconds left to get ready.", _left(due, at))
    draft.add(SERVER_ACTOR, Lapsed(due_seats(match)))
    return Decision(tuple(draft.events), match.state)


def _left(due: int, at: int) -> dict[str, int]:
    return {"seconds": -((at - due) // SECOND)}
