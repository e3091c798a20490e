"""The facts of a match, each with its outcome."""

from clio.kernel.game import GameEvent


class SiteOpened(GameEvent, frozen=True):
    """The set-up is done: landslides set aside, one tile in each area, the rest in the bag."""

    seats: int
    first_seat: int
    landslides_set_aside: int
    entrance_covered: int
    pool: dict[str, int]
    """What was shuffled for the set-up, as counts by component id."""
    tiles: tuple[str, ...]
    """The first tile of each area, in drawing order."""


class TilesDrawn(GameEvent, frozen=True):
    """A seat's turn began with a draw from the bag."""

    seat: int
    turn: int
    tiles: tuple[str, ...]
    """In drawing order."""
    entrance_covered: int
    """Covered entrance spaces after the draw."""
    landslides_set_aside: int
    """All landslides out of play after the draw: in the last one some may find no free space."""
    turn_ends: bool
    """The draw leaves the seat nothing to do: the site closes or the robber comes."""


class TilesTaken(GameEvent, frozen=True):
    """A seat chose an area and took tiles from it."""

    seat: int
    area: str
    tiles: tuple[str, ...]
    turn_ends: bool
    """No character can be used, so the turn is over."""


class TurnPassed(GameEvent, frozen=True):
    """A seat found all areas empty."""

    seat: int


class CharacterUsed(GameEvent, frozen=True):
    """A seat used a character for more tiles; its turn is over."""

    seat: int
    character: str
    tiles: tuple[str, ...]


class TurnEnded(GameEvent, frozen=True):
    """A seat could have used a character and did not."""

    seat: int


class RobberStruck(GameEvent, frozen=True):
    """The grave robber took every tile of all areas."""

    tiles: tuple[str, ...]


class SeatRetired(GameEvent, frozen=True):
    """A seat resigned and the others play on."""

    seat: int
    turn_ends: bool
    """It was the seat's own turn."""


class SiteClosed(GameEvent, frozen=True):
    """The last entrance space is covered and the game is over."""

    seat: int
    """Who drew the last landslide."""
