"""The rulebook's examples. In B the labels 3 and 5 are read as swapped, so that B and C are one position."""

from msgspec.structs import replace

from clio.games.akros.events import TileDiscarded
from clio.games.akros.game import GAME
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.score_details import DETAILS
from clio.games.akros.scoring import dominions
from clio.kernel.outcome import detail_text
from tests.unit.akros.table import IFRIT, JINN, START, after, facts, ifrit_places, offering, placed, refused, stacks

REGION = {1: 1, 2: 8, 3: 9, 4: 16, 5: 0, 6: 17, 7: 3, 8: 5, 9: 10}
"""The labels of examples B and C on the standard board."""

CATERINA = ifrit_places("mountain", jinn=(3, 8, 9, 13), ifrit=(1, 4, 6, 14), turn=5)


def _targets(moves: list[Move]) -> set[int]:
    return {move.target for move in moves if isinstance(move, Place)}


def test_example_a_sends_the_sea_of_turn_five_to_pile_eight() -> None:
    state = offering(5, "sea", "mountain", "mountain")
    passed = after(state, facts(state, JINN, Keep("mountain")))
    assert passed.offer == ("sea", "mountain")
    events = facts(passed, IFRIT, Keep("mountain"))
    assert events[1] == TileDiscarded(seat=IFRIT, side="ifrit", tile="sea", pile=8)
    kept = after(passed, events)
    assert (kept.jinn_tile, kept.ifrit_tile, kept.temple) == ("mountain", "mountain", ((), ("sea",), ()))


def test_example_b_leaves_the_regions_five_and_six() -> None:
    assert {region for region in REGION.values() if CATERINA.board.environment[region] == "mountain"} == set(
        CATERINA.board.lands["mountain"]
    )
    assert _targets(list(GAME.legal_moves(CATERINA, IFRIT))) == {REGION[5], REGION[6]}
    for label in (1, 2, 3):
        assert refused(CATERINA, IFRIT, Place(14, REGION[label])).rule == "AKS-OCCUPIED"
    for servant in CATERINA.ifrit:
        assert refused(CATERINA, IFRIT, Place(servant, REGION[4])).rule == "AKS-IFRIT-STEP"


def test_example_b_contests_five_regions_with_the_move_to_region_five() -> None:
    contested = placed(CATERINA, IFRIT, Place(REGION[1], REGION[5])).contested
    assert set(contested) == {REGION[label] for label in (1, 3, 7, 8, 9)}


def test_example_c_leaves_the_regions_four_and_six_and_the_servants_of_three_and_seven() -> None:
    francesco = replace(after(CATERINA, (placed(CATERINA, IFRIT, Place(REGION[1], REGION[5])),)), jinn_tile="mountain")
    moves = [move for move in GAME.legal_moves(francesco, JINN) if isinstance(move, Place)]
    assert _targets(list(moves)) == {REGION[4], REGION[6]}
    assert {move.origin for move in moves} == {REGION[3], REGION[7]}
    for label in (2, 3, 5):
        assert refused(francesco, JINN, Place(REGION[7], REGION[label])).rule == "AKS-OCCUPIED"
    assert refused(francesco, JINN, Place(REGION[3], REGION[1])).rule == "AKS-JINN-FLIGHT"
    assert refused(francesco, JINN, Place(REGION[2], REGION[6])).rule == "AKS-FORCED-JINN"
    assert after(francesco, (placed(francesco, JINN, Place(REGION[3], REGION[6])),)).jinn == (3, 8, 13, 17)


def test_the_scoring_example_gives_the_forest_to_nobody() -> None:
    state = replace(START, turn=9, jinn=(2, 4, 8, 9), ifrit=(0, 1, 7, 17), stacks=stacks({2: 2, 7: 3}))
    forest = dominions(state)[0]
    assert (forest.environment, forest.jinn, forest.ifrit, forest.merit) == ("forest", 4, 4, None)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert detail_text(DETAILS, outcome.scores[JINN].lines[0]) == "forest: (1+2)+(1+0) = 4 against 4, nobody claims it"
    assert detail_text(DETAILS, outcome.scores[IFRIT].lines[0]) == "forest: (1+3) = 4 against 4, nobody claims it"
