"""Draws from the piles: chance has their order, the state only counts."""

from collections.abc import Iterator
from typing import Final

from clio.games.akrotiri.events import GoalDrawn, MapDrawn, TileDrawn, TilesReshuffled
from clio.games.akrotiri.rulings import Rulings
from clio.games.akrotiri.state import State, TilePile
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance

GOALS_TO_CHOOSE_FROM: Final = 2


def tile_order(pile: TilePile, chance: Chance) -> tuple[str, ...]:
    """The pile's tiles from the top, those already drawn included."""
    label = "akrotiri/tiles" if pile.shuffle == 1 else f"akrotiri/tiles#{pile.shuffle}"
    return chance.shuffle(label, pile.content)


def goal_order(state: State, chance: Chance) -> tuple[str, ...]:
    """The goal cards from the top; there are enough that no card is drawn twice."""
    return chance.shuffle("akrotiri/goals", tuple(state.components.goals))


def draw_tile(pile: TilePile, seat: int, chance: Chance, *, skip: int = 0) -> TileDrawn:
    """The next tile of the pile, or the one ``skip`` places under it."""
    return TileDrawn(seat=seat, tile=tile_order(pile, chance)[pile.drawn + skip])


def draw_map(state: State, seat: int, deck: str, chance: Chance, *, skip: int = 0) -> MapDrawn:
    """The next card of a map deck, or the one ``skip`` places under it."""
    cards = state.components.decks[deck]
    drawn = len(cards) - state.map_piles[deck] + skip
    return MapDrawn(seat=seat, deck=deck, card=chance.shuffle(f"akrotiri/maps/{deck}", cards)[drawn])


def draw_goals(state: State, seat: int, chance: Chance, *, skip: int = 0) -> Iterator[GoalDrawn]:
    """The two goal cards a seat chooses from."""
    first = state.goals_drawn + skip
    for goal in goal_order(state, chance)[first : first + GOALS_TO_CHOOSE_FROM]:
        yield GoalDrawn(seat=seat, goal=goal)


def end_of_turn_draws(state: State, chance: Chance, rulings: Rulings) -> Iterator[GameEvent]:
    """At the end of a turn the seat draws a tile if it has none, and a pile that ran out is refilled."""
    pile, discards = state.pile, state.discards
    if state.mover.tile is None:
        if not pile.left and discards:
            pile, discards = _refilled(pile, discards), ()
            yield _reshuffled(pile)
        if pile.left:
            yield draw_tile(pile, state.seat, chance)
            pile = TilePile(pile.shuffle, pile.content, pile.drawn + 1)
    if rulings.empty_pile_is_refilled_at_once and not pile.left and discards:
        yield _reshuffled(_refilled(pile, discards))


def _refilled(pile: TilePile, discards: tuple[str, ...]) -> TilePile:
    return TilePile(pile.shuffle + 1, tuple(sorted(discards)), 0)


def _reshuffled(pile: TilePile) -> TilesReshuffled:
    return TilesReshuffled(shuffle=pile.shuffle, tiles=dict.fromkeys(pile.content, 1))
