"""Stands in for a game that is not installed: its matches are folded, listed and exported, but not played or shown."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NoReturn

import msgspec

from clio.kernel.game import DataSet, Game, GameEvent, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.option import Options
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection

MAX_GAMES = 256


class GameNotInstalledError(Exception):
    """What was asked for needs the rules of a game that is not installed."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the game {game} is not installed")
        self.rejection = Rejection("CLIO-RULES", "The game {game} is not installed here.", {"game": game})


class MissingFact(GameEvent, frozen=True, kw_only=True, gc=False):
    """A fact of a game that is not installed: only the fields that the kernel knows are read."""

    seat: Any = msgspec.UNSET


class _NoBoard(msgspec.Struct, frozen=True):
    """The state of a match whose game is not installed."""


_NO_BOARD = _NoBoard()


class MissingGame(Game[Any, Any]):
    """Folds any fact to the same state; whatever needs the rules raises ``GameNotInstalledError``.

    No match has its rules version, so the referee refuses to play.
    """

    rules_version: ClassVar[str] = ""
    seats: ClassVar[tuple[int, ...]] = ()
    moves: ClassVar[tuple[type[msgspec.Struct], ...]] = ()
    events: ClassVar[tuple[type[GameEvent], ...]] = ()

    def evolve(self, state: object, event: GameEvent) -> _NoBoard:
        """No board: facts are kept, not understood."""
        del state, event
        return _NO_BOARD

    def to_move(self, state: object) -> tuple[int, ...]:
        """Nobody: only the rules know."""
        del state
        return ()

    def outcome(self, state: object) -> Outcome | None:
        """None: the record itself says how a match ended."""
        del state
        return None

    def legal_moves(self, state: object, seat: int) -> Sequence[msgspec.Struct]:
        """Not known."""
        del state, seat
        self._refuse()

    def data(self, options: Options) -> DataSet:
        """Not known."""
        del options
        self._refuse()

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """Not known."""
        del options, seats, chance
        self._refuse()

    def decide(self, state: object, seat: int, move: object, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """Not known."""
        del state, seat, move, chance
        self._refuse()

    def retire(self, state: object, seat: int, chance: Chance) -> tuple[GameEvent, ...] | None:
        """Not known."""
        del state, seat, chance
        self._refuse()

    def view(self, state: object, viewpoint: Viewpoint) -> msgspec.Struct:
        """Not known."""
        del state, viewpoint
        self._refuse()

    def format_move(self, move: object) -> str:
        """Not known."""
        del move
        self._refuse()

    def parse_move(self, text: str) -> msgspec.Struct | Rejection:
        """Not known."""
        del text
        self._refuse()

    def format_position(self, state: object, viewpoint: Viewpoint) -> str:
        """Not known."""
        del state, viewpoint
        self._refuse()

    def parse_position(self, text: str) -> object:
        """Not known."""
        del text
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise GameNotInstalledError(self.name)


def game_or_missing(games: Mapping[str, Game[Any, Any]], name: str) -> Game[Any, Any]:
    """The game of that name, or its stand-in."""
    game = games.get(name)
    return _missing(name) if game is None else game


@lru_cache(maxsize=MAX_GAMES)
def _missing(name: str) -> Game[Any, Any]:
    stand_in: type[MissingGame] = type("MissingGame", (MissingGame,), {"name": name, "title": name})
    return stand_in()
