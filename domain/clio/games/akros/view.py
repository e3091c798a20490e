"""The view, the same for every viewpoint: everything except the order of the bag."""

import msgspec

from clio.games.akros.board import ENVIRONMENTS, IFRIT, JINN
from clio.games.akros.scoring import Dominion, dominions, merits
from clio.games.akros.state import PILES, State


class RegionView(msgspec.Struct, frozen=True):
    """A region: its stack, the side whose servant is on it, and whether the Ifrit contest it."""

    id: int
    q: int
    r: int
    environment: str
    tiles: int
    servant: str | None
    contested: bool


class PileView(msgspec.Struct, frozen=True):
    """A pile of the Temple of Time; ``turn`` is the turn it is for."""

    turn: int
    tiles: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The table. ``jinn`` and ``ifrit`` are seats; ``dominions`` and merits count as if the game ended now.

    ``unseen`` counts by environment the tiles never drawn: all of ``bag``, and later the one that left with it.
    """

    board: str
    digest: str
    turn: int
    step: str
    jinn: int
    ifrit: int
    regions: tuple[RegionView, ...]
    offer: tuple[str, ...]
    jinn_tile: str | None
    ifrit_tile: str | None
    temple: tuple[PileView, ...]
    bag: int
    unseen: dict[str, int]
    removed: dict[str, int]
    dominions: tuple[Dominion, ...]
    jinn_merits: int
    ifrit_merits: int


def view(state: State) -> View:
    """Builds the view of a state."""
    found = dominions(state)
    return View(
        board=state.board.layout.name,
        digest=state.board.layout.digest,
        turn=state.turn,
        step=state.step(),
        jinn=state.seat(JINN),
        ifrit=state.seat(IFRIT),
        regions=_regions(state),
        offer=state.offer,
        jinn_tile=state.jinn_tile,
        ifrit_tile=state.ifrit_tile,
        temple=tuple(PileView(turn=turn, tiles=tiles) for turn, tiles in zip(PILES, state.temple, strict=True)),
        bag=state.bag,
        unseen=dict(zip(ENVIRONMENTS, state.unseen, strict=True)),
        removed=dict(zip(ENVIRONMENTS, state.removed, strict=True)),
        dominions=found,
        jinn_merits=merits(found, JINN),
        ifrit_merits=merits(found, IFRIT),
    )


def _regions(state: State) -> tuple[RegionView, ...]:
    servants = dict.fromkeys(state.jinn, JINN) | dict.fromkeys(state.ifrit, IFRIT)
    contested = state.board.contested_mask(state.ifrit)
    return tuple(
        RegionView(
            id=region.id,
            q=region.q,
            r=region.r,
            environment=region.environment,
            tiles=state.stacks[region.id],
            servant=servants.get(region.id),
            contested=bool(contested >> region.id & 1),
        )
        for region in state.board.layout.regions
    )
