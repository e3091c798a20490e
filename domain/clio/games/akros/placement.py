"""Placing a kept tile: the legal placements, and the rule that forbids any other."""

from clio.games.akros.board import IFRIT, JINN
from clio.games.akros.moves import Place
from clio.games.akros.state import State
from clio.kernel.rejection import Rejection


def placements(state: State, side: str) -> list[Place]:
    """Every legal placement of a side's kept tile."""
    return _jinn_placements(state, state.jinn_tile) if side == JINN else _ifrit_placements(state, state.ifrit_tile)


def _ifrit_placements(state: State, tile: str | None) -> list[Place]:
    if tile is None:
        return []
    occupied = state.jinn + state.ifrit
    places = state.board.places
    steps = state.board.steps[tile]
    return [places[origin][target] for origin in state.ifrit for target in steps[origin] if target not in occupied]


def _jinn_placements(state: State, tile: str | None) -> list[Place]:
    if tile is None:
        return []
    board = state.board
    occupied = state.jinn + state.ifrit
    contested = board.contested_mask(state.ifrit)
    targets = [target for target in board.lands[tile] if target not in occupied and not contested >> target & 1]
    forced = [servant for servant in state.jinn if contested >> servant & 1]
    return [board.places[origin][target] for origin in forced or state.jinn for target in targets]


def refusal(state: State, side: str, tile: str, move: Place) -> Rejection | None:
    """The rejection of a placement; None if it is legal."""
    return (
        _unknown_region(state, move)
        or _no_servant(state, side, move)
        or _wrong_environment(state, tile, move)
        or _occupied(state, move)
        or (_unreachable(state, move) if side == IFRIT else _contested(state, move) or _not_forced(state, move))
    )


def _unknown_region(state: State, move: Place) -> Rejection | None:
    for region in (move.origin, move.target):
        if not 0 <= region < state.board.size:
            last = state.board.size - 1
            return Rejection(
                "AKS-BOARD",
                "The board has no region {region}; they run from 0 to {last}.",
                {"region": region, "last": last},
            )
    return None


def _no_servant(state: State, side: str, move: Place) -> Rejection | None:
    servants = state.jinn if side == JINN else state.ifrit
    if move.origin in servants:
        return None
    return Rejection(
        "AKS-SERVANT",
        "{side} has no servant on region {origin}, only on {servants}.",
        {"side": side.capitalize(), "origin": move.origin, "servants": _listed(servants)},
    )


def _wrong_environment(state: State, tile: str, move: Place) -> Rejection | None:
    environment = state.board.environment[move.target]
    if environment == tile:
        return None
    return Rejection(
        "AKS-ENVIRONMENT",
        "A {tile} tile cannot lie on region {target}, which is {environment}.",
        {"tile": tile, "target": move.target, "environment": environment},
    )


def _occupied(state: State, move: Place) -> Rejection | None:
    holder = "Jinn" if move.target in state.jinn else "Ifrit" if move.target in state.ifrit else None
    if holder is None:
        return None
    return Rejection(
        "AKS-OCCUPIED",
        "Region {target} is occupied by a servant of {holder}.",
        {"target": move.target, "holder": holder},
    )


def _unreachable(state: State, move: Place) -> Rejection | None:
    neighbours = state.board.layout.regions[move.origin].neighbours
    if move.target in neighbours:
        return None
    return Rejection(
        "AKS-IFRIT-STEP",
        "The Ifrit servant on region {origin} cannot reach region {target}: it moves one step, to {neighbours}.",
        {"origin": move.origin, "target": move.target, "neighbours": _listed(neighbours)},
    )


def _contested(state: State, move: Place) -> Rejection | None:
    contested = state.board.contested(state.ifrit)
    if move.target not in contested:
        return None
    touching = [region for region in state.board.layout.regions[move.target].neighbours if region in state.ifrit]
    return Rejection(
        "AKS-JINN-FLIGHT",
        "Region {target} is contested: the Ifrit on {ifrit} touch it.",
        {"target": move.target, "ifrit": _listed(touching)},
    )


def _not_forced(state: State, move: Place) -> Rejection | None:
    contested = state.board.contested_mask(state.ifrit)
    forced = [servant for servant in state.jinn if contested >> servant & 1]
    if not forced or move.origin in forced:
        return None
    return Rejection(
        "AKS-FORCED-JINN",
        "The Jinn on region {origin} has to wait: one on a contested region must move, from {forced}.",
        {"origin": move.origin, "forced": _listed(forced)},
    )


def _listed(regions: tuple[int, ...] | list[int]) -> str:
    return ", ".join(str(region) for region in regions)
