"""The legal moves of a position, combined from cached lists."""

from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from clio.games.amphipolis.components import AREAS, COMPONENTS, FINDINGS, KINDS_OF, SPAN
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.games.amphipolis.state import ARCHAEOLOGIST, ASSISTANT, DIGGER, PROFESSOR, Counts, State

OTHER_AREAS: Final = {area: tuple(other for other in AREAS if other != area) for area in AREAS}

_PASS: Final[tuple[Move, ...]] = (PassTurn(),)
_END: Final[tuple[Move, ...]] = (EndTurn(),)
_ASSISTANTS: Final[tuple[Move, ...]] = tuple(UseAssistant(tile=tile) for tile in FINDINGS)
_MOSAICS, _STATUES, _AMPHORAS, _SKELETONS = (SPAN[area] for area in AREAS)


def legal_moves(state: State) -> tuple[Move, ...]:
    """The legal moves of the seat whose turn it is."""
    if state.phase == "take":
        return _takes(state.site)
    if state.phase == "character":
        return _character_uses(state.site, state.chosen, state.characters[state.seat])
    return ()


def character_possible(site: Counts, chosen: str, team: int) -> bool:
    """Whether any unused character of the team could take a tile."""
    here = sum(site[SPAN[chosen]])
    elsewhere = sum(site) - here
    return bool(
        (here and team & (ASSISTANT | DIGGER)) or (elsewhere and team & (ASSISTANT | ARCHAEOLOGIST | PROFESSOR))
    )


def _takes(site: Counts) -> tuple[Move, ...]:
    if not any(site):
        return _PASS
    return (
        _takes_from("mosaics", site[_MOSAICS])
        + _takes_from("statues", site[_STATUES])
        + _takes_from("amphoras", site[_AMPHORAS])
        + _takes_from("skeletons", site[_SKELETONS])
    )


def _character_uses(site: Counts, chosen: str, team: int) -> tuple[Move, ...]:
    moves = _END
    if team & ASSISTANT:
        moves += tuple([move for move, count in zip(_ASSISTANTS, site, strict=True) if count])
    if team & ARCHAEOLOGIST:
        for area in OTHER_AREAS[chosen]:
            moves += _archaeologist_in(area, site[SPAN[area]])
    if team & DIGGER:
        moves += _digger_in(chosen, site[SPAN[chosen]])
    if team & PROFESSOR:
        moves += _professor_beside(chosen, tuple(map(bool, site)))
    return moves


@lru_cache(maxsize=16384)
def _takes_from(area: str, lying: Counts) -> tuple[Move, ...]:
    return _takes_among(area, _capped(lying, COMPONENTS.turn.take))


@lru_cache(maxsize=16384)
def _archaeologist_in(area: str, lying: Counts) -> tuple[Move, ...]:
    return _archaeologist_among(area, _capped(lying, COMPONENTS.turn.archaeologist))


@lru_cache(maxsize=16384)
def _digger_in(area: str, lying: Counts) -> tuple[Move, ...]:
    return _digger_among(area, _capped(lying, COMPONENTS.turn.digger))


@lru_cache(maxsize=16384)
def _professor_beside(chosen: str, lying: tuple[bool, ...]) -> tuple[Move, ...]:
    tile_sets = []
    for area in OTHER_AREAS[chosen]:
        kinds = [kind for kind, there in zip(KINDS_OF[area], lying[SPAN[area]], strict=True) if there]
        if kinds:
            tile_sets.append(kinds)
    return tuple(_professor_with(tiles) for tiles in product(*tile_sets)) if tile_sets else ()


# Counts above what a move can take make no difference, so that a few hundred lists serve all positions.


@cache
def _takes_among(area: str, lying: Counts) -> tuple[Move, ...]:
    tile_sets = ((), *_tile_sets(area, lying, COMPONENTS.turn.take))
    return tuple(Take(area=area, tiles=tiles) for tiles in tile_sets)


@cache
def _archaeologist_among(area: str, lying: Counts) -> tuple[Move, ...]:
    return tuple(UseArchaeologist(tiles=tiles) for tiles in _tile_sets(area, lying, COMPONENTS.turn.archaeologist))


@cache
def _digger_among(area: str, lying: Counts) -> tuple[Move, ...]:
    return tuple(UseDigger(tiles=tiles) for tiles in _tile_sets(area, lying, COMPONENTS.turn.digger))


@cache
def _professor_with(tiles: tuple[str, ...]) -> Move:
    return UseProfessor(tiles=tiles)


def _capped(lying: Counts, limit: int) -> Counts:
    return tuple([min(count, limit) for count in lying])


def _tile_sets(area: str, lying: Counts, limit: int) -> list[tuple[str, ...]]:
    """Every way to take at least one and at most ``limit`` tiles of an area."""
    kinds = KINDS_OF[area]
    stock = dict(zip(kinds, lying, strict=True))
    return [
        tiles
        for size in range(1, limit + 1)
        for tiles in combinations_with_replacement(kinds, size)
        if all(tiles.count(kind) <= stock[kind] for kind in tiles)
    ]
