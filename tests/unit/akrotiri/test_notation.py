import pytest
from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import BuyMaps, Excavate, Load, PassBoat, PlayTile
from clio.games.akrotiri.state import Temple
from clio.kernel.game import EVERYTHING
from clio.kernel.rejection import Rejection
from tests.unit.akrotiri.table import BOX, CHAIN, player, table

LINES = [
    "tile 2,-1 r90",
    "cube blue se",
    "keep far-portage",
    "take apart",
    "dock d1",
    "sail d14",
    "portage d15",
    "pass d4 portage d3",
    "load blue blue green",
    "unload grey",
    "sell orange",
    "buy easy easy hard",
    "oracle tree",
    "dig easy-4 @ 3,1 nw",
    "end",
]


@pytest.mark.parametrize("line", LINES)
def test_every_kind_of_move_comes_back_from_its_line(line: str) -> None:
    """AKT-NOTATION."""
    move = GAME.parse_move(line)
    assert not isinstance(move, Rejection)
    assert GAME.format_move(move) == line


def test_every_kind_of_move_has_a_line() -> None:
    """AKT-NOTATION."""
    assert {type(GAME.parse_move(line)) for line in LINES} == set(GAME.moves)


def test_lines_mean_what_they_say() -> None:
    """AKT-NOTATION."""
    assert GAME.parse_move("tile 2,-1 r90") == PlayTile(2, -1, "r90")
    assert GAME.parse_move("dig easy-4 @ 3,1 nw") == Excavate("easy-4", 3, 1, "nw")
    assert GAME.parse_move("buy hard easy") == BuyMaps(1, 0, 1)
    assert GAME.parse_move("pass d4 portage d3") == PassBoat(4, "portage", 3)


def test_blanks_capitals_and_the_order_of_cubes_do_not_matter() -> None:
    """AKT-NOTATION."""
    assert GAME.parse_move("  LOAD  orange Blue ") == Load(("blue", "orange"))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "tile",
        "tile 1,0",
        "tile 1,0 r45",
        "tile 99999,0 r0",
        "cube red se",
        "sail 4",
        "sail dx",
        "buy",
        "load",
        "end it",
    ],
)
def test_a_line_that_is_no_move_is_refused(line: str) -> None:
    """AKT-NOTATION."""
    refused = GAME.parse_move(line)
    assert isinstance(refused, Rejection)
    assert refused.rule == "AKT-NOTATION"


STATE = table(
    *CHAIN,
    me=player(tile="x3-lake", tile_shown=True, maps=("easy-1", "hard-2"), cargo=("blue", "grey")),
    other=player(boat=2, choice=("apart", "no-icons")),
    discards=("c9-lake",),
    open_goals=("uncompleted",),
    free_move=True,
    last_cell=(4, 0),
)


def test_a_position_comes_back_from_its_line() -> None:
    """AKT-NOTATION."""
    text = GAME.format_position(STATE, EVERYTHING)
    assert "\n" not in text
    assert GAME.parse_position(text) == STATE


def test_a_position_from_a_seat_has_question_marks() -> None:
    """AKT-NOTATION."""
    text = GAME.format_position(STATE, 1)
    assert "easy-?,hard-?" in text
    assert "x3-lake!" in text
    known = GAME.parse_position(text)
    assert not isinstance(known, Rejection)
    assert GAME.format_position(known, 1) == text
    assert GAME.view(known, 1) == GAME.view(STATE, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("akrotiri ", "akros "),
        ("data=standard", "data=none"),
        ("data=standard ", ""),
        ("seat=0", "seat=2"),
        ("turn=5", "turn=five"),
        ("step=actions", "step=rest"),
        ("market=8,8,8,8", "market=8,8,8"),
        ("market=8,8,8,8", "market=8,8,8,-1"),
        ("@1,0/r0", "@9,9/r0"),
        ("@1,0/r0", "@1,0/r1"),
        ("c8-volcano", "c8-moon"),
        ("cell=4,0", "cell=7,7"),
        ("pile=1:8:-", "pile=1:99:-"),
        ("pile=1:8:-", "pile=1:37:-"),
        ("pile=1:8:-", "pile=0:8:-"),
        ("pile=1:8:-", "pile=1"),
        ("p0=2:1", "p0=2:99"),
        ("p0=2:1", "p0=2:11"),
        ("p0=2:1", "p0=1"),
        ("cubes=-", "cubes=red@1,0/nw"),
        ("cubes=-", "cubes=blue@9,0/nw"),
        ("temples=-", "temples=0:easy-1@1,0"),
        ("temples=-", "temples=easy-1@1,0/nw"),
        ("apart,no-icons", "apart"),
        ("uncompleted", "glory"),
    ],
)
def test_a_broken_position_is_refused(old: str, new: str) -> None:
    """AKT-NOTATION."""
    text = GAME.format_position(STATE, EVERYTHING)
    assert old in text
    refused = GAME.parse_position(text.replace(old, new, 1))
    assert isinstance(refused, Rejection)
    assert refused.rule == "AKT-NOTATION"
    assert refused.sentence


@pytest.mark.parametrize("drawn", [0, 36])
def test_a_pile_from_which_nothing_or_everything_was_drawn_is_one(drawn: int) -> None:
    """AKT-NOTATION."""
    text = GAME.format_position(STATE, EVERYTHING).replace("pile=1:8:-", f"pile=1:{drawn}:-")
    state = GAME.parse_position(text)
    assert not isinstance(state, Rejection)
    assert state.pile.drawn == drawn


def test_a_boat_lies_at_any_dock_up_to_the_last() -> None:
    """AKT-NOTATION: CHAIN has the docks 1 to 10."""
    text = GAME.format_position(STATE, EVERYTHING).replace("p0=2:1", "p0=2:10")
    state = GAME.parse_position(text)
    assert not isinstance(state, Rejection)
    assert state.players[0].boat == 10


@pytest.mark.parametrize(("own", "other"), [(0, 0), (1, 0), (0, 1), (2, 1), (1, 6), (6, 0)])
def test_each_player_has_the_temples_that_lie_on_the_map(own: int, other: int) -> None:
    """AKT-NOTATION: the notation lists temples once; players are not written with how many they have."""
    spots = tuple(Temple(seat, "easy-1", 1, 0, "nw") for seat, count in ((0, own), (1, other)) for _ in range(count))
    state = replace(
        STATE,
        temples=spots,
        players=tuple(replace(STATE.players[seat], temples=count) for seat, count in enumerate((own, other))),
    )
    assert GAME.parse_position(GAME.format_position(state, EVERYTHING)) == state


@pytest.mark.parametrize("seat", [0, 1])
def test_no_player_has_more_temples_than_the_box_holds(seat: int) -> None:
    """AKT-NOTATION."""
    spots = (Temple(seat, "easy-1", 1, 0, "nw"),) * (BOX.temples + 1)
    refused = GAME.parse_position(GAME.format_position(replace(STATE, temples=spots), EVERYTHING))
    assert isinstance(refused, Rejection)
    assert "a player has 6 temples" in refused.sentence


@pytest.mark.parametrize("number", ["999999", "-999999"])
def test_a_number_of_a_position_has_at_most_six_digits(number: str) -> None:
    """AKT-NOTATION."""
    text = GAME.format_position(STATE, EVERYTHING)
    state = GAME.parse_position(text.replace("turn=5", f"turn={number}"))
    assert not isinstance(state, Rejection)
    assert state.turn == int(number)
    assert isinstance(GAME.parse_position(text.replace("turn=5", f"turn={number}0")), Rejection)
