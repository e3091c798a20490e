"""Choosing goal cards: one of two drawn, or an open one in the strategist variant."""

from collections.abc import Iterator

from clio.games.akrotiri.automatic_events import start_step
from clio.games.akrotiri.events import GoalKept, GoalTaken
from clio.games.akrotiri.moves import KeepGoal, TakeGoal
from clio.games.akrotiri.state import ACTIONS, DOCK, GOAL, UNKNOWN, State
from clio.kernel.game import GameEvent
from clio.kernel.rejection import Rejection


def goals_to_choose(state: State) -> Iterator[KeepGoal | TakeGoal]:
    """The legal choices: the goal cards that the seat drew, or the open ones."""
    if state.mover.choice:
        for goal in state.mover.choice:
            if goal != UNKNOWN:
                yield KeepGoal(goal)
    else:
        for goal in state.open_goals:
            yield TakeGoal(goal)


def keep_goal(state: State, move: KeepGoal) -> tuple[GameEvent, ...] | Rejection:
    """Keeps one of two cards; the other goes to the bottom of the pile."""
    if move.goal == UNKNOWN or move.goal not in state.mover.choice:
        return _refusal(state)
    returned = next(goal for goal in state.mover.choice if goal != move.goal)
    kept = GoalKept(seat=state.seat, goal=move.goal, returned=returned)
    if state.turn:
        return kept, start_step(state.seat, ACTIONS, state.actions)
    if state.seat == state.first_seat:
        return kept, start_step(state.second_seat, GOAL)
    return kept, start_step(state.first_seat, DOCK)


def take_goal(state: State, move: TakeGoal) -> tuple[GameEvent, ...] | Rejection:
    """Takes an open card."""
    if state.mover.choice or move.goal not in state.open_goals:
        return _refusal(state)
    return GoalTaken(seat=state.seat, goal=move.goal), start_step(state.seat, ACTIONS, state.actions)


def _refusal(state: State) -> Rejection:
    """Names the rule by which the seat chooses now."""
    if not state.mover.choice:
        return Rejection("AKT-STRATEGIST", "You take one of the open goal cards.")
    rule = "AKT-BONUS-GOAL" if state.turn else "AKT-SETUP-GOALS"
    return Rejection(rule, "You keep one of the goal cards you have just drawn.")
