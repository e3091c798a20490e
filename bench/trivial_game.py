"""The smallest possible game: one seat, one move, one number. It measures the cost of the service itself."""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from clio.kernel.game import DataSet, Game, GameEvent, Option, Options, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rule, Rulebook

RULES: Final = Rulebook(
    prefix="TRIVIAL",
    rules=(Rule(id="TRIVIAL-TICK", title="Tick", text="The only seat ticks, for ever.", source="service"),),
)


class Tick(msgspec.Struct, frozen=True):
    """The only move."""


class Ticked(GameEvent, frozen=True, kw_only=True):
    """The counter after a move."""

    count: int


class View(msgspec.Struct, frozen=True):
    """All there is to see."""

    count: int


class TrivialGame(Game[int, Tick]):
    """A counter that never ends."""

    name: ClassVar[str] = "trivial"
    title: ClassVar[str] = "Trivial"
    designers: ClassVar[tuple[str, ...]] = ()
    publisher: ClassVar[str] = ""
    year: ClassVar[int] = 2026
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[int, ...]] = (1,)
    options: ClassVar[tuple[Option, ...]] = ()
    moves: ClassVar[tuple[type[msgspec.Struct], ...]] = (Tick,)
    events: ClassVar[tuple[type[GameEvent], ...]] = (Ticked,)
    rulebook: ClassVar[Rulebook] = RULES
    reconstructed: ClassVar[tuple[str, ...]] = ()

    def data(self, options: Options) -> DataSet:
        """See ``Game``."""
        del options
        return DataSet("trivial", "0" * 64)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """See ``Game``."""
        del options, seats, chance
        return (Ticked(count=0),)

    def to_move(self, state: int) -> tuple[int, ...]:
        """See ``Game``."""
        del state
        return (0,)

    def legal_moves(self, state: int, seat: int) -> Sequence[Tick]:
        """See ``Game``."""
        del state
        return (Tick(),) if seat == 0 else ()

    def decide(self, state: int, seat: int, move: Tick, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """See ``Game``."""
        del seat, move, chance
        return (Ticked(count=state + 1),)

    def evolve(self, state: int | None, event: GameEvent) -> int:
        """See ``Game``."""
        del state
        return event.count if isinstance(event, Ticked) else 0

    def view(self, state: int, viewpoint: Viewpoint) -> msgspec.Struct:
        """See ``Game``."""
        del viewpoint
        return View(state)

    def outcome(self, state: int) -> Outcome | None:
        """See ``Game``."""
        del state
        return None

    def format_move(self, move: Tick) -> str:
        """See ``Game``."""
        del move
        return "tick"

    def parse_move(self, text: str) -> Tick | Rejection:
        """See ``Game``."""
        return Tick() if text == "tick" else Rejection("TRIVIAL-TICK", "The only move is tick.")

    def format_position(self, state: int, viewpoint: Viewpoint) -> str:
        """See ``Game``."""
        del viewpoint
        return str(state)

    def parse_position(self, text: str) -> int | Rejection:
        """See ``Game``."""
        return int(text) if text.isdecimal() else Rejection("TRIVIAL-TICK", "A position is a number.")


TRIVIAL: Final = TrivialGame()
