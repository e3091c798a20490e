"""Kalah: two players sow seeds around a board and bring them into their stores."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from clio.kernel.board import Board, Cell, Row
from clio.kernel.component_usage import ComponentUse
from clio.kernel.game import GameEvent, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.open_game import OpenGame, first_seat_draw, first_seat_option
from clio.kernel.option import OptionValue, bool_option, int_option
from clio.kernel.outcome import Outcome, ScoreDetail, ScoreLine, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rule, Rulebook

PITS: Final = 6
HOLES: Final = 2 * (PITS + 1)
NOBODY: Final = -1


class Sow(msgspec.Struct, frozen=True):
    """Sow the seeds of a pit; pits are numbered 1 to 6, the last one beside the own store."""

    pit: int


class State(msgspec.Struct, frozen=True):
    """The seeds of all holes: six pits and the store of seat 0, then those of seat 1. ``turn`` is -1 at the end."""

    pits: tuple[int, ...]
    turn: int
    empty_capture: bool


class BoardLaid(GameEvent, frozen=True, kw_only=True):
    """The pits hold their seeds, and ``first_seat`` begins."""

    first_seat: int
    pits: tuple[int, ...]
    turn: int
    empty_capture: bool


class SeedsSown(GameEvent, frozen=True, kw_only=True):
    """A seat sowed a pit; ``captured`` seeds went to its store, and ``turn`` moves next."""

    seat: int
    pit: int
    captured: int
    pits: tuple[int, ...]
    turn: int


class SeedsSwept(GameEvent, frozen=True, kw_only=True):
    """A side is empty: the seat of the other one took its remaining ``seeds``, and the game is over."""

    seat: int
    seeds: int
    pits: tuple[int, ...]
    turn: int


RULES: Final = Rulebook(
    prefix="KAL",
    rules=(
        Rule("KAL-SETUP", "Setup", "Each of the 12 pits holds 3, 4 or 6 seeds; both stores are empty.", "rulebook"),
        Rule("KAL-SOW", "Sowing", "A player empties a pit and sows its seeds, one to a hole.", "rulebook"),
        Rule("KAL-EMPTY", "Empty pits", "A pit without seeds cannot be sown.", "rulebook"),
        Rule("KAL-AGAIN", "Another turn", "If the last seed falls into the own store, the player goes on.", "rulebook"),
        Rule(
            "KAL-CAPTURE",
            "Capture",
            "A last seed in an own empty pit is captured with the seeds opposite.",
            "ruling",
            ruling="With seeds opposite only, as most play it; the option empty_capture takes the single seed too.",
        ),
        Rule("KAL-END", "End", "When a side has no seeds in its pits, the other one takes what is left.", "rulebook"),
        Rule("KAL-WIN", "Winner", "The player with more seeds wins; with as many each, both do.", "rulebook"),
    ),
)


def store(seat: int) -> int:
    """The hole that is a seat's store."""
    return seat * (PITS + 1) + PITS


def side(seat: int) -> range:
    """The holes that are a seat's pits."""
    return range(store(seat) - PITS, store(seat))


class Kalah(OpenGame[State, Sow]):
    """Two players, 6 pits each."""

    name = "kalah"
    title = "Kalah"
    designers = ("William Julius Champion Jr.",)
    year = 1940
    seats = (2,)
    options = (
        int_option("seeds", default=4, values=(3, 4, 6), help="How many seeds each pit holds."),
        bool_option("empty_capture", default=False, help="Whether a last seed is captured with no seeds opposite."),
        first_seat_option(2),
    )
    moves = (Sow,)
    events = (BoardLaid, SeedsSown, SeedsSwept)
    draws = (first_seat_draw("BoardLaid"),)
    state = State
    rulebook = RULES
    score_details = {"kalah_store": ScoreDetail("{seeds} seeds in the store")}  # noqa: RUF012

    def start(self, options: Mapping[str, OptionValue], seats: int, chance: Chance) -> Iterable[GameEvent]:
        """The board with its seeds."""
        first = self.first_seat(options, seats, chance)
        half = (int(options["seeds"]),) * PITS + (0,)
        empty = bool(options["empty_capture"])
        return (BoardLaid(first_seat=first, pits=half + half, turn=first, empty_capture=empty),)

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return () if state.turn == NOBODY else (state.turn,)

    def choices(self, state: State, seat: int) -> Iterable[Sow]:
        """Any pit."""
        del state, seat
        return tuple(map(Sow, range(1, PITS + 1)))

    def refusal(self, state: State, seat: int, move: Sow) -> Rejection | None:
        """An empty pit cannot be sown."""
        if state.pits[side(seat)[move.pit - 1]]:
            return None
        return Rejection("KAL-EMPTY", "Pit {pit} is empty.", {"pit": move.pit})

    def facts(self, state: State, seat: int, move: Sow, chance: Chance) -> Iterable[GameEvent]:
        """The sowing and, where a side is empty then, the end."""
        del chance
        pits, last = _sown(state.pits, seat, side(seat)[move.pit - 1])
        captured = 0
        if last in side(seat) and pits[last] == 1:
            opposite = HOLES - 2 - last
            if pits[opposite] or state.empty_capture:
                captured = 1 + pits[opposite]
                pits[last] = pits[opposite] = 0
                pits[store(seat)] += captured
        turn = seat if last == store(seat) else 1 - seat
        yield SeedsSown(seat=seat, pit=move.pit, captured=captured, pits=tuple(pits), turn=turn)
        empty = [each for each in (0, 1) if not any(pits[hole] for hole in side(each))]
        if empty:
            other = 1 - empty[0]
            seeds = sum(pits[hole] for hole in side(other))
            pits[store(other)] += seeds
            for hole in side(other):
                pits[hole] = 0
            yield SeedsSwept(seat=other, seeds=seeds, pits=tuple(pits), turn=NOBODY)

    def scores(self, state: State, viewpoint: Viewpoint) -> tuple[SeatScore, ...]:
        """The seeds in the stores."""
        del viewpoint
        return tuple(
            SeatScore(seat, seeds, (ScoreLine("KAL-WIN", seeds, "kalah_store", {"seeds": seeds}),))
            for seat, seeds in enumerate((state.pits[store(0)], state.pits[store(1)]))
        )

    def outcome(self, state: State) -> Outcome | None:
        """More seeds win."""
        if state.turn != NOBODY:
            return None
        scores = self.scores(state, NOBODY)
        best = max(score.total for score in scores)
        return Outcome(scores, tuple(score.seat for score in scores if score.total == best), "KAL-WIN")

    def uses(self, event: GameEvent) -> tuple[ComponentUse, ...]:
        """The pit that was sown, and what it captured."""
        return (
            (ComponentUse("pit", str(event.pit), event.seat, event.captured),) if isinstance(event, SeedsSown) else ()
        )

    def board(self, state: State) -> Board:
        """Seat 1's pits above those of seat 0, the stores at both ends."""

        def pits(seat: int, holes: Iterable[int]) -> tuple[Cell, ...]:
            numbers = {hole: number for number, hole in enumerate(side(seat), 1)}
            return tuple(Cell(str(state.pits[hole]), seat, f"sow {numbers[hole]}") for hole in holes)

        blank, stores = (Cell(""),), [Cell(str(state.pits[store(seat)]), seat, None, "store") for seat in (0, 1)]
        middle = (stores[1], *blank * PITS, stores[0])
        above, below = pits(1, reversed(side(1))), pits(0, side(0))
        return Board((Row(blank + above + blank), Row(middle), Row(blank + below + blank)))

    def fault_in(self, state: State) -> str:
        """Fourteen holes with seeds in them."""
        if len(state.pits) != HOLES or min(state.pits) < 0 or sum(state.pits) > HOLES * PITS:
            return "there are 14 holes, with no more seeds than the game has"
        return "" if state.turn in (0, 1, NOBODY) else "there is no such seat"


def _sown(pits: tuple[int, ...], seat: int, hole: int) -> tuple[list[int], int]:
    """The holes after sowing one of them, and the hole of the last seed; the other store gets none."""
    after = list(pits)
    seeds, after[hole] = after[hole], 0
    while seeds:
        hole = (hole + 1) % HOLES
        if hole != store(1 - seat):
            after[hole] += 1
            seeds -= 1
    return after, hole


GAME: Final = Kalah()
