"""Applies facts to the state: copies their outcomes and calls no rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from clio.games.amphipolis.events import (
    CharacterUsed,
    RobberStruck,
    SeatRetired,
    SiteClosed,
    SiteOpened,
    TilesDrawn,
    TilesTaken,
    TurnEnded,
    TurnPassed,
)
from clio.games.amphipolis.state import BIT, NOTHING, WHOLE_TEAM, State, added, count_tiles, removed
from clio.kernel.game import GameEvent
from clio.kernel.limits import MAX_SEATS, demand_at_most


def evolve(state: State | None, event: GameEvent) -> State:
    """The state after a fact."""
    if isinstance(event, SiteOpened):
        return _opened(event)
    if state is None:
        raise ValueError(f"a match begins with SiteOpened, not {type(event).__name__}")
    return _APPLY[type(event)](state, event)


def _opened(event: SiteOpened) -> State:
    demand_at_most("the number of seats", event.seats, MAX_SEATS)
    return State(
        seats=event.seats,
        first_seat=event.first_seat,
        opening=event.tiles,
        turn=0,
        seat=event.first_seat,
        phase="draw",
        chosen="",
        site=count_tiles(event.tiles),
        entrance=event.entrance_covered,
        set_aside=event.landslides_set_aside,
        drawn=0,
        collections=(NOTHING,) * event.seats,
        robber=NOTHING,
        characters=(WHOLE_TEAM,) * event.seats,
    )


def _drawn(state: State, event: TilesDrawn) -> State:
    return replace(
        state,
        turn=event.turn,
        seat=event.seat,
        phase="draw" if event.turn_ends else "take",
        chosen="",
        site=added(state.site, event.tiles),
        entrance=event.entrance_covered,
        set_aside=event.landslides_set_aside,
        drawn=state.drawn + len(event.tiles),
    )


def _taken(state: State, event: TilesTaken) -> State:
    return replace(
        state,
        phase="draw" if event.turn_ends else "character",
        chosen=event.area,
        site=removed(state.site, event.tiles),
        collections=_given(state, event.seat, event.tiles),
    )


def _passed(state: State, event: TurnPassed | TurnEnded) -> State:
    del event
    return replace(state, phase="draw")


def _character_used(state: State, event: CharacterUsed) -> State:
    teams = list(state.characters)
    teams[event.seat] &= ~BIT[event.character]
    return replace(
        state,
        phase="draw",
        site=removed(state.site, event.tiles),
        collections=_given(state, event.seat, event.tiles),
        characters=tuple(teams),
    )


def _robbed(state: State, event: RobberStruck) -> State:
    return replace(state, site=removed(state.site, event.tiles), robber=added(state.robber, event.tiles))


def _retired(state: State, event: SeatRetired) -> State:
    retired = tuple(sorted((*state.retired, event.seat)))
    return replace(state, phase="draw" if event.turn_ends else state.phase, retired=retired)


def _closed(state: State, event: SiteClosed) -> State:
    return replace(state, phase="closed", seat=event.seat)


def _given(state: State, seat: int, tiles: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    collections = list(state.collections)
    collections[seat] = added(collections[seat], tiles)
    return tuple(collections)


_APPLY: Final[Mapping[type[GameEvent], Callable[[State, Any], State]]] = {
    TilesDrawn: _drawn,
    TilesTaken: _taken,
    TurnPassed: _passed,
    CharacterUsed: _character_used,
    TurnEnded: _passed,
    RobberStruck: _robbed,
    SeatRetired: _retired,
    SiteClosed: _closed,
}
