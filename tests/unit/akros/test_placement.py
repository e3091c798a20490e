from msgspec.structs import replace

from clio.games.akros.game import GAME
from clio.games.akros.moves import Place
from tests.unit.akros.table import (
    IFRIT,
    JINN,
    STANDARD,
    START,
    after,
    facts,
    ifrit_places,
    jinn_places,
    placed,
    refused,
    stacks,
)

JINN_START, IFRIT_START = (4, 8, 9, 13), (0, 6, 11, 17)


def test_a_placement_names_regions_of_the_board() -> None:
    """AKS-BOARD"""
    state = ifrit_places("mountain", jinn=JINN_START, ifrit=IFRIT_START)
    for move in (Place(0, 18), Place(18, 0), Place(-1, 1), Place(0, -1)):
        assert refused(state, IFRIT, move).rule == "AKS-BOARD"
    assert refused(state, IFRIT, Place(0, 99)).sentence == "The board has no region 99; they run from 0 to 17."


def test_a_tile_lies_only_on_its_own_environment_and_may_lie_on_other_tiles() -> None:
    """AKS-ENVIRONMENT"""
    state = replace(ifrit_places("mountain", jinn=JINN_START, ifrit=IFRIT_START), stacks=stacks({1: 2}))
    refusal = refused(state, IFRIT, Place(0, 3))
    assert refusal.rule == "AKS-ENVIRONMENT"
    assert refusal.params == {"tile": "mountain", "target": 3, "environment": "sea"}
    assert placed(state, IFRIT, Place(0, 1)).height == 3
    assert after(state, facts(state, IFRIT, Place(0, 1))).stacks == stacks({1: 3})


def test_a_side_moves_one_of_its_own_servants_onto_the_tile() -> None:
    """AKS-SERVANT"""
    state = ifrit_places("mountain", jinn=JINN_START, ifrit=IFRIT_START)
    for origin in (4, 2):
        refusal = refused(state, IFRIT, Place(origin, 1))
        assert refusal.rule == "AKS-SERVANT"
        assert refusal.params == {"side": "Ifrit", "origin": origin, "servants": "0, 6, 11, 17"}
    assert after(state, facts(state, IFRIT, Place(0, 1))).ifrit == (1, 6, 11, 17)


def test_no_tile_goes_under_a_servant_of_either_side_nor_under_the_one_that_moves() -> None:
    """AKS-OCCUPIED"""
    state = ifrit_places("mountain", jinn=(1, 8, 9, 13), ifrit=IFRIT_START)
    assert refused(state, IFRIT, Place(0, 1)).params == {"target": 1, "holder": "Jinn"}
    assert refused(state, IFRIT, Place(6, 17)).params == {"target": 17, "holder": "Ifrit"}
    assert refused(state, IFRIT, Place(0, 0)).rule == "AKS-OCCUPIED"
    jinn = jinn_places("mountain", jinn=JINN_START, ifrit=IFRIT_START)
    assert refused(jinn, JINN, Place(8, 8)).rule == "AKS-OCCUPIED"
    assert refused(jinn, JINN, Place(8, 17)).rule == "AKS-OCCUPIED"


def test_an_ifrit_moves_one_step() -> None:
    """AKS-IFRIT-STEP"""
    state = ifrit_places("mountain", jinn=JINN_START, ifrit=IFRIT_START)
    refusal = refused(state, IFRIT, Place(0, 16))
    assert refusal.rule == "AKS-IFRIT-STEP"
    assert refusal.params == {"origin": 0, "target": 16, "neighbours": "1, 3, 4"}
    assert GAME.legal_moves(state, IFRIT) == [Place(0, 1), Place(17, 16)]


def test_an_ifrit_may_enter_a_contested_region() -> None:
    state = ifrit_places("mountain", jinn=JINN_START, ifrit=(0, 2, 11, 17))
    assert 1 in STANDARD.contested(state.ifrit)
    assert Place(2, 1) in GAME.legal_moves(state, IFRIT)


def test_a_region_that_touches_two_ifrit_is_contested() -> None:
    """AKS-CONTESTED"""
    assert STANDARD.contested(IFRIT_START) == ()
    assert STANDARD.contested((0, 4, 6, 14)) == (1, 3, 5, 9, 10)
    assert STANDARD.contested((0, 1, 2, 5)) == (1, 2, 4, 5, 6)


def test_contested_regions_follow_from_where_the_ifrit_stand_now_even_if_they_never_moved() -> None:
    state = replace(START, jinn=(1, 8, 9, 13), ifrit=(0, 2, 16, 17), jinn_tile="forest", turn=1)
    assert {move.origin for move in GAME.legal_moves(state, JINN) if isinstance(move, Place)} == {1, 13}


def test_a_jinn_flies_to_any_region_that_is_free_and_uncontested() -> None:
    """AKS-JINN-FLIGHT"""
    state = jinn_places("forest", jinn=JINN_START, ifrit=(0, 6, 11, 14))
    assert STANDARD.contested(state.ifrit) == (9, 10)
    refusal = refused(state, JINN, Place(9, 10))
    assert refusal.rule == "AKS-JINN-FLIGHT"
    assert refusal.params == {"target": 10, "ifrit": "6, 14"}
    assert GAME.legal_moves(state, JINN) == [Place(9, 2), Place(9, 7), Place(9, 15)]


def test_a_jinn_on_a_contested_region_must_move_first() -> None:
    """AKS-FORCED-JINN"""
    state = jinn_places("forest", jinn=JINN_START, ifrit=(0, 6, 11, 14))
    refusal = refused(state, JINN, Place(4, 2))
    assert refusal.rule == "AKS-FORCED-JINN"
    assert refusal.params == {"origin": 4, "forced": "9"}
    assert refusal.sentence == ("The Jinn on region 4 has to wait: one on a contested region must move, from 9.")


def test_any_jinn_may_move_while_none_is_contested() -> None:
    state = jinn_places("forest", jinn=JINN_START, ifrit=IFRIT_START)
    moves = [move for move in GAME.legal_moves(state, JINN) if isinstance(move, Place)]
    assert {move.origin for move in moves} == set(JINN_START)
    assert {move.target for move in moves} == {2, 7, 10, 15}


def test_a_placement_tells_what_is_contested_from_then_on() -> None:
    state = ifrit_places("mountain", jinn=JINN_START, ifrit=(1, 6, 11, 14))
    assert placed(state, IFRIT, Place(1, 0)).contested == STANDARD.contested((0, 6, 11, 14)) == (9, 10)
    flown = jinn_places("forest", jinn=JINN_START, ifrit=(0, 6, 11, 14))
    assert placed(flown, JINN, Place(9, 2)).contested == (9, 10)
