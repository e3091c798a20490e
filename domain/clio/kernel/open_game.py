"""Games without secrets: ``OpenGame`` supplies everything of ``Game`` that does not differ from one to another.

A game declares its options, moves, events and state, and writes five functions: ``start``, ``to_move``, ``choices``,
``facts`` and ``outcome``. The rest (decisions, evolving, the view, both notations, the data digest and the draw of the
first seat) comes from here, and may be overridden.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from clio.kernel.board import Board
from clio.kernel.component_set import ComponentSet
from clio.kernel.default_notation import MoveNotation, format_state, parse_state
from clio.kernel.game import DataSet, Game, GameEvent, Viewpoint
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_table import NumberDraw, Shown
from clio.kernel.option import Option, Options, OptionValue, choice_option
from clio.kernel.rejection import Rejection

RANDOM: Final = "random"
FIRST_SEAT: Final = "first_seat"
ORDER: Final = "order"
"""The label of the draw of the first seat."""

State = TypeVar("State", bound=msgspec.Struct)
Move = TypeVar("Move", bound=msgspec.Struct)
Reducer = Callable[[Any, Any], Any]
"""From the state and a fact to the state after it."""


class OpenView(msgspec.Struct, frozen=True):
    """What everybody sees of a game without secrets: its state, and a board to draw where the game describes one."""

    board: Board | None
    state: Any


def first_seat_option(seats: int) -> Option:
    """The option that names the seat that begins, for a game of so many seats; chance draws it by default."""
    return choice_option(
        FIRST_SEAT,
        default=RANDOM,
        values=(RANDOM, *map(str, range(seats))),
        help="Who plays first: drawn from the match's chance, or the seat of that number.",
    )


def first_seat_draw(event: str) -> NumberDraw:
    """The row of the draw table for it: the field ``first_seat`` of the set-up's event shows the draw."""
    return NumberDraw(ORDER, Shown(event, FIRST_SEAT), option=(FIRST_SEAT, RANDOM))


class OpenGame(Game[State, Move], Generic[State, Move]):
    """A game in which everybody sees everything."""

    state: ClassVar[type[msgspec.Struct]]
    """The class of the state: a frozen msgspec struct."""
    components: ClassVar[Mapping[str, Any]] = {}
    """What the game is played with, as JSON values: records name the SHA-256 of its canonical bytes."""
    reducers: ClassVar[Mapping[type[GameEvent], Reducer]] = {}
    """How a fact changes the state, for the events whose fields are not fields of the state."""

    # What a game writes.

    @abstractmethod
    def start(self, options: Mapping[str, OptionValue], seats: int, chance: Chance) -> Iterable[GameEvent]:
        """The facts of the set-up, from options in their own types; the first one makes the state."""

    @abstractmethod
    def choices(self, state: State, seat: int) -> Iterable[Move]:
        """Every move of a seat whose turn it is that ``refusal`` may allow, each once."""

    def refusal(self, state: State, seat: int, move: Move) -> Rejection | None:
        """The rule that forbids one of the choices; None if the move is legal."""
        del state, seat, move
        return None

    @abstractmethod
    def facts(self, state: State, seat: int, move: Move, chance: Chance) -> Iterable[GameEvent]:
        """The facts that follow from a legal move. They say what came out: ``evolve`` only copies it."""

    def board(self, state: State) -> Board | None:
        """A board that clients draw without knowing the game; None where the state's fields are enough."""
        del state
        return None

    def fault_in(self, state: State) -> str:
        """Why no match can have this state, which somebody wrote as a position; empty if one can."""
        del state
        return ""

    # What follows from it.

    def data(self, options: Options) -> DataSet:
        """The components, the same for all options."""
        del options
        return DataSet(name=self.name, digest=_digest(canonical(self.components)))

    def component_sets(self) -> tuple[ComponentSet, ...]:
        """The components, under the digest that records name; none where the game lists none."""
        content = canonical(self.components)
        return (ComponentSet(self.name, _digest(content), content),) if self.components else ()

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """The facts of ``start``."""
        return tuple(self.start({option.name: option.typed(options) for option in self.options}, seats, chance))

    def first_seat(self, options: Mapping[str, OptionValue], seats: int, chance: Chance) -> int:
        """The seat that begins, by the option ``first_seat``."""
        wanted = options[FIRST_SEAT]
        return chance.below(ORDER, seats) if wanted == RANDOM else int(wanted)

    def check_options(self, options: Options, seats: int) -> Rejection | None:
        """The first seat must be at the table."""
        wanted = options.get(FIRST_SEAT, RANDOM)
        if wanted == RANDOM or int(wanted) < seats:
            return None
        allowed = ", ".join((RANDOM, *map(str, range(seats))))
        params = {"option": FIRST_SEAT, "allowed": allowed, "value": wanted}
        return Rejection("CLIO-OPTION", "The option {option} takes {allowed}, not {value}.", params)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """The choices that no rule forbids."""
        if seat not in self.to_move(state):
            return ()
        return [move for move in self.choices(state, seat) if self.refusal(state, seat, move) is None]

    def decide(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """The facts of a legal move. A move that is no choice never reaches the game's own functions."""
        if move not in self.choices(state, seat):
            return Rejection("CLIO-MOVE", "{move} is not a possible move of {game} here.", self._named(move))
        return self.refusal(state, seat, move) or tuple(self.facts(state, seat, move, chance))

    def _named(self, move: Move) -> dict[str, str]:
        return {"move": self.format_move(move), "game": self.title}

    def evolve(self, state: State | None, event: GameEvent) -> State:
        """The state after a fact: by its reducer, else with the fields that fact and state share."""
        reducer = self.reducers.get(type(event))
        if reducer is not None:
            reduced: State = reducer(state, event)
            return reduced
        shared = {name: getattr(event, name) for name in _shared(self.state, type(event))}
        if state is not None:
            return msgspec.structs.replace(state, **shared)
        made: Any = self.state(**shared)
        return made  # type: ignore[no-any-return]  # the class of the state is the game's own

    def view(self, state: State, viewpoint: Viewpoint) -> msgspec.Struct:
        """The state and its board, the same for every viewpoint."""
        del viewpoint
        return OpenView(self.board(state), state)

    @cached_property
    def _notation(self) -> MoveNotation:
        return MoveNotation(self.title, self.moves)

    def format_move(self, move: Move) -> str:
        """The move's name and the values of its fields."""
        return self._notation.format(move)

    def parse_move(self, text: str) -> Move | Rejection:
        """Parses what ``format_move`` writes."""
        parsed: Any = self._notation.parse(text)
        return parsed  # type: ignore[no-any-return]  # one of the game's moves

    def format_position(self, state: State, viewpoint: Viewpoint) -> str:
        """The state as one line of JSON."""
        del viewpoint
        return format_state(state)

    def parse_position(self, text: str) -> State | Rejection:
        """Parses what ``format_position`` writes; ``fault_in`` says what no match can have."""
        parsed: Any = parse_state(self.title, text, self.state, self.fault_in)
        return parsed  # type: ignore[no-any-return]  # the game's own state


@cache
def _shared(state: type[msgspec.Struct], event: type[GameEvent]) -> tuple[str, ...]:
    """The fields that a state and an event have in common."""
    return tuple(name for name in event.__struct_fields__ if name in state.__struct_fields__)


@cache
def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
