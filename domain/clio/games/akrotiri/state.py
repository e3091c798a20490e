"""The state of a match, an immutable value. In a state from one viewpoint, unknown secrets are ``?``."""

from typing import Final

import msgspec

from clio.games.akrotiri.components import DATA_SETS, Components
from clio.games.akrotiri.geometry.grid import Cell, Corner
from clio.games.akrotiri.geometry.island_map import IslandMap

UNKNOWN: Final = "?"
STRATEGIST: Final = "strategist"

TILE: Final = "tile"
CUBE: Final = "cube"
GOAL: Final = "goal"
DOCK: Final = "dock"
ACTIONS: Final = "actions"
OVER: Final = "over"
STEPS: Final = (TILE, CUBE, GOAL, DOCK, ACTIONS, OVER)


class Cube(msgspec.Struct, frozen=True, gc=False):
    """A cube on the map, at a corner of a tile."""

    colour: str
    x: int
    y: int
    corner: Corner


class Temple(msgspec.Struct, frozen=True, gc=False):
    """A temple on the map and the map card that led to it."""

    seat: int
    card: str
    x: int
    y: int
    corner: Corner


class TilePile(msgspec.Struct, frozen=True, gc=False):
    """The face-down tiles: the number of the shuffle, the tiles shuffled, and how many were drawn since.

    Chance has their order, not the state.
    """

    shuffle: int
    content: tuple[str, ...]
    drawn: int

    @property
    def left(self) -> int:
        """The number of tiles left in the pile."""
        return len(self.content) - self.drawn


class Player(msgspec.Struct, frozen=True, gc=False):
    """What one seat has. ``boat`` is a dock's number, 0 before the boat is docked."""

    drachmas: int
    boat: int = 0
    cargo: tuple[str, ...] = ()
    tile: str | None = None
    tile_shown: bool = False
    maps: tuple[str, ...] = ()
    secret_goals: tuple[str, ...] = ()
    shown_goals: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    temples: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A match between two moves. ``turn`` is 0 during setup; ``actions`` are those left to the seat to move."""

    data: str
    variant: str
    turn_limit: int
    first_seat: int
    archipelago: IslandMap
    players: tuple[Player, Player]
    market: dict[str, int]
    map_piles: dict[str, int]
    goals_drawn: int
    goal_pile: int
    pile: TilePile
    seat: int
    step: str
    cubes: tuple[Cube, ...] = ()
    temples: tuple[Temple, ...] = ()
    discards: tuple[str, ...] = ()
    open_goals: tuple[str, ...] = ()
    turn: int = 0
    actions: int = 0
    free_move: bool = False
    oracle_used: bool = False
    last_round: bool = False
    last_cell: Cell | None = None
    ending: str = ""

    @property
    def components(self) -> Components:
        """The data set of the match."""
        return DATA_SETS[self.data]

    @property
    def second_seat(self) -> int:
        """The seat that plays second; it sees the map rotated by 180°."""
        return 1 - self.first_seat

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.players[self.seat]

    @property
    def rival(self) -> Player:
        """The player who waits."""
        return self.players[1 - self.seat]
