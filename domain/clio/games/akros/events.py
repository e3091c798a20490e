"""The facts of an Akros match."""

from clio.games.akros.board import Region
from clio.kernel.game import GameEvent


class BoardLaid(GameEvent, frozen=True, kw_only=True):
    """The board lies on the table, the servants stand on it and the bag holds the tiles in ``pool``.

    ``jinn`` and ``ifrit`` are the seats that play them.
    """

    board: str
    digest: str
    jinn: int
    ifrit: int
    regions: tuple[Region, ...]
    jinn_servants: tuple[int, ...]
    ifrit_servants: tuple[int, ...]
    pool: dict[str, int]


class TilesDrawn(GameEvent, frozen=True, kw_only=True):
    """A turn begins with tiles out of the bag, in drawing order."""

    turn: int
    tiles: tuple[str, ...]


class BagRemoved(GameEvent, frozen=True, kw_only=True):
    """The bag leaves the game with the tiles still in it, unseen."""

    tiles: int


class PileTaken(GameEvent, frozen=True, kw_only=True):
    """A turn begins with all the tiles of a Temple pile."""

    turn: int
    pile: int
    tiles: tuple[str, ...]


class TileKept(GameEvent, frozen=True, kw_only=True):
    """A side has one of the tiles on offer in front of it."""

    seat: int
    side: str
    tile: str


class TileDiscarded(GameEvent, frozen=True, kw_only=True):
    """The tile that neither side kept lies on a pile of the Temple of Time."""

    seat: int
    side: str
    tile: str
    pile: int


class TilePlaced(GameEvent, frozen=True, kw_only=True):
    """A tile lies on ``target``, now ``height`` tiles high, and the servant from ``origin`` stands on it.

    ``contested`` lists the regions that are contested from then on.
    """

    seat: int
    side: str
    tile: str
    origin: int
    target: int
    height: int
    contested: tuple[int, ...]


class TileRemoved(GameEvent, frozen=True, kw_only=True):
    """A tile that its side could place nowhere is out of the game."""

    seat: int
    side: str
    tile: str


Event = BoardLaid | TilesDrawn | BagRemoved | PileTaken | TileKept | TileDiscarded | TilePlaced | TileRemoved
