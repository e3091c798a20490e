"""Skeleton: two players take one to three stones from a heap; the last stone wins."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.open_game import OpenGame, first_seat_draw, first_seat_option
from clio.kernel.option import OptionValue, int_option
from clio.kernel.outcome import Outcome, ScoreDetail, ScoreLine, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rule, Rulebook


class Take(msgspec.Struct, frozen=True):
    """The move: take some stones."""

    stones: int


class State(msgspec.Struct, frozen=True):
    """The position: the stones on the heap, and whose turn it is."""

    heap: int
    turn: int


class HeapLaid(GameEvent, frozen=True, kw_only=True):
    """The first fact: it has every field of the state."""

    first_seat: int
    heap: int
    turn: int


class StonesTaken(GameEvent, frozen=True, kw_only=True):
    """A fact says what came out: the fields that it shares with the state replace the state's."""

    seat: int
    stones: int
    heap: int
    turn: int


RULES: Final = Rulebook(
    prefix="SKELETON",
    rules=(
        Rule("SKELETON-TAKE", "Taking", "A player takes one to three stones, of those that are there.", "rulebook"),
        Rule("SKELETON-LAST", "The last stone", "The player who takes the last stone wins.", "rulebook"),
    ),
)


class Skeleton(OpenGame[State, Take]):
    """Replace this game by yours."""

    name = "skeleton"
    title = "Skeleton"
    seats = (2,)
    options = (int_option("stones", default=21, values=(21, 34), help="How many stones."), first_seat_option(2))
    moves = (Take,)
    events = (HeapLaid, StonesTaken)
    draws = (first_seat_draw("HeapLaid"),)
    state = State
    rulebook = RULES
    score_details = {"skeleton_last": ScoreDetail("the last stone")}  # noqa: RUF012

    def start(self, options: Mapping[str, OptionValue], seats: int, chance: Chance) -> Iterable[GameEvent]:
        """The facts of the set-up."""
        first = self.first_seat(options, seats, chance)
        return (HeapLaid(first_seat=first, heap=int(options["stones"]), turn=first),)

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seats that may move; empty at the end."""
        return (state.turn,) if state.heap else ()

    def choices(self, state: State, seat: int) -> Iterable[Take]:
        """Every move that a rule may allow."""
        del state, seat
        return (Take(1), Take(2), Take(3))

    def refusal(self, state: State, seat: int, move: Take) -> Rejection | None:
        """The rule that forbids a choice."""
        del seat
        if move.stones <= state.heap:
            return None
        return Rejection("SKELETON-TAKE", "There are only {stones} stones.", {"stones": state.heap})

    def facts(self, state: State, seat: int, move: Take, chance: Chance) -> Iterable[GameEvent]:
        """The facts that follow from a legal move."""
        del chance
        return (StonesTaken(seat=seat, stones=move.stones, heap=state.heap - move.stones, turn=1 - seat),)

    def outcome(self, state: State) -> Outcome | None:
        """The result at the end."""
        if state.heap:
            return None
        winner = 1 - state.turn
        line = ScoreLine("SKELETON-LAST", 1, "skeleton_last", {})
        scores = tuple(SeatScore(seat, int(seat == winner), (line,) * (seat == winner)) for seat in (0, 1))
        return Outcome(scores, (winner,), "SKELETON-LAST")


GAME: Final = Skeleton()
