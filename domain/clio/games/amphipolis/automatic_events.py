"""Automatic events: the set-up, the draw at the start of a turn, the robber and the end of the game."""

from typing import Final

from clio.games.amphipolis.components import AREA_OF, AREAS, COMPONENTS, LANDSLIDE, table_for
from clio.games.amphipolis.events import RobberStruck, SiteClosed, SiteOpened, TilesDrawn
from clio.games.amphipolis.evolve import evolve
from clio.games.amphipolis.state import NOTHING, Counts, State, added, bag_items, in_canonical_order, listed, setup_pool
from clio.kernel.game import GameEvent, Options
from clio.kernel.integrity.chance import Chance

RANDOM: Final = "random"
_SPACES: Final = COMPONENTS.entrance.spaces
_BATCH: Final = COMPONENTS.turn.draw


def open_site(options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
    """The set-up and the first seat's draw."""
    wanted = options["first_seat"]
    first = chance.below("order", seats) if wanted == RANDOM else int(wanted)
    pool = setup_pool(seats)
    table = table_for(seats)
    opened = SiteOpened(
        seats=seats,
        first_seat=first,
        landslides_set_aside=table.landslides_set_aside,
        entrance_covered=table.entrance_covered,
        pool=pool,
        tiles=_first_of_each_area(chance.shuffle("amphipolis/setup", in_canonical_order(pool))),
    )
    state = evolve(None, opened)
    return (opened, *next_turn(state, first, state.site, chance))


def next_turn(state: State, seat: int, lying: Counts, chance: Chance) -> list[GameEvent]:
    """The facts from the end of a turn to the seat's first choice, or to the end of the game.

    ``lying`` are the tiles left in the areas by the turn that ends; only the robber needs them.
    """
    order = chance.shuffle("amphipolis/bag", bag_items(state.seats, state.opening))
    alone = state.seats == 1
    turn, drawn, covered = state.turn, state.drawn, state.entrance
    events: list[GameEvent] = []
    while True:
        tiles = order[drawn : drawn + _BATCH]
        landslides = tiles.count(LANDSLIDE)
        turn, drawn, covered = turn + 1, drawn + len(tiles), covered + landslides
        closed, robbed = covered >= _SPACES, alone and landslides > 0
        events.append(
            TilesDrawn(
                seat=seat,
                turn=turn,
                tiles=tiles,
                entrance_covered=min(covered, _SPACES),
                landslides_set_aside=state.set_aside + max(0, covered - _SPACES),
                turn_ends=closed or robbed,
            )
        )
        if robbed:
            events.append(RobberStruck(tiles=listed(added(lying, tiles))))
            lying = NOTHING
        if closed:
            events.append(SiteClosed(seat=seat))
        if closed or not robbed:
            return events


def next_in_play(state: State, after: int) -> int:
    """The next seat to the left that has not resigned."""
    seat = (after + 1) % state.seats
    while seat in state.retired:
        seat = (seat + 1) % state.seats
    return seat


def _first_of_each_area(order: tuple[str, ...]) -> tuple[str, ...]:
    """The first tile of each area: the same as drawing, and returning repeats, until each area has one."""
    found: dict[str, str] = {}
    for tile in order:
        if tile != LANDSLIDE:
            found.setdefault(AREA_OF[tile], tile)
            if len(found) == len(AREAS):
                break
    return tuple(found.values())
