"""Decides moves: the facts that follow from a move, or the rule that forbids it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from clio.games.amphipolis.automatic_events import next_in_play, next_turn
from clio.games.amphipolis.components import AREA_OF, AREAS, COMPONENTS, INDEX, SPAN
from clio.games.amphipolis.events import CharacterUsed, SeatRetired, TilesTaken, TurnEnded, TurnPassed
from clio.games.amphipolis.legal_moves import OTHER_AREAS, character_possible
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
from clio.games.amphipolis.state import BIT, State, removed
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

Decision = tuple[GameEvent, ...] | Rejection

_LIMITS: Final = COMPONENTS.turn
_MIN_TO_PLAY_ON: Final = 2


def decide(state: State, seat: int, move: Move, chance: Chance) -> Decision:
    """The facts that follow from a move, or the rule that forbids it."""
    if state.phase == "closed":
        return Rejection("AMP-END", "The site is closed: the game is over.")
    if state.seat != seat:
        return Rejection("AMP-TURN", "It is seat {turn}'s turn, not seat {seat}'s.", {"turn": state.seat, "seat": seat})
    return _DECIDE[type(move)](state, move, chance)


def retire(state: State, seat: int, chance: Chance) -> tuple[GameEvent, ...] | None:
    """The facts after which the others play on when a seat resigns; None if too few are left."""
    left = [other for other in state.in_play if other != seat]
    if state.phase == "closed" or seat in state.retired or len(left) < _MIN_TO_PLAY_ON:
        return None
    own_turn = seat == state.seat
    retired = SeatRetired(seat=seat, turn_ends=own_turn)
    if not own_turn:
        return (retired,)
    return (retired, *next_turn(state, next_in_play(state, seat), state.site, chance))


def _take(state: State, move: Take, chance: Chance) -> Decision:
    if (refusal := _refusal_to_take(state, move)) is not None:
        return refusal
    site = removed(state.site, move.tiles)
    ends = not character_possible(site, move.area, state.characters[state.seat])
    taken = TilesTaken(seat=state.seat, area=move.area, tiles=move.tiles, turn_ends=ends)
    if not ends:
        return (taken,)
    return (taken, *next_turn(state, next_in_play(state, state.seat), site, chance))


def _refusal_to_take(state: State, move: Take) -> Rejection | None:
    if state.phase != "take":
        return Rejection("AMP-STEPS", "You have taken your tiles: use a character or end the turn.")
    if move.area not in SPAN:
        return Rejection("AMP-TAKE-AREA", "{area} is not a sorting area.", {"area": move.area})
    if not any(state.site):
        return Rejection("AMP-PASS", "All sorting areas are empty: pass.")
    if len(move.tiles) > _LIMITS.take:
        return Rejection("AMP-TAKE-LIMIT", "Take at most {limit} tiles.", {"limit": _LIMITS.take})
    if (unknown := _refusal_of_unknown(move.tiles)) is not None:
        return unknown
    for tile in move.tiles:
        if AREA_OF[tile] != move.area:
            return Rejection(
                "AMP-TAKE-AREA", "{tile} does not belong to the {area}.", {"tile": tile, "area": move.area}
            )
    return _refusal_of_missing(state, move.tiles)


def _refusal_of_unknown(tiles: tuple[str, ...]) -> Rejection | None:
    for tile in tiles:
        if tile not in INDEX:
            return Rejection("AMP-FINDINGS", "{tile} is not a finding.", {"tile": tile})
    return None


def _refusal_of_missing(state: State, tiles: tuple[str, ...]) -> Rejection | None:
    for tile in tiles:
        there = state.site[INDEX[tile]]
        if there < tiles.count(tile):
            return Rejection(
                "AMP-PRESENT",
                "You want {wanted} of {tile} and {there} lie there.",
                {"wanted": tiles.count(tile), "tile": tile, "there": there},
            )
    return None


def _pass(state: State, move: PassTurn, chance: Chance) -> Decision:
    del move
    if state.phase != "take":
        return Rejection("AMP-STEPS", "You have taken your tiles: use a character or end the turn.")
    if any(state.site):
        return Rejection("AMP-PASS", "Pass only where all sorting areas are empty: name an area.")
    return (TurnPassed(seat=state.seat), *next_turn(state, next_in_play(state, state.seat), state.site, chance))


def _end_turn(state: State, move: EndTurn, chance: Chance) -> Decision:
    del move
    if state.phase != "character":
        return Rejection("AMP-STEPS", "Take tiles, or name an area and take none, before you end the turn.")
    return (TurnEnded(seat=state.seat), *next_turn(state, next_in_play(state, state.seat), state.site, chance))


def _use_assistant(state: State, move: UseAssistant, chance: Chance) -> Decision:
    return _use(state, "assistant", (move.tile,), None, chance)


def _use_archaeologist(state: State, move: UseArchaeologist, chance: Chance) -> Decision:
    return _use(state, "archaeologist", move.tiles, _refusal_of_archaeologist, chance)


def _use_digger(state: State, move: UseDigger, chance: Chance) -> Decision:
    return _use(state, "digger", move.tiles, _refusal_of_digger, chance)


def _use_professor(state: State, move: UseProfessor, chance: Chance) -> Decision:
    return _use(state, "professor", move.tiles, _refusal_of_professor, chance)


Refusal = Callable[[State, tuple[str, ...]], Rejection | None]


def _use(state: State, character: str, tiles: tuple[str, ...], reach: Refusal | None, chance: Chance) -> Decision:
    refusal = (
        _refusal_of_character(state, character, tiles)
        or (reach and reach(state, tiles))
        or _refusal_of_missing(state, tiles)
    )
    if refusal:
        return refusal
    used = CharacterUsed(seat=state.seat, character=character, tiles=tiles)
    site = removed(state.site, tiles)
    return (used, *next_turn(state, next_in_play(state, state.seat), site, chance))


def _refusal_of_character(state: State, character: str, tiles: tuple[str, ...]) -> Rejection | None:
    if state.phase != "character":
        return Rejection("AMP-CHARACTER-AFTER", "A character is used after taking tiles, not before.")
    if not state.characters[state.seat] & BIT[character]:
        return Rejection("AMP-CHARACTER-ONCE", "You have used the {character} already.", {"character": character})
    if not tiles:
        return Rejection("AMP-CHARACTER-TILES", "The {character} takes at least one tile.", {"character": character})
    return _refusal_of_unknown(tiles)


def _refusal_of_archaeologist(state: State, tiles: tuple[str, ...]) -> Rejection | None:
    if len(tiles) > _LIMITS.archaeologist:
        limit = {"limit": _LIMITS.archaeologist}
        return Rejection("AMP-ARCHAEOLOGIST", "The archaeologist takes at most {limit} tiles.", limit)
    areas = {AREA_OF[tile] for tile in tiles}
    if len(areas) > 1:
        return Rejection("AMP-ARCHAEOLOGIST", "The archaeologist takes from one area only.")
    if state.chosen in areas:
        chosen = {"area": state.chosen}
        return Rejection(
            "AMP-ARCHAEOLOGIST", "You chose the {area}: the archaeologist takes from another area.", chosen
        )
    return None


def _refusal_of_digger(state: State, tiles: tuple[str, ...]) -> Rejection | None:
    if len(tiles) > _LIMITS.digger:
        return Rejection("AMP-DIGGER", "The digger takes at most {limit} tiles.", {"limit": _LIMITS.digger})
    if {AREA_OF[tile] for tile in tiles} != {state.chosen}:
        return Rejection("AMP-DIGGER", "You chose the {area}: the digger takes only there.", {"area": state.chosen})
    return None


def _refusal_of_professor(state: State, tiles: tuple[str, ...]) -> Rejection | None:
    given = sorted(AREA_OF[tile] for tile in tiles)
    wanted = sorted(area for area in OTHER_AREAS[state.chosen] if any(state.site[SPAN[area]]))
    if given != wanted:
        return Rejection(
            "AMP-PROFESSOR",
            "The professor takes one tile from each other area that has any: {areas}.",
            {"areas": ", ".join(area for area in AREAS if area in wanted) or "none"},
        )
    return None


_DECIDE: Final[Mapping[type, Callable[[State, Any, Chance], Decision]]] = {
    Take: _take,
    PassTurn: _pass,
    EndTurn: _end_turn,
    UseAssistant: _use_assistant,
    UseArchaeologist: _use_archaeologist,
    UseDigger: _use_digger,
    UseProfessor: _use_professor,
}
