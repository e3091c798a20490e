"""Applies facts to the state: copies their outcomes and calls no rules."""

from typing import TypeVar

from msgspec.structs import replace

from clio.games.akros.board import ENVIRONMENTS, JINN, Layout, board_of
from clio.games.akros.events import (
    BagRemoved,
    BoardLaid,
    PileTaken,
    TileDiscarded,
    TileKept,
    TilePlaced,
    TileRemoved,
    TilesDrawn,
)
from clio.games.akros.state import FIRST_PILE, PILES, State
from clio.kernel.game import GameEvent
from clio.kernel.limits import MAX_REGIONS, demand_at_most, demand_pool

Item = TypeVar("Item")


def evolve(state: State | None, event: GameEvent) -> State:
    """The state after a fact."""
    if state is None:
        if isinstance(event, BoardLaid):
            return _laid(event)
        raise ValueError(f"{type(event).__name__} before the board was laid")
    return _changed(state, event)


def _changed(state: State, event: GameEvent) -> State:
    if isinstance(event, TileKept):
        return _kept(state, event)
    if isinstance(event, TilePlaced):
        return _placed(state, event)
    if isinstance(event, TileDiscarded):
        return _discarded(state, event)
    if isinstance(event, TilesDrawn):
        return _drawn(state, event)
    if isinstance(event, PileTaken):
        return _pile_taken(state, event)
    if isinstance(event, TileRemoved):
        return _removed(state, event)
    if isinstance(event, BagRemoved):
        return _bag_removed(state, event)
    raise TypeError(f"{type(event).__name__} is no fact that changes a laid board")


def _check_size(event: BoardLaid) -> None:
    """Checks the numbers of a board before it is expanded into tables of regions and tiles."""
    demand_at_most("the number of regions", len(event.regions), MAX_REGIONS)
    demand_pool("the pool", event.pool)
    numbers = [region.id for region in event.regions]
    for region in event.regions:
        numbers += region.neighbours
    for number in (*numbers, *event.jinn_servants, *event.ifrit_servants):
        demand_at_most("the number of a region", number, MAX_REGIONS - 1)


def _laid(event: BoardLaid) -> State:
    _check_size(event)
    layout = Layout(
        name=event.board,
        digest=event.digest,
        regions=event.regions,
        jinn=event.jinn_servants,
        ifrit=event.ifrit_servants,
        pool=tuple(sorted(event.pool.items())),
    )
    return State(
        board=board_of(layout),
        jinn_seat=event.jinn,
        turn=0,
        jinn=event.jinn_servants,
        ifrit=event.ifrit_servants,
        stacks=(0,) * len(event.regions),
        offer=(),
        jinn_tile=None,
        ifrit_tile=None,
        temple=((),) * len(PILES),
        unseen=tuple(event.pool.get(environment, 0) for environment in ENVIRONMENTS),
        bag=sum(event.pool.values()),
        removed=(0,) * len(ENVIRONMENTS),
    )


def _drawn(state: State, event: TilesDrawn) -> State:
    left = tuple(
        count - event.tiles.count(environment) for environment, count in zip(ENVIRONMENTS, state.unseen, strict=True)
    )
    return replace(state, turn=event.turn, offer=event.tiles, unseen=left, bag=state.bag - len(event.tiles))


def _bag_removed(state: State, event: BagRemoved) -> State:
    return replace(state, bag=state.bag - event.tiles)


def _pile_taken(state: State, event: PileTaken) -> State:
    return replace(state, turn=event.turn, offer=event.tiles, temple=_with(state.temple, event.pile - FIRST_PILE, ()))


def _kept(state: State, event: TileKept) -> State:
    offer = _without(state.offer, event.tile)
    if event.side == JINN:
        return replace(state, offer=offer, jinn_tile=event.tile)
    return replace(state, offer=offer, ifrit_tile=event.tile)


def _discarded(state: State, event: TileDiscarded) -> State:
    pile = event.pile - FIRST_PILE
    temple = _with(state.temple, pile, (*state.temple[pile], event.tile))
    return replace(state, offer=_without(state.offer, event.tile), temple=temple)


def _placed(state: State, event: TilePlaced) -> State:
    stacks = _with(state.stacks, event.target, event.height)
    if event.side == JINN:
        return replace(state, jinn=_moved(state.jinn, event), stacks=stacks, jinn_tile=None)
    return replace(state, ifrit=_moved(state.ifrit, event), stacks=stacks, ifrit_tile=None)


def _removed(state: State, event: TileRemoved) -> State:
    environment = ENVIRONMENTS.index(event.tile)
    removed = _with(state.removed, environment, state.removed[environment] + 1)
    if event.side == JINN:
        return replace(state, jinn_tile=None, removed=removed)
    return replace(state, ifrit_tile=None, removed=removed)


def _moved(servants: tuple[int, ...], event: TilePlaced) -> tuple[int, ...]:
    return tuple(sorted([event.target if servant == event.origin else servant for servant in servants]))


def _with(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _without(tiles: tuple[str, ...], tile: str) -> tuple[str, ...]:
    index = tiles.index(tile)
    return tiles[:index] + tiles[index + 1 :]
