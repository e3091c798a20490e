"""Draws from the piles: chance has their order, the state only counts."""

from collections.abc import Iterator
from typing import Final

from clio.games.akrotiri.events import GoalDrawn, MapDrawn, TileDrawn, TilesReshuffled
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


def refill_hand(state: State, seat: int, chance: Chance) -> Iterator[GameEvent]:
    """A seat without a tile draws one at the end of its turn; an empty pile is refilled from the discards."""
    if state.players[seat].tile is not None:
        return
    pile = state.pile
    if not pile.left and state.discards:
        pile = TilePile(pile.shuffle + 1, tuple(sorted(state.discards)), 0)
        yield TilesReshuffled(shuffle=pile.shuffle, tiles=dict.fromkeys(pile.content, 1))
    if pile.left:
        yield draw_tile(pile, seat, chance)
