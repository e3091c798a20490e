import msgspec
import pytest
from msgspec.structs import replace

from clio.games.akros.board import Board
from clio.games.akros.game import GAME
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.state import State
from clio.kernel.game import EVERYTHING
from clio.kernel.rejection import Rejection
from tests.unit.akros.table import OPTIONS, START, first_choices

POSITION = (
    "akros board=standard turn=2 jinn=0 J=4,8,9,16 I=1,6,11,17 stacks=1:1,16:1 offer=FSS hands=-/- temple=S/-/-"
    " unseen=5,5,3 bag=13 removed=0,0,0"
)


@pytest.mark.parametrize(
    ("move", "text"), [(Keep("mountain"), "keep mountain"), (Keep("sea"), "keep sea"), (Place(4, 0), "place 4>0")]
)
def test_a_move_is_one_line_both_ways(move: Move, text: str) -> None:
    """AKS-NOTATION"""
    assert GAME.format_move(move) == text
    assert GAME.parse_move(text) == GAME.parse_move(f" {text.upper()}\n") == move


@pytest.mark.parametrize(
    "text", ["", "keep", "mountain", "keep lava", "place 4", "place 4>", "place -1>2", "place 4>9999"]
)
def test_a_line_that_is_no_move_is_refused(text: str) -> None:
    refusal = GAME.parse_move(text)
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AKS-NOTATION"
    assert refusal.sentence.startswith("A move reads 'keep forest|mountain|sea'")


@pytest.mark.parametrize("text", ["place 4>19", "place 99>0"])
def test_a_region_that_no_board_has_is_refused(text: str) -> None:
    refusal = GAME.parse_move(text)
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AKS-NOTATION"
    assert refusal.sentence.startswith("No board has a region")
    assert GAME.parse_move("place 18>0") == Place(18, 0)


def test_a_position_is_one_line_both_ways() -> None:
    state = GAME.parse_position(POSITION)
    assert isinstance(state, State)
    assert (state.turn, state.offer, state.stacks[16]) == (2, ("forest", "sea", "sea"), 1)
    assert GAME.format_position(state, EVERYTHING) == POSITION


@pytest.mark.parametrize("board", ["standard", "full-hexagon"])
@pytest.mark.parametrize("sides", ["seat-0-jinn", "random"])
def test_every_position_of_a_match_comes_back_from_its_line_even_between_two_facts(board: str, sides: str) -> None:
    state: State | None = None
    for _, events in first_choices(b"\x03" * 32, {"board": board, "sides": sides}):
        for event in events:
            state = GAME.evolve(state, event)
            assert GAME.parse_position(GAME.format_position(state, EVERYTHING)) == state


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("akros ", "chess ", "not a position"),
        ("board=standard", "board=atlantis", "no board atlantis"),
        ("J=4,8,9,16", "J=4,8,9", "servants"),
        ("J=4,8,9,16", "J=4,8,9,17", "servants"),
        ("J=4,8,9,16", "J=4,8,9,18", "servants"),
        ("stacks=1:1,16:1", "stacks=1:1,18:1", "no region 18"),
        ("stacks=1:1,16:1", "stacks=1:1,2:1", "tiles are not"),
        ("removed=0,0,0", "removed=0,1,0", "tiles are not"),
        ("bag=13", "bag=0", "bag"),
        ("turn=2", "turn=3", "bag"),
        ("offer=FSS hands=-/-", "offer=SS hands=-/F", "do not fit"),
        ("offer=FSS hands=-/- temple=S/-/-", "offer=FS hands=S/- temple=-/S/-", "Temple"),
        ("turn=2 jinn=0", "turn=7 jinn=0", "bag"),
        ("offer=FSS hands=-/-", "offer=FSS hands=S/-", "tiles are not"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, says: str) -> None:
    assert old in POSITION
    refusal = GAME.parse_position(POSITION.replace(old, new))
    assert isinstance(refusal, Rejection)
    assert says in refusal.sentence


def test_a_position_on_a_board_of_other_content_names_its_digest() -> None:
    other = Board(msgspec.structs.replace(START.board.layout, digest="ab" * 32))
    line = GAME.format_position(replace(START, board=other), EVERYTHING)
    assert f"board=standard#{'ab' * 32} " in line
    assert isinstance(GAME.parse_position(line), Rejection)


BETWEEN = (
    "akros board=standard turn=6 jinn=0 J=4,8,9,13 I=0,6,11,17 stacks=- offer={} hands={} temple=FFM/MMS/-"
    " unseen=0,0,1 bag={} removed={}"
)


@pytest.mark.parametrize(
    ("offer", "hands", "removed", "bag", "says"),
    [
        ("-", "-/-", "4,4,4", 1, ""),
        ("-", "-/-", "4,4,4", 0, ""),
        ("F", "-/-", "3,4,4", 0, "bag"),
        ("-", "F/-", "3,4,4", 0, "bag"),
        ("-", "-/F", "3,4,4", 0, "bag"),
        ("-", "F/-", "3,4,4", 1, ""),
        ("-", "-/F", "3,4,4", 1, "do not fit"),
        ("-", "-/-", "4,4,4", 2, "bag"),
    ],
)
def test_the_bag_leaves_after_turn_six_when_nothing_is_open(
    offer: str, hands: str, removed: str, bag: int, says: str
) -> None:
    """AKS-LAST-TILE: the position after the sixth turn stands with the bag or without it; every other one has it."""
    text = BETWEEN.format(offer, hands, bag, removed)
    state = GAME.parse_position(text)
    if says:
        assert isinstance(state, Rejection)
        assert says in state.sentence
    else:
        assert isinstance(state, State)
        assert GAME.format_position(state, EVERYTHING) == text


def test_the_bag_is_gone_once_the_piles_are_played_from() -> None:
    """AKS-LAST-TILE: the one tile that was not drawn is unseen, and no longer in the bag."""
    state: State | None = None
    for _, events in first_choices(b"\x03" * 32, OPTIONS):
        for event in events:
            state = GAME.evolve(state, event)
            if state.turn >= 7:
                line = GAME.format_position(state, EVERYTHING)
                assert " bag=0 " in line
                refusal = GAME.parse_position(line.replace(" bag=0 ", " bag=1 "))
                assert isinstance(refusal, Rejection)
                assert "the bag does not fit the turn" in refusal.sentence
