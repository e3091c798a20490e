"""Automatic events: the set-up, the start of steps and turns, and the end of the game."""

from collections.abc import Iterator

from clio.games.akrotiri.data_validation import OPEN_GOALS
from clio.games.akrotiri.draws import draw_goals, draw_map, draw_tile, end_of_turn_draws, goal_order
from clio.games.akrotiri.events import (
    GameEnded,
    GoalsOpened,
    GoalsRevealed,
    StepStarted,
    TableLaid,
    TurnStarted,
)
from clio.games.akrotiri.rulings import Rulings
from clio.games.akrotiri.state import ACTIONS, GOAL, STRATEGIST, TILE, State, TilePile
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance


def start_step(seat: int, step: str, actions: int = 0) -> StepStarted:
    """The fact that a step of a seat starts."""
    return StepStarted(seat=seat, step=step, actions=actions)


def open_table(laid: TableLaid, chance: Chance) -> tuple[GameEvent, ...]:
    """The first facts of a match: the first player has a tile to play."""
    pile = TilePile(1, tuple(laid.tiles), 0)
    return laid, draw_tile(pile, laid.first_seat, chance), start_step(laid.first_seat, TILE)


def after_cubes(state: State, chance: Chance) -> tuple[GameEvent, ...]:
    """After the cubes of a tile: the actions start; in the set-up, the second tile or the dealing of cards."""
    if state.turn:
        return (start_actions(state, state.seat),)
    if state.seat == state.first_seat:
        second = state.second_seat
        return draw_tile(state.pile, second, chance), start_step(second, TILE)
    return tuple(_deal_cards(state, chance))


def start_actions(state: State, seat: int) -> StepStarted:
    """The fact that a seat's actions start, as many as its track shows."""
    return start_step(seat, ACTIONS, state.components.track[state.players[seat].temples].actions)


def _deal_cards(state: State, chance: Chance) -> Iterator[GameEvent]:
    order = (state.first_seat, state.second_seat)
    for deck in ("easy", "medium"):
        for place, seat in enumerate(order):
            yield draw_map(state, seat, deck, chance, skip=place)
    for place, seat in enumerate(order):
        yield from draw_goals(state, seat, chance, skip=2 * place)
    yield start_step(state.first_seat, GOAL)


def first_turn(state: State, chance: Chance) -> Iterator[GameEvent]:
    """Both players draw a tile, and the first turn starts."""
    yield draw_tile(state.pile, state.first_seat, chance)
    yield draw_tile(state.pile, state.second_seat, chance, skip=1)
    if state.variant == STRATEGIST:
        drawn = state.goals_drawn
        yield GoalsOpened(goals=goal_order(state, chance)[drawn : drawn + OPEN_GOALS])
    yield TurnStarted(seat=state.first_seat, turn=1)
    yield start_step(state.first_seat, TILE)


def end_turn(state: State, chance: Chance, rulings: Rulings) -> tuple[GameEvent, ...]:
    """Ends the turn: the next one starts, or the game is over."""
    is_round_over = state.seat == state.second_seat
    if state.last_round and is_round_over:
        return tuple(_finish(state, "last-temple"))
    if state.turn_limit and state.turn >= state.turn_limit and is_round_over:
        return tuple(_finish(state, "turn-limit"))
    seat = 1 - state.seat
    next_step = start_step(seat, TILE) if state.players[seat].tile else start_actions(state, seat)
    return (*end_of_turn_draws(state, chance, rulings), TurnStarted(seat=seat, turn=state.turn + 1), next_step)


def _finish(state: State, reason: str) -> Iterator[GameEvent]:
    for seat, player in enumerate(state.players):
        yield GoalsRevealed(seat=seat, goals=player.shown_goals + player.secret_goals)
    yield GameEnded(reason=reason)
