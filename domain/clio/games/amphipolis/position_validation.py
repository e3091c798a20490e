"""Validates positions: tiles, landslides, turns and steps must fit together."""

from clio.games.amphipolis.components import (
    AREA_OF,
    AREAS,
    COMPONENTS,
    FINDING_COUNTS,
    INDEX,
    LANDSLIDES,
    table_for,
)
from clio.games.amphipolis.legal_moves import character_possible
from clio.games.amphipolis.state import Counts, State, bag_items, count_tiles

_SPACES = COMPONENTS.entrance.spaces
_BATCH = COMPONENTS.turn.draw
_MIN_TO_PLAY_ON = 2


def fault_in(state: State) -> str | None:
    """What is wrong with a position, or None."""
    return _fault_in_seats(state) or _fault_in_tiles(state) or _fault_in_landslides(state) or _fault_in_step(state)


def _fault_in_seats(state: State) -> str | None:
    if state.seats not in {table.seats for table in COMPONENTS.tables}:
        return "there is no game for that many seats"
    if len(state.collections) != state.seats or len(state.characters) != state.seats:
        return "every seat has one team"
    if state.first_seat >= state.seats or state.seat >= state.seats:
        return "a seat is named that is not at the table"
    if state.retired != tuple(sorted(set(state.retired))) or any(seat >= state.seats for seat in state.retired):
        return "the seats that resigned are not listed in order"
    if state.retired and len(state.in_play) < _MIN_TO_PLAY_ON:
        return "too few seats are left to play on"
    if state.seat in state.retired and state.phase != "draw":
        return "a seat that resigned has the turn"
    return None


def _fault_in_tiles(state: State) -> str | None:
    if any(tile not in INDEX for tile in state.opening):
        return "the set-up opens with findings only"
    if sorted(AREA_OF[tile] for tile in state.opening) != sorted(AREAS):
        return "the set-up puts one tile in each area"
    if state.seats > 1 and any(state.robber):
        return "the robber comes in solo matches only"
    out = _out_of_the_bag(state)
    if any(count > box for count, box in zip(out, FINDING_COUNTS, strict=True)):
        return "there are more tiles of a kind than the box holds"
    if any(count < opened for count, opened in zip(out, count_tiles(state.opening), strict=True)):
        return "a tile of the set-up is missing"
    return None


def _fault_in_landslides(state: State) -> str | None:
    table = table_for(state.seats)
    surplus = state.set_aside - table.landslides_set_aside
    fallen = state.entrance - table.entrance_covered
    if fallen < 0 or state.entrance > _SPACES or not 0 <= surplus < _BATCH:
        return "the entrance does not fit the number of seats"
    if surplus and state.entrance < _SPACES:
        return "a landslide was set aside while a space was free"
    if state.entrance + state.set_aside > LANDSLIDES:
        return "there are more landslides than the box holds"
    bag = len(bag_items(state.seats, state.opening))
    findings = sum(_out_of_the_bag(state)) - len(state.opening)
    if state.drawn != findings + fallen + surplus or state.drawn != min(bag, _BATCH * state.turn):
        return "the tiles drawn do not fit the turns played"
    return None


def _fault_in_step(state: State) -> str | None:
    full = state.entrance == _SPACES
    if full != (state.phase == "closed") and state.phase != "draw":
        return "the site is closed when the entrance is full, and not before"
    if state.turn == 0 and state.phase != "draw":
        return "a turn begins with a draw"
    if state.phase in {"take", "closed"} and state.chosen:
        return "an area is chosen by taking"
    if state.phase == "character" and (
        not state.chosen or not character_possible(state.site, state.chosen, state.characters[state.seat])
    ):
        return "no character can be used"
    return None


def _out_of_the_bag(state: State) -> Counts:
    return tuple(map(sum, zip(state.site, state.robber, *state.collections, strict=True)))
