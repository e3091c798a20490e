import pytest
from msgspec.structs import replace

from clio.games.akros.events import BagRemoved, PileTaken, TileDiscarded, TileKept, TileRemoved, TilesDrawn
from clio.games.akros.game import GAME
from clio.games.akros.moves import Keep, Place
from clio.kernel.integrity.chance import Chance
from tests.unit.akros.table import CHANCE, IFRIT, JINN, START, after, facts, first_choices, offering, refused


def test_each_of_the_nine_turns_asks_jinn_ifrit_ifrit_jinn() -> None:
    """AKS-TURNS"""
    asked: dict[int, list[str]] = {}
    for state, _ in first_choices(bytes(32)):
        asked.setdefault(state.turn, []).append(state.step())
    full = ["jinn-keeps", "ifrit-keeps", "ifrit-places", "jinn-places"]
    assert asked == {**dict.fromkeys(range(1, 9), full), 9: ["jinn-keeps", "ifrit-places", "jinn-places", "over"]}


def test_only_the_seat_whose_choice_it_is_may_move() -> None:
    state = offering(1, "sea", "forest", "forest")
    assert GAME.to_move(state) == (JINN,)
    assert GAME.legal_moves(state, IFRIT) == ()
    assert refused(state, IFRIT, Keep("sea")).sentence == "It is Jinn's choice now."


def test_a_tile_is_kept_before_one_is_placed_and_placed_before_another_is_kept() -> None:
    assert refused(offering(1, "sea", "forest", "forest"), JINN, Place(4, 2)).rule == "AKS-TURNS"
    holding = replace(START, jinn_tile="forest", ifrit_tile="sea")
    assert refused(holding, IFRIT, Keep("sea")).rule == "AKS-TURNS"


def test_jinn_keeps_one_tile_of_three_and_passes_two() -> None:
    """AKS-JINN-KEEPS"""
    state = offering(2, "sea", "mountain", "sea")
    assert GAME.legal_moves(state, JINN) == [Keep("mountain"), Keep("sea")]
    events = facts(state, JINN, Keep("sea"))
    assert events == (TileKept(seat=JINN, side="jinn", tile="sea"),)
    passed = after(state, events)
    assert (passed.jinn_tile, passed.offer) == ("sea", ("mountain", "sea"))
    assert GAME.to_move(passed) == (IFRIT,)


def test_a_tile_that_is_not_on_offer_cannot_be_kept() -> None:
    refusal = refused(offering(2, "sea", "mountain", "sea"), JINN, Keep("forest"))
    assert refusal.rule == "AKS-JINN-KEEPS"
    assert refusal.sentence == "There is no forest tile on offer, only sea, mountain, sea."
    passed = replace(START, offer=("sea", "mountain"), jinn_tile="sea")
    assert refused(passed, IFRIT, Keep("forest")).rule == "AKS-IFRIT-KEEPS"


def test_ifrit_keeps_one_tile_of_two_and_the_other_goes_to_the_temple() -> None:
    """AKS-IFRIT-KEEPS"""
    state = replace(START, offer=("mountain", "sea"), jinn_tile="sea")
    assert GAME.legal_moves(state, IFRIT) == [Keep("mountain"), Keep("sea")]
    events = facts(state, IFRIT, Keep("mountain"))
    assert events == (
        TileKept(seat=IFRIT, side="ifrit", tile="mountain"),
        TileDiscarded(seat=IFRIT, side="ifrit", tile="sea", pile=7),
    )
    kept = after(state, events)
    assert (kept.ifrit_tile, kept.offer, kept.temple) == ("mountain", (), (("sea",), (), ()))


@pytest.mark.parametrize(("turn", "pile"), [(1, 7), (2, 7), (3, 7), (4, 8), (5, 8), (6, 8), (7, 9), (8, 9)])
def test_the_turn_says_on_which_pile_the_discard_lies(turn: int, pile: int) -> None:
    """AKS-PILES"""
    state = replace(START, turn=turn, offer=("mountain", "sea"), jinn_tile="sea")
    assert facts(state, IFRIT, Keep("sea"))[1] == TileDiscarded(seat=IFRIT, side="ifrit", tile="mountain", pile=pile)


def test_the_bag_leaves_after_turn_six_with_a_tile_that_nobody_sees() -> None:
    """AKS-LAST-TILE"""
    leaving = [event for _, events in first_choices(bytes(32)) for event in events if isinstance(event, BagRemoved)]
    assert leaving == [BagRemoved(tiles=1)]
    turn_seven = next(state for state, _ in first_choices(bytes(32)) if state.turn == 7)
    assert (turn_seven.bag, sum(turn_seven.unseen)) == (0, 1)


def test_six_turns_draw_the_bag_in_its_order_three_by_three() -> None:
    drawn = [event for _, events in first_choices(bytes(32)) for event in events if isinstance(event, TilesDrawn)]
    order = Chance(bytes(32)).shuffle("akros/bag", ["forest"] * 6 + ["mountain"] * 7 + ["sea"] * 6)
    assert [event.turn for event in drawn] == [1, 2, 3, 4, 5, 6]
    assert sum((event.tiles for event in drawn), ()) == order[:18]


def test_turns_seven_and_eight_begin_with_the_three_tiles_of_their_pile() -> None:
    """AKS-TEMPLE"""
    states = first_choices(bytes(32))
    taken = {event.turn: event for _, events in states for event in events if isinstance(event, PileTaken)}
    discards = [event for _, events in states for event in events if isinstance(event, TileDiscarded)]
    for turn in (7, 8):
        assert taken[turn].pile == turn
        assert taken[turn].tiles == tuple(event.tile for event in discards if event.pile == turn)
        assert len(taken[turn].tiles) == 3


def test_in_turn_nine_ifrit_gets_the_tile_that_jinn_leaves() -> None:
    """AKS-TURN-NINE"""
    state = offering(9, "sea", "mountain")
    events = facts(state, JINN, Keep("sea"))
    assert events == (
        TileKept(seat=JINN, side="jinn", tile="sea"),
        TileKept(seat=IFRIT, side="ifrit", tile="mountain"),
    )
    assert GAME.to_move(after(state, events)) == (IFRIT,)


def test_the_game_is_over_after_the_ninth_turn() -> None:
    """AKS-END"""
    *before, (last, _) = first_choices(bytes(32))
    assert all(GAME.outcome(state) is None for state, _ in before)
    assert GAME.outcome(last) is not None
    assert GAME.to_move(last) == ()
    assert GAME.legal_moves(last, JINN) == GAME.legal_moves(last, IFRIT) == ()
    assert refused(last, JINN, Keep("sea")).rule == "AKS-END"


def test_a_tile_with_no_region_leaves_the_game_and_not_to_the_temple() -> None:
    """AKS-NO-REGION"""
    # In reach of the Ifrit are the mountains 0, 1 and 8 only, and all are occupied.
    blocked = replace(START, jinn=(4, 8, 15, 16), ifrit=(0, 1, 2, 3), jinn_tile="forest", offer=("mountain", "sea"))
    events = facts(blocked, IFRIT, Keep("mountain"))
    assert events[2] == TileRemoved(seat=IFRIT, side="ifrit", tile="mountain")
    left = after(blocked, events)
    assert (left.removed, left.ifrit, left.ifrit_tile) == ((0, 1, 0), (0, 1, 2, 3), None)
    assert left.temple == (("sea",), (), ())
    assert GAME.to_move(left) == (JINN,)


def test_both_sides_may_lose_their_tile_and_the_next_turn_begins() -> None:
    # All six forests are occupied.
    state = replace(
        START,
        turn=2,
        jinn=(2, 4, 7, 8),
        ifrit=(10, 13, 15, 6),
        jinn_tile="forest",
        offer=("forest", "sea"),
    )
    events = facts(state, IFRIT, Keep("forest"))
    assert [type(event).__name__ for event in events] == [
        "TileKept",
        "TileDiscarded",
        "TileRemoved",
        "TileRemoved",
        "TilesDrawn",
    ]
    assert after(state, events).removed == (2, 0, 0)
    assert events[-1] == TilesDrawn(turn=3, tiles=CHANCE.shuffle("akros/bag", START.board.bag)[6:9])


def test_a_tile_that_can_be_placed_has_to_be_and_one_that_cannot_may_be_kept() -> None:
    """AKS-COMPULSORY"""
    state = replace(START, jinn_tile="forest", ifrit_tile="mountain")
    assert GAME.legal_moves(state, IFRIT)
    assert all(isinstance(move, Place) for move in GAME.legal_moves(state, IFRIT))
    stuck = replace(START, jinn=(4, 8, 15, 16), ifrit=(0, 1, 2, 3), jinn_tile="forest", offer=("mountain", "sea"))
    assert Keep("mountain") in GAME.legal_moves(stuck, IFRIT)


def test_the_ninth_turn_ends_the_game_even_if_nobody_can_place() -> None:
    state = replace(offering(9, "forest", "forest"), jinn=(2, 4, 7, 8), ifrit=(6, 10, 13, 15))
    events = facts(state, JINN, Keep("forest"))
    assert [type(event).__name__ for event in events] == ["TileKept", "TileKept", "TileRemoved", "TileRemoved"]
    assert GAME.outcome(after(state, events)) is not None
