"""Trading: loading, unloading and selling cubes, buying map cards."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from clio.games.akrotiri.boat_moves import NO_ACTIONS
from clio.games.akrotiri.data_validation import DIFFICULTIES
from clio.games.akrotiri.draws import draw_map
from clio.games.akrotiri.events import CubesLoaded, CubeSold, CubeUnloaded, MapsBought
from clio.games.akrotiri.moves import BuyMaps, Load, Sell, Unload
from clio.games.akrotiri.state import Cube, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

MAX_MAPS: Final = 3
_PURCHASES: Final = tuple(
    BuyMaps(easy, medium, hard)
    for easy, medium, hard in product(range(MAX_MAPS + 1), repeat=3)
    if 0 < easy + medium + hard <= MAX_MAPS
)


def cubes_ashore(state: State) -> list[Cube]:
    """The cubes on the island where the boat lies, in the order in which they came there."""
    archipelago = state.archipelago
    island = archipelago.island_of_dock(state.mover.boat).id
    return [cube for cube in state.cubes if archipelago.island_at((cube.x, cube.y), cube.corner) == island]


def loads(state: State) -> tuple[Load, ...]:
    """Every legal set of cubes to load."""
    space = state.components.cargo - len(state.mover.cargo)
    if not state.actions or not space or state.archipelago.is_thera(state.mover.boat):
        return ()
    ashore = sorted(cube.colour for cube in cubes_ashore(state))
    return _handfuls(tuple(ashore), space) if ashore else ()


@lru_cache(maxsize=4096)
def _handfuls(ashore: tuple[str, ...], space: int) -> tuple[Load, ...]:
    counts = Counter(ashore)
    return tuple(
        Load(cubes)
        for size in range(1, space + 1)
        for cubes in combinations_with_replacement(sorted(counts), size)
        if Counter(cubes) <= counts
    )


def load(state: State, move: Load) -> tuple[GameEvent, ...] | Rejection:
    """Loads cubes of the island."""
    if not state.actions:
        return NO_ACTIONS
    space = state.components.cargo - len(state.mover.cargo)
    if not 0 < len(move.cubes) <= space:
        return Rejection("AKT-LOAD", "Your boat has room for {space} more cubes.", {"space": space})
    if list(move.cubes) != sorted(move.cubes):
        return Rejection("AKT-NOTATION", "Name the cubes to load in alphabetical order.")
    wanted, taken = Counter(move.cubes), []
    for cube in cubes_ashore(state):
        if wanted[cube.colour]:
            wanted[cube.colour] -= 1
            taken.append(cube)
    if wanted.total():
        return Rejection("AKT-LOAD", "These cubes are not all on the island where your boat lies.")
    return (CubesLoaded(seat=state.seat, cubes=tuple(taken), actions=state.actions - 1),)


def cubes_to_drop(state: State) -> Iterator[Sell | Unload]:
    """Each colour aboard, to sell at Thera and to unload elsewhere."""
    action = Sell if state.archipelago.is_thera(state.mover.boat) else Unload
    for colour in dict.fromkeys(state.mover.cargo):
        yield action(colour)


def unload(state: State, move: Unload) -> tuple[GameEvent, ...] | Rejection:
    """Unloads a cube."""
    if state.archipelago.is_thera(state.mover.boat):
        return Rejection("AKT-UNLOAD", "Cubes are not unloaded on Thera.")
    if move.cube not in state.mover.cargo:
        return _not_aboard("AKT-UNLOAD", move.cube)
    dock = state.archipelago.dock(state.mover.boat)
    x, y = dock.cell
    return (CubeUnloaded(seat=state.seat, colour=move.cube, x=x, y=y, corner=dock.corner),)


def sell(state: State, move: Sell) -> tuple[GameEvent, ...] | Rejection:
    """Sells a cube for the number of the rightmost free square."""
    if not state.archipelago.is_thera(state.mover.boat):
        return Rejection("AKT-SELL", "Cubes are sold at Thera.")
    if move.cube not in state.mover.cargo:
        return _not_aboard("AKT-SELL", move.cube)
    return (CubeSold(seat=state.seat, colour=move.cube, drachmas=price_of(state, move.cube)),)


def _not_aboard(rule: str, colour: str) -> Rejection:
    return Rejection(rule, "There is no {colour} cube on your boat.", {"colour": colour})


def price_of(state: State, colour: str) -> int:
    """The price of the next cube of a colour; 0 if the market is full."""
    squares = state.components.squares[colour]
    free = len(squares) - state.market[colour]
    return squares[free - 1] if free else 0


def purchases(state: State) -> list[BuyMaps]:
    """Every choice of maps that the purse and the decks allow."""
    if not state.actions or not state.archipelago.is_thera(state.mover.boat):
        return []
    return _affordable(state.components.prices, state.mover.drachmas, *state.map_piles.values())


def _affordable(prices: tuple[int, ...], drachmas: int, easy: int, medium: int, hard: int) -> list[BuyMaps]:
    return [
        move
        for move in _PURCHASES
        if prices[move.easy + move.medium + move.hard - 1] <= drachmas
        and move.easy <= easy
        and move.medium <= medium
        and move.hard <= hard
    ]


def buy_maps(state: State, move: BuyMaps, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Buys map cards of the named difficulties."""
    if not state.actions:
        return NO_ACTIONS
    if not state.archipelago.is_thera(state.mover.boat):
        return Rejection("AKT-BUY", "Map cards are bought at Thera.")
    wanted = {"easy": move.easy, "medium": move.medium, "hard": move.hard}
    if not 0 < sum(wanted.values()) <= MAX_MAPS or min(wanted.values()) < 0:
        return Rejection("AKT-BUY", "One action buys one to {most} map cards.", {"most": MAX_MAPS})
    price = state.components.prices[sum(wanted.values()) - 1]
    if price > state.mover.drachmas:
        return Rejection("AKT-BUY", "These cards cost {price} drachmas.", {"price": price})
    if short := next((deck for deck in DIFFICULTIES if wanted[deck] > state.map_piles[deck]), None):
        return Rejection("AKT-BUY-NAMED", "The {deck} deck has too few cards left.", {"deck": short})
    bought = MapsBought(
        seat=state.seat,
        easy=move.easy,
        medium=move.medium,
        hard=move.hard,
        drachmas=price,
        actions=state.actions - 1,
    )
    cards = [
        draw_map(state, state.seat, deck, chance, skip=place) for deck in DIFFICULTIES for place in range(wanted[deck])
    ]
    return (bought, *cards)
