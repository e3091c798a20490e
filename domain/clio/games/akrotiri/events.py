"""The facts of a match. ``actions`` in a fact is what the seat has left after it."""

from typing import ClassVar

import msgspec

from clio.games.akrotiri.geometry.grid import Corner, Rotation
from clio.games.akrotiri.state import Cube
from clio.kernel.game import GameEvent


class TableLaid(GameEvent, frozen=True, kw_only=True):
    """The box is unpacked: what every pile was shuffled from, and who begins. ``turn_limit`` 0 means none."""

    data: str
    variant: str
    turn_limit: int
    first_seat: int
    drachmas: int
    tiles: dict[str, int]
    easy: dict[str, int]
    medium: dict[str, int]
    hard: dict[str, int]
    goals: dict[str, int]
    market: dict[str, int]


class StepStarted(GameEvent, frozen=True, kw_only=True):
    """The next step of a seat starts."""

    seat: int
    step: str
    actions: int


class TileDrawn(GameEvent, frozen=True, kw_only=True):
    """A seat drew the top tile of the pile."""

    SEALED: ClassVar[tuple[str, ...]] = ("tile",)

    seat: int
    tile: str | msgspec.UnsetType = msgspec.UNSET


class MapDrawn(GameEvent, frozen=True, kw_only=True):
    """A seat drew the top card of a map deck."""

    SEALED: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    deck: str
    card: str | msgspec.UnsetType = msgspec.UNSET


class GoalDrawn(GameEvent, frozen=True, kw_only=True):
    """A seat drew the top goal card, to choose from."""

    SEALED: ClassVar[tuple[str, ...]] = ("goal",)

    seat: int
    goal: str | msgspec.UnsetType = msgspec.UNSET


class GoalKept(GameEvent, frozen=True, kw_only=True):
    """A seat kept one of the goal cards it drew and put the other to the bottom of the pile."""

    SEALED: ClassVar[tuple[str, ...]] = ("goal", "returned")

    seat: int
    goal: str | msgspec.UnsetType = msgspec.UNSET
    returned: str | msgspec.UnsetType = msgspec.UNSET


class GoalsOpened(GameEvent, frozen=True, kw_only=True):
    """Goal cards were laid open, in drawing order (strategist variant)."""

    goals: tuple[str, ...]


class GoalTaken(GameEvent, frozen=True, kw_only=True):
    """A seat took an open goal card."""

    seat: int
    goal: str


class TilePlayed(GameEvent, frozen=True, kw_only=True):
    """A seat put its tile on the map."""

    seat: int
    tile: str
    x: int
    y: int
    rotation: Rotation


class CubePlaced(GameEvent, frozen=True, kw_only=True):
    """A cube went from the market's leftmost square to a corner of the new tile."""

    seat: int
    colour: str
    x: int
    y: int
    corner: Corner


class BoatDocked(GameEvent, frozen=True, kw_only=True):
    """A seat chose its first dock."""

    seat: int
    dock: int


class TurnStarted(GameEvent, frozen=True, kw_only=True):
    """A turn began; turns are counted over both seats."""

    seat: int
    turn: int


class BoatMoved(GameEvent, frozen=True, kw_only=True):
    """A boat went to a dock; ``via`` is the other boat's dock it passed. ``free_move`` says that one move is left."""

    seat: int
    by: str
    via: int | None
    dock: int
    actions: int
    free_move: bool


class CubesLoaded(GameEvent, frozen=True, kw_only=True):
    """Cubes went aboard, from these places."""

    seat: int
    cubes: tuple[Cube, ...]
    actions: int


class CubeUnloaded(GameEvent, frozen=True, kw_only=True):
    """A cube went ashore beside the dock."""

    seat: int
    colour: str
    x: int
    y: int
    corner: Corner


class CubeSold(GameEvent, frozen=True, kw_only=True):
    """A cube went to the market's rightmost free square and earned its number."""

    seat: int
    colour: str
    drachmas: int


class MapsBought(GameEvent, frozen=True, kw_only=True):
    """A seat paid for map cards; one ``MapDrawn`` follows for each."""

    seat: int
    easy: int
    medium: int
    hard: int
    drachmas: int
    actions: int


class OracleConsulted(GameEvent, frozen=True, kw_only=True):
    """Tiles were flipped, in this order, for a terrain; the last one was kept, the others discarded."""

    seat: int
    terrain: str
    flipped: tuple[str, ...]
    kept: str
    actions: int


class TempleExcavated(GameEvent, frozen=True, kw_only=True):
    """A seat played a map card, paid for it and built its next temple."""

    seat: int
    temple: int
    card: str
    drachmas: int
    points: int
    x: int
    y: int
    corner: Corner
    actions: int


class LastRoundCalled(GameEvent, frozen=True, kw_only=True):
    """A seat built its last temple: the round is played to its end."""

    seat: int


class TilesReshuffled(GameEvent, frozen=True, kw_only=True):
    """The discarded tiles became the new pile; ``shuffle`` is 2 for the first time."""

    shuffle: int
    tiles: dict[str, int]


class GoalsRevealed(GameEvent, frozen=True, kw_only=True):
    """A seat showed its goal cards for the scoring."""

    seat: int
    goals: tuple[str, ...]


class GameEnded(GameEvent, frozen=True, kw_only=True):
    """The last turn is over. ``reason`` is ``last-temple`` or ``turn-limit``."""

    reason: str
