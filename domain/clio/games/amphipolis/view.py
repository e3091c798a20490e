"""The view, the same for every viewpoint: everything except the order of the bag."""

import msgspec

from clio.games.amphipolis.components import AREAS, CHARACTERS, COMPONENTS, KINDS_OF, SPAN
from clio.games.amphipolis.rulings import Rulings
from clio.games.amphipolis.scoring import standings
from clio.games.amphipolis.state import BIT, State, bag_contents, named
from clio.kernel.outcome import ScoreLine


class AreaView(msgspec.Struct, frozen=True):
    """The tiles in one sorting area, as counts by component id."""

    area: str
    tiles: dict[str, int]


class SeatView(msgspec.Struct, frozen=True):
    """One team: its findings, its unused characters, its score as it stands."""

    seat: int
    tiles: dict[str, int]
    characters: tuple[str, ...]
    score: int
    lines: tuple[ScoreLine, ...]
    retired: bool


class RobberView(msgspec.Struct, frozen=True):
    """The grave robber of a solo match: what it took and its score as it stands."""

    tiles: dict[str, int]
    score: int
    lines: tuple[ScoreLine, ...]


class View(msgspec.Struct, frozen=True):
    """The view of a match."""

    first_seat: int
    turn: int
    seat: int
    phase: str
    chosen_area: str | None
    areas: tuple[AreaView, ...]
    entrance_covered: int
    entrance_free: int
    landslides_set_aside: int
    bag_left: int
    bag: dict[str, int]
    seats: tuple[SeatView, ...]
    robber: RobberView | None


def view(state: State, rulings: Rulings) -> View:
    """Builds the view of a state."""
    scores = standings(state, rulings)
    bag = bag_contents(state)
    return View(
        first_seat=state.first_seat,
        turn=state.turn,
        seat=state.seat,
        phase=state.phase,
        chosen_area=state.chosen or None,
        areas=tuple(_area(state, area) for area in AREAS),
        entrance_covered=state.entrance,
        entrance_free=COMPONENTS.entrance.spaces - state.entrance,
        landslides_set_aside=state.set_aside,
        bag_left=sum(bag.values()),
        bag=bag,
        seats=tuple(
            SeatView(
                seat=seat,
                tiles=named(state.collections[seat]),
                characters=tuple(name for name in CHARACTERS if state.characters[seat] & BIT[name]),
                score=scores[seat].total,
                lines=scores[seat].lines,
                retired=seat in state.retired,
            )
            for seat in range(state.seats)
        ),
        robber=RobberView(tiles=named(state.robber), score=scores[-1].total, lines=scores[-1].lines)
        if state.seats == 1
        else None,
    )


def _area(state: State, area: str) -> AreaView:
    lying = zip(KINDS_OF[area], state.site[SPAN[area]], strict=True)
    return AreaView(area=area, tiles={kind: count for kind, count in lying if count})
