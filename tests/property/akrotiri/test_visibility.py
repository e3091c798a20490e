"""A seat that folds the events it may see knows exactly what the full state says it knows."""

import msgspec
from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.state import State
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.game import SPECTATOR, GameEvent, Viewpoint
from clio.kernel.rejection import Rejection
from tests.property.akrotiri.plays import chance_of, every_match, steps

VIEWPOINTS = (0, 1, SPECTATOR)
CHANCE = chance_of(0)


def redacted(fact: GameEvent, viewpoint: Viewpoint) -> GameEvent:
    """The fact without what the viewpoint may not see."""
    if not fact.SEALED or getattr(fact, "seat", SPECTATOR) == viewpoint:
        return fact
    return replace(fact, **dict.fromkeys(fact.SEALED, msgspec.UNSET))


@every_match
def test_redacted_events_give_each_viewpoint_the_view_of_the_full_state(seed: int) -> None:
    """AKT-SECRETS."""
    known: dict[Viewpoint, State] = {}
    for state, facts, _ in steps(seed):
        for viewpoint in VIEWPOINTS:
            folded = known.get(viewpoint)
            for fact in facts:
                folded = GAME.evolve(folded, redacted(fact, viewpoint))
            assert folded is not None
            known[viewpoint] = folded
            assert folded == visible_state(state, viewpoint)
            assert GAME.view(folded, viewpoint) == GAME.view(state, viewpoint)
            assert GAME.format_position(folded, viewpoint) == GAME.format_position(state, viewpoint)
        if GAME.to_move(state):
            assert list(GAME.legal_moves(known[state.seat], state.seat)) == list(GAME.legal_moves(state, state.seat))


@every_match
def test_a_spectator_reaches_the_same_outcome(seed: int) -> None:
    """AKT-SECRETS: goal cards are shown at the end."""
    known: State | None = None
    match = list(steps(seed, most=5_000))
    for step in match:
        for fact in step.facts:
            known = GAME.evolve(known, redacted(fact, SPECTATOR))
    assert known is not None
    assert GAME.outcome(known) == GAME.outcome(match[-1].state) is not None


@every_match
def test_refusals_do_not_depend_on_what_the_other_seat_holds(seed: int) -> None:
    """AKT-SECRETS: a seat that knows only its own hand is refused with the same words."""
    tried = [
        GAME.parse_move(line)
        for line in ("dig easy-1 @ 1,0 nw", "dig hard-7 @ -2,0 se", "buy hard hard hard", "keep apart")
    ]
    for state, _, _ in steps(seed):
        for move in tried:
            assert not isinstance(move, Rejection)
            whole = GAME.decide(state, state.seat, move, CHANCE)
            if isinstance(whole, Rejection):
                assert GAME.decide(visible_state(state, state.seat), state.seat, move, CHANCE) == whole


@every_match
def test_positions_come_back_from_their_line(seed: int) -> None:
    """AKT-NOTATION."""
    for number, (state, _, _) in enumerate(steps(seed)):
        if number % 3 == 0:
            assert GAME.parse_position(GAME.format_position(state, -2)) == state
            for viewpoint in VIEWPOINTS:
                text = GAME.format_position(state, viewpoint)
                assert GAME.parse_position(text) == visible_state(state, viewpoint)
