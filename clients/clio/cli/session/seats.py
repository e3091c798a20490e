"""Selection of the user's seat for a command, with its token."""

from collections.abc import Sequence
from dataclasses import dataclass

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.session.token_store import Holding
from clio.client.client import Client
from clio.client.handles import SeatHandle


@dataclass(frozen=True, slots=True)
class Chosen:
    """A selected seat's token; the seat is unknown where the token came from an option."""

    token: str
    seat: int | None

    def handle(self, client: Client, match_id: str) -> SeatHandle:
        """The seat's handle. Calls go by the token: an unknown seat is none of theirs."""
        return client.seat(match_id, self.token, -1 if self.seat is None else self.seat)


def seat_for_turn(holding: Holding, to_move: Sequence[int], wanted: int | None, token: str) -> Chosen:
    """Selects the seat to play: the given one, else one whose turn it is."""
    if token:
        return Chosen(token, wanted)
    if wanted is None:
        wanted = next((seat for seat in to_move if seat in holding.seats), min(holding.seats, default=None))
    return _held(holding, wanted)


def seat_to_resign(holding: Holding, wanted: int | None, token: str) -> Chosen:
    """Selects the seat to leave, resign or rotate; never guesses among several."""
    if token:
        return Chosen(token, wanted)
    if wanted is None and len(holding.seats) > 1:
        several = ", ".join(map(str, holding.seats))
        raise Failure(
            ExitCode.USAGE,
            "WHICH_SEAT",
            filled("You have several seats ({several}). Choose one with --seat N.", several=several),
        )
    return _held(holding, min(holding.seats, default=None) if wanted is None else wanted)


def seat_to_view_from(holding: Holding, to_move: Sequence[int], wanted: int | None, token: str) -> Chosen:
    """Selects the seat to view from; none where the user holds no seat."""
    if token:
        return Chosen(token, wanted)
    if wanted is not None:
        return Chosen(holding.seats.get(wanted, ""), wanted)
    if not holding.seats:
        return Chosen("", None)
    return seat_for_turn(holding, to_move, None, "")


def _held(holding: Holding, seat: int | None) -> Chosen:
    if seat is None:
        raise Failure(
            ExitCode.NOT_ALLOWED,
            "NO_SEAT_HELD",
            t("You have no seat in this match. Take one with: clio join MATCH --name NAME"),
        )
    if seat not in holding.seats:
        raise Failure(
            ExitCode.NOT_ALLOWED, "SEAT_NOT_HELD", filled("Seat {seat} of this match is not yours.", seat=seat)
        )
    return Chosen(holding.seats[seat], seat)
