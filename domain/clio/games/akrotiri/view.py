"""The view structs. A view is built from the visible state of its viewpoint, so it cannot show more."""

import msgspec


class LandView(msgspec.Struct, frozen=True):
    """The land at a corner of a cell: part of that island."""

    corner: str
    island: int


class RouteView(msgspec.Struct, frozen=True):
    """The route at a side of a cell: part of that network."""

    side: str
    network: int


class TileView(msgspec.Struct, frozen=True):
    """A land tile on the map, as it lies."""

    tile: str
    x: int
    y: int
    rotation: str
    terrain: str
    icon: str
    land: tuple[LandView, ...]
    routes: tuple[RouteView, ...]


class TheraCellView(msgspec.Struct, frozen=True):
    """A quarter of the Thera board; its routes all meet in the hub."""

    x: int
    y: int
    land: tuple[LandView, ...]
    routes: tuple[RouteView, ...]


class DockView(msgspec.Struct, frozen=True):
    """A dock, and the seat whose boat lies there."""

    dock: int
    x: int
    y: int
    corner: str
    island: int
    network: int
    boat: int | None


class IslandView(msgspec.Struct, frozen=True):
    """An island; ``portages`` is None while no way leads there from Thera."""

    island: int
    tiles: int
    completed: bool
    thera: bool
    icons: dict[str, int]
    cubes: dict[str, int]
    docks: tuple[int, ...]
    temples: tuple[int, ...]
    portages: int | None


class CubeView(msgspec.Struct, frozen=True):
    """A cube on the map."""

    colour: str
    x: int
    y: int
    corner: str
    island: int


class TempleView(msgspec.Struct, frozen=True):
    """A temple on the map and the map card that led to it."""

    seat: int
    card: str
    points: int
    x: int
    y: int
    corner: str
    island: int


class MarketView(msgspec.Struct, frozen=True):
    """A row of the market: its squares, how many cubes cover them from the right, what the next sale earns."""

    colour: str
    squares: tuple[int, ...]
    cubes: int
    price: int


class TrackView(msgspec.Struct, frozen=True):
    """What the player board shows once so many temples are built."""

    temples: int
    actions: int
    bonus: str | None


class NeedView(msgspec.Struct, frozen=True):
    """So many icons of a terrain beyond a side of the site, as the holder of the card sees the map."""

    side: str
    terrain: str
    icons: int


class SiteView(msgspec.Struct, frozen=True):
    """A quadrant where a map card fits; ``now`` says that it can be excavated with the next move."""

    x: int
    y: int
    corner: str
    island: int
    now: bool


class MapView(msgspec.Struct, frozen=True):
    """A map card in hand, and every site on the map where it fits."""

    card: str
    difficulty: str
    cost: int
    points: int
    needs: tuple[NeedView, ...]
    sites: tuple[SiteView, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """A seat; what is hidden is counted, what is known is named. ``above`` is the side that is up for this seat."""

    seat: int
    above: str
    drachmas: int
    boat: int | None
    cargo: tuple[str, ...]
    temples: int
    actions: int
    has_tile: bool
    tile: str | None
    tile_shown: bool
    map_counts: dict[str, int]
    maps: tuple[MapView, ...]
    goal_count: int
    goals: tuple[str, ...]
    choice_count: int
    choice: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The view of one viewpoint."""

    data: str
    variant: str
    turn_limit: int
    first_seat: int
    turn: int
    seat: int
    step: str
    actions: int
    free_move: bool
    oracle_used: bool
    last_round: bool
    ending: str | None
    thera: tuple[TheraCellView, ...]
    tiles: tuple[TileView, ...]
    docks: tuple[DockView, ...]
    islands: tuple[IslandView, ...]
    cubes: tuple[CubeView, ...]
    temples: tuple[TempleView, ...]
    market: tuple[MarketView, ...]
    track: tuple[TrackView, ...]
    players: tuple[PlayerView, ...]
    open_goals: tuple[str, ...]
    discards: tuple[str, ...]
    tile_pile: int
    map_piles: dict[str, int]
    goal_pile: int
