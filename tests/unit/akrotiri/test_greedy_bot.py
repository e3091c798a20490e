import random
from hashlib import sha256

import pytest

from clio.bots.greedy.akrotiri import choose
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.state import Cube, State
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.unit.akrotiri.table import CHAIN, opened, player, table
from tests.unit.akrotiri.test_excavation import DIG, DIGGER, EXAMPLE


def _chosen(state: State) -> str:
    known = visible_state(state, state.seat)
    move = choose(known, state.seat, GAME.legal_moves(known, state.seat), random.Random(1))
    return GAME.format_move(move)


def _match(seed: int, **chosen: str) -> State:
    chance = Chance(sha256(seed.to_bytes()).digest())
    rng = random.Random(seed)
    state = opened(chance, **chosen)
    while GAME.outcome(state) is None:
        known = visible_state(state, state.seat)
        move = choose(known, state.seat, GAME.legal_moves(known, state.seat), rng)
        facts = GAME.decide(state, state.seat, move, chance)
        assert not isinstance(facts, Rejection), facts
        for fact in facts:
            state = GAME.evolve(state, fact)
    return state


@pytest.mark.parametrize("variant", ["base", "strategist"])
@pytest.mark.parametrize("seed", range(5))
def test_greedy_matches_finish_with_temples_built_by_both(seed: int, variant: str) -> None:
    state = _match(seed, variant=variant, turn_limit="none")
    assert state.ending == "last-temple"
    assert all(each.temples >= 2 for each in state.players)
    assert state.turn <= 40


def test_it_digs_when_it_can() -> None:
    assert _chosen(table(*EXAMPLE, me=DIGGER)) == DIG


def test_it_sells_what_it_brings_home() -> None:
    assert (
        _chosen(table(me=player(cargo=("blue",)), market={"orange": 8, "blue": 7, "green": 8, "grey": 8}))
        == "sell blue"
    )


def test_it_fetches_cubes_when_it_has_no_money() -> None:
    market = {"orange": 8, "blue": 7, "green": 8, "grey": 8}
    state = table(*CHAIN, me=player(drachmas=0), cubes=(Cube("blue", 1, 0, "se"),), market=market)
    assert _chosen(state) == "sail d4"


def test_it_buys_a_map_when_none_in_hand_fits() -> None:
    assert _chosen(table(*CHAIN, me=player(drachmas=5))) == "buy easy"
