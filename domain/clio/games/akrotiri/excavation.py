"""Finding and digging up temples with map cards."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from clio.games.akrotiri.automatic_events import start_step
from clio.games.akrotiri.boat_moves import NO_ACTIONS
from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.draws import draw_goals
from clio.games.akrotiri.events import LastRoundCalled, TempleExcavated
from clio.games.akrotiri.geometry.grid import CORNERS, Cell, Corner, Quadrant, Side, place_of, quadrant_at
from clio.games.akrotiri.geometry.island_map import IslandMap, Spread, corner_of
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.moves import Excavate
from clio.games.akrotiri.state import GOAL, STRATEGIST, UNKNOWN, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_OPPOSITE: Final[Mapping[Side, Side]] = {"n": "s", "e": "w", "s": "n", "w": "e"}
_FAR: Final = 1 << 30
_NOWHERE: Final = Spread()


class Bounds(msgspec.Struct, frozen=True):
    """The sites a map card allows: columns and rows strictly between these."""

    west: int
    east: int
    north: int
    south: int

    def hold(self, quadrant: Quadrant) -> bool:
        """Whether the card allows a quadrant as its site."""
        column, row = quadrant
        return self.west < column < self.east and self.north < row < self.south


def bounds_of(card: MapCard, spreads: Mapping[str, Spread], *, turned: bool) -> Bounds | None:
    """The bounds of the sites with enough icons beyond them on every side of the card; None if there are none.

    An icon beyond a side is a row or column bound: the n-th outermost icon must lie strictly outside the site's.
    """
    west, east, north, south = -_FAR, _FAR, -_FAR, _FAR
    for side, (terrain, icons) in card.needs.items():
        spread = spreads.get(terrain, _NOWHERE)
        if len(spread.rows) < icons:
            return None
        beyond = _OPPOSITE[side] if turned else side
        if beyond == "n":
            north = max(north, spread.rows[icons - 1])
        elif beyond == "s":
            south = min(south, spread.rows[-icons])
        elif beyond == "w":
            west = max(west, spread.columns[icons - 1])
        else:
            east = min(east, spread.columns[-icons])
    return Bounds(west, east, north, south)


def is_turned(state: State, seat: int) -> bool:
    """Whether a seat sees the map from the north, as the second player does."""
    return seat != state.first_seat


def may_hold_temple(state: State, island: Region) -> bool:
    """Whether an island has no temple yet; Thera needs no check, as no quadrant of a land tile lies on it."""
    return all(
        state.archipelago.island_at((temple.x, temple.y), temple.corner) != island.id for temple in state.temples
    )


def sites_on(archipelago: IslandMap, island: Region, bounds: Bounds) -> list[Quadrant]:
    """The quadrants of an island within a card's bounds."""
    return [quadrant for quadrant in archipelago.sites_of(island) if bounds.hold(quadrant)]


def digs(state: State) -> Iterator[Excavate]:
    """Every site of the boat's island for every card in hand that can be paid."""
    mover, archipelago, cards = state.mover, state.archipelago, state.components.maps
    if not state.actions or mover.temples >= state.components.temples:
        return
    payable = [card for name in mover.maps if (card := cards.get(name)) and card.cost <= mover.drachmas]
    island = archipelago.island_of_dock(mover.boat)
    if not payable or not may_hold_temple(state, island):
        return
    for card in payable:
        bounds = bounds_of(card, archipelago.spreads, turned=is_turned(state, state.seat))
        if bounds is not None:
            for quadrant in sites_on(archipelago, island, bounds):
                (x, y), corner = place_of(quadrant)
                yield Excavate(card.id, x, y, corner)


def excavate(state: State, move: Excavate, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Excavates a temple and adds its bonus."""
    card = state.components.maps.get(move.card)
    refusal = _card_refusal(state, move, card) or _site_refusal(state, (move.x, move.y), move.corner)
    if refusal is not None:
        return refusal
    if card is None or not _fits(state, card, quadrant_at((move.x, move.y), move.corner)):
        return Rejection(
            "AKT-DIG-SIDES", "On some side of that site there are fewer icons than {card} shows.", {"card": move.card}
        )
    temple = state.mover.temples + 1
    excavated = TempleExcavated(
        seat=state.seat,
        temple=temple,
        card=card.id,
        drachmas=card.cost,
        points=card.points,
        x=move.x,
        y=move.y,
        corner=move.corner,
        actions=state.actions - 1,
    )
    return (excavated, *_bonus(state, temple, chance))


def _fits(state: State, card: MapCard, quadrant: Quadrant) -> bool:
    bounds = bounds_of(card, state.archipelago.spreads, turned=is_turned(state, state.seat))
    return bounds is not None and bounds.hold(quadrant)


def _card_refusal(state: State, move: Excavate, card: MapCard | None) -> Rejection | None:
    if not state.actions:
        return NO_ACTIONS
    if card is None or UNKNOWN in move.card or move.card not in state.mover.maps:
        return Rejection("AKT-DIG-CARD", "You do not hold the map card {card}.", {"card": move.card})
    if state.mover.temples >= state.components.temples:
        return Rejection("AKT-DIG-TEMPLES", "All your temples are built.")
    if card.cost > state.mover.drachmas:
        params: dict[str, str | int] = {"card": card.id, "cost": card.cost}
        return Rejection("AKT-DIG-COST", "Digging with {card} costs {cost} drachmas.", params)
    return None


def _site_refusal(state: State, cell: Cell, corner: Corner) -> Rejection | None:
    archipelago = state.archipelago
    island = archipelago.island_of_dock(state.mover.boat)
    if island.id == archipelago.islands.number_at[archipelago.home]:
        return Rejection("AKT-DIG-THERA", "There is no temple to be found on Thera.")
    if cell not in archipelago.tiles or corner not in CORNERS:
        return Rejection("AKT-DIG-DOCKED", "The site is a quadrant of a land tile.")
    if archipelago.islands.at(corner_of(quadrant_at(cell, corner))).id != island.id:
        return Rejection("AKT-DIG-DOCKED", "Your boat does not lie at the island of that site.")
    if not may_hold_temple(state, island):
        return Rejection("AKT-DIG-ISLAND", "This island has a temple already.")
    return None


def _bonus(state: State, temple: int, chance: Chance) -> Iterator[GameEvent]:
    bonus = state.components.track[temple].bonus
    if bonus == "last-round" and not state.last_round:
        yield LastRoundCalled(seat=state.seat)
    if bonus == "goal":
        if state.variant != STRATEGIST:
            yield from draw_goals(state, state.seat, chance)
        yield start_step(state.seat, GOAL, state.actions - 1)
