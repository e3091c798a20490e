"""The interface between the kernel and a game: pure functions over immutable values."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

import msgspec

from clio.kernel.component_set import ComponentSet
from clio.kernel.component_usage import ComponentUse
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_rows import DrawRow, to_rows
from clio.kernel.integrity.draw_table import Draw
from clio.kernel.option import Option, Options
from clio.kernel.outcome import Outcome, ScoreDetails, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rulebook
from clio.kernel.upcasting import Steps

__all__ = [
    "EVERYTHING",
    "SPECTATOR",
    "DataSet",
    "Game",
    "GameEvent",
    "Option",
    "Options",
    "Viewpoint",
]

Viewpoint: TypeAlias = int
"""A seat's number, or one of the two below."""
SPECTATOR: Final[Viewpoint] = -1
EVERYTHING: Final[Viewpoint] = -2


class DataSet(msgspec.Struct, frozen=True):
    """The components a match is played with: their file's name and the SHA-256 of its canonical bytes (hex)."""

    name: str
    digest: str


class GameEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fact of a game. Subclasses add the fields; their class name is the event's type.

    ``move`` is set by the kernel on the first event of a move, in the game's notation, and ``clock`` beside it where
    the match has a clock: the milliseconds that the seat had left when it moved.
    Only the seat in the event's own ``seat`` field may see the fields named in ``SEALED`` until the match is over.
    They are declared ``X | msgspec.UnsetType = msgspec.UNSET`` and are UNSET for all other viewpoints.
    """

    SEALED: ClassVar[tuple[str, ...]] = ()

    move: str | msgspec.UnsetType = msgspec.UNSET
    clock: int | msgspec.UnsetType = msgspec.UNSET


State = TypeVar("State")
Move = TypeVar("Move", bound=msgspec.Struct)


@cache
def _rows_of(draws: tuple[Draw, ...], events: tuple[type[GameEvent], ...]) -> tuple[DrawRow, ...]:
    return to_rows(draws, events)


class Game(ABC, Generic[State, Move]):
    """One game's rules. Every function is pure: no clock, no I/O, no randomness but the given chance."""

    name: ClassVar[str]
    title: ClassVar[str]
    designers: ClassVar[tuple[str, ...]] = ()
    publisher: ClassVar[str] = ""
    year: ClassVar[int] = 0
    """The year of publication; 0 where it is not known."""
    built_in: ClassVar[bool] = False
    """Whether Clio ships the game: with messages of its own, and a draw table that every verifier has. The records of
    other games carry their table."""
    rules_version: ClassVar[str] = "1"
    earlier_rules: ClassVar[tuple[str, ...]] = ()
    """Earlier rules versions that ``under`` still provides."""
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    moves: ClassVar[tuple[type[msgspec.Struct], ...]]
    events: ClassVar[tuple[type[GameEvent], ...]]
    rulebook: ClassVar[Rulebook]
    reconstructed: ClassVar[tuple[str, ...]] = ()
    """Which parts of the components are not known from the rulebook, one sentence each."""
    draws: ClassVar[tuple[Draw, ...]] = ()
    """The draw table: which fields of which facts show which draws. docs/record.md lists the same tables."""
    score_details: ClassVar[ScoreDetails] = {}
    """The English templates of score lines, by their ids."""
    score_sentences: ClassVar[ScoreDetails] = {}
    """The sentences that records with schema 1 of ``match.Finished`` have in place of ids. Frozen."""
    upcasters: ClassVar[Steps] = {}
    """By an event's class name and an old schema: the step to the next one."""

    def draw_rows(self) -> tuple[DrawRow, ...]:
        """The draw table as the record's first event carries it; the same object every time."""
        return _rows_of(self.draws, self.events)

    def under(self, version: str) -> "Game[State, Move]":
        """The game with the rules of a version. A version that is not known gives the current rules.

        Replay calls no rules, so it works under any version; the referee refuses to play under an unknown one.
        """
        del version
        return self

    @abstractmethod
    def data(self, options: Options) -> DataSet:
        """The data set that the options select."""

    def component_sets(self) -> tuple[ComponentSet, ...]:
        """Every data set that options can select, the default first; empty if the game publishes none."""
        return ()

    def check_options(self, options: Options, seats: int) -> Rejection | None:
        """Checks what the lists of values cannot express. Every option is present and has one of its values."""
        del options, seats
        return None

    @abstractmethod
    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """The facts of the set-up. ``evolve`` makes the first state from the first of them."""

    @abstractmethod
    def to_move(self, state: State) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""

    @abstractmethod
    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """Every move of the seat that ``decide`` accepts, and no other. Empty when it is not the seat's turn."""

    @abstractmethod
    def decide(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """The facts that follow from a move of a seat whose turn it is, or the rule that forbids it."""

    @abstractmethod
    def evolve(self, state: State | None, event: GameEvent) -> State:
        """The state after a fact. Total: no rules, no chance, and sealed fields may be UNSET."""

    def play(
        self, state: State, seat: int, move: Move, chance: Chance
    ) -> tuple[tuple[GameEvent, ...], State] | Rejection:
        """The facts of ``decide`` and the state after them. A game whose ``decide`` computes both may override it."""
        decided = self.decide(state, seat, move, chance)
        if isinstance(decided, Rejection):
            return decided
        for event in decided:
            state = self.evolve(state, event)
        return decided, state

    def known_state(self, state: State, viewpoint: Viewpoint) -> State:
        """The state as a viewpoint knows it; a game with secrets puts a placeholder in place of each unknown one."""
        del viewpoint
        return state

    def shows_unknown(self, event: GameEvent) -> bool:
        """Whether a fact that was decided on a known state shows a placeholder: it would reveal a secret."""
        del event
        return False

    @abstractmethod
    def view(self, state: State, viewpoint: Viewpoint) -> msgspec.Struct:
        """What the viewpoint may see, as the game's view struct."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Scores and winners once the game is over, else None."""

    def scores(self, state: State, viewpoint: Viewpoint) -> tuple[SeatScore, ...]:
        """The current scores, rule by rule, as far as the viewpoint knows them; at the end those of the outcome.

        Empty where a game scores at its end only.
        """
        del viewpoint
        outcome = self.outcome(state)
        return outcome.scores if outcome else ()

    def sides(self, event: GameEvent) -> tuple[str, ...]:
        """The side of every seat, in seat order, if the fact assigns sides; else empty."""
        del event
        return ()

    def uses(self, event: GameEvent) -> tuple[ComponentUse, ...]:
        """The components that the fact shows in use, for statistics; without what is still secret."""
        del event
        return ()

    def retire(self, state: State, seat: int, chance: Chance) -> tuple[GameEvent, ...] | None:
        """The facts after which the others play on when a seat resigns; None if the match ends instead."""
        del state, seat, chance
        return None

    def is_secret(self, move: Move) -> bool:
        """Whether the move itself must be sealed, because it names a secret."""
        del move
        return False

    @abstractmethod
    def format_move(self, move: Move) -> str:
        """The move in notation, one line; ``parse_move`` is the inverse."""

    @abstractmethod
    def parse_move(self, text: str) -> Move | Rejection:
        """Parses a move in notation."""

    @abstractmethod
    def format_position(self, state: State, viewpoint: Viewpoint) -> str:
        """What the viewpoint knows of the state, in one line; ``parse_position`` restores a state from EVERYTHING."""

    @abstractmethod
    def parse_position(self, text: str) -> State | Rejection:
        """Parses a position in notation, written from any viewpoint."""
