"""Taking and leaving seats: which seat, under which name, with which reservation."""

import hmac
import unicodedata
from typing import Final

import msgspec

from clio.kernel.confusables import are_confusable
from clio.kernel.events.lifecycle import Joined, Left
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.integrity.chance import MAX_ENTROPY_BYTES
from clio.kernel.match import commands, readiness
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, EventBuilder, start
from clio.kernel.match.match_metadata import NAMESPACE_FIELD, Reservation
from clio.kernel.match.seat import Seat
from clio.kernel.rejection import Rejection
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text

MAX_NAME: Final = 40
_NEVER_IN_NAMES: Final = frozenset({"Cc", "Cf", "Cs", "Co"})


def refusal_to_join(match: Match, command: commands.Join) -> Rejection | None:
    """Why the seat cannot be taken; None if it can."""
    if match.status not in ("open", "readying"):
        return Rejection("CLIO-STARTED", "The match has started; its seats are taken.")
    number = _wanted_seat(match, command)
    if number >= len(match.seats) or number < 0:
        return Rejection(
            "CLIO-SEAT",
            "There is no seat {seat}; this match has seats 0 to {last}.",
            {"seat": number, "last": len(match.seats) - 1},
        )
    if match.seats[number] is not None:
        return Rejection("CLIO-SEAT-TAKEN", "Seat {seat} is taken.", {"seat": number})
    if not _could_be_a_name(command.name):
        return Rejection("CLIO-NAME", "A {what} has 1 to {most} characters.", {"what": "name", "most": MAX_NAME})
    if len(command.entropy) > MAX_ENTROPY_BYTES:
        return Rejection("CLIO-ENTROPY", "A seat adds at most {most} bytes of entropy.", {"most": MAX_ENTROPY_BYTES})
    return None


def _refusal_of_name(match: Match, name: str) -> Rejection | None:
    """Checks the name of a new seat. Records may have names from before these checks, and stay valid."""
    if refusal := refusal_of_text("CLIO-NAME", "name", name, MAX_NAME):
        return refusal
    for number, seat in enumerate(match.seats):
        if seat is not None and are_confusable(name, seat.name):
            return Rejection(
                "CLIO-NAME-TAKEN",
                "That name looks too much like the one at seat {seat}. Choose another one.",
                {"seat": number},
            )
    return None


def _wanted_seat(match: Match, command: commands.Join) -> int:
    """The seat asked for; otherwise one that is reserved for the caller, or the first free one that is not reserved."""
    if command.seat is not None:
        return command.seat
    free = [number for number, seat in enumerate(match.seats) if seat is None]
    reserved = {each.seat: each for each in match.metadata.reservations}
    own = [number for number in free if number in reserved and _admits(reserved[number], command)]
    return next(iter([*own, *(number for number in free if number not in reserved)]), free[0] if free else 0)


def _admits(reservation: Reservation, command: commands.Join) -> bool:
    return bool(reservation.namespace and reservation.namespace == command.namespace) or bool(
        reservation.code_hash and hmac.compare_digest(reservation.code_hash, command.code_hash)
    )


def _refusal_of_reservation(match: Match, command: commands.Join) -> Rejection | None:
    """Checks the reservation of a seat, which is not a part of the record: verifiers cannot judge it."""
    number = _wanted_seat(match, command)
    reservation = match.metadata.reservation(number)
    if reservation is None or _admits(reservation, command):
        return None
    return Rejection("CLIO-RESERVED", "Seat {seat} is reserved: you need its API key or its code.", {"seat": number})


def refusal_of_join(match: Match, command: commands.Join) -> Rejection | None:
    """Why this caller cannot take the seat, whatever its name; None if it can."""
    return (
        refusal_to_join(match, command)
        or _refusal_of_reservation(match, command)
        or readiness.refusal_of_entropy(match, command)
        or _refusal_of_director(match, command)
    )


def join(match: Match, command: commands.Join, draft: EventBuilder) -> Decision | Rejection:
    """Takes a seat; the match starts with the last one, unless somebody must reveal entropy first."""
    if not is_far_too_long(command.name, MAX_NAME):
        command = msgspec.structs.replace(command, name=normalised(command.name))
    if refusal := refusal_of_join(match, command) or _refusal_of_name(match, command.name):
        return refusal
    number = _wanted_seat(match, command)
    commitment = command.commitment.hex()
    joined = Joined(command.entropy.hex(), command.name, number, commitment or msgspec.UNSET)
    bot = {"bot": command.bot} if command.bot else {}
    owner = {NAMESPACE_FIELD: command.namespace} if command.namespace else {}
    draft.add(f"seat:{number}", joined, private={"token": command.token_hash, **bot, **owner})
    seats = [*match.seats]
    seats[number] = Seat(command.name, command.entropy, command.token_hash, commitment=commitment)
    if any(seat is None or seat.is_due for seat in seats):
        return Decision(tuple(draft.events), match.state)
    return start(match, seats, draft)


def _refusal_of_director(match: Match, command: commands.Join) -> Rejection | None:
    roles = match.opened.roles
    if roles and roles.director == "host" and hmac.compare_digest(command.token_hash, match.host_hash):
        return Rejection("CLIO-DIRECTOR", "The director of a match takes no seat in it.")
    return None


def leave(match: Match, command: commands.Leave, draft: EventBuilder) -> Decision | Rejection:
    """Frees a seat before the start."""
    seat = command.seat
    if match.status not in ("open", "readying"):
        return Rejection("CLIO-STARTED", "The match has started; you can resign, but not leave.")
    if not 0 <= seat < len(match.seats) or match.seats[seat] is None:
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    draft.add(HOST_ACTOR if command.by_host else f"seat:{seat}", Left(seat=seat))
    return Decision(tuple(draft.events), match.state)


def _could_be_a_name(name: str) -> bool:
    """The checks of a name that every version has made; verifiers apply them to records of any age.

    Unassigned code points pass: they depend on the verifier's Python version, and a verdict must not.
    """
    return (
        0 < len(name) <= MAX_NAME
        and name == name.strip()
        and not any(unicodedata.category(char) in _NEVER_IN_NAMES for char in name)
    )
