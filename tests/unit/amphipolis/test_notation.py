import pytest
from msgspec.structs import replace

from clio.games.amphipolis.components import LANDSLIDES, table_for
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.games.amphipolis.state import State
from clio.kernel.game import EVERYTHING
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.kit.table import Table

MOVES: dict[str, Move] = {
    "take statues caryatid sphinx": Take("statues", ("sphinx", "caryatid")),
    "take mosaics -": Take("mosaics", ()),
    "pass": PassTurn(),
    "assistant amphora-red": UseAssistant("amphora-red"),
    "archaeologist mosaic-red mosaic-red": UseArchaeologist(("mosaic-red", "mosaic-red")),
    "digger sphinx": UseDigger(("sphinx",)),
    "professor amphora-red mosaic-red sphinx": UseProfessor(("sphinx", "mosaic-red", "amphora-red")),
    "end": EndTurn(),
}


def _started(seats: int = 3) -> State:
    state = None
    for event in GAME.setup({"first_seat": "1" if seats > 1 else "0"}, seats, Chance(bytes(32))):
        state = GAME.evolve(state, event)
    assert state is not None
    return state


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_a_move_is_written_in_one_line_and_read_back(text: str, move: Move) -> None:
    """AMP-NOTATION."""
    assert GAME.format_move(move) == text
    assert GAME.parse_move(text) == move


def test_tiles_may_be_written_in_any_order() -> None:
    """AMP-NOTATION."""
    assert GAME.parse_move("  take statues  sphinx caryatid ") == Take("statues", ("caryatid", "sphinx"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take statues",
        "take temples -",
        "take statues lion",
        "take statues - sphinx",
        "take statues landslide",
        "pass now",
        "end it",
        "assistant",
        "assistant -",
        "assistant sphinx sphinx",
        "digger",
        "butler sphinx",
        "TAKE statues sphinx",
    ],
)
def test_a_line_that_is_not_a_move_is_refused(text: str) -> None:
    """AMP-NOTATION."""
    refusal = GAME.parse_move(text)
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AMP-NOTATION"


def test_a_position_is_one_line_a_person_can_read() -> None:
    """AMP-NOTATION."""
    state = _started()
    line = GAME.format_position(state, EVERYTHING)
    assert line.startswith("seats=3 first=1 opening=")
    assert " phase=take area=- site=" in line
    assert line.endswith(" characters=ARDP,ARDP,ARDP robber=000/00/000000/0000 retired=-")
    assert GAME.parse_position(line) == state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats=3", "seats=+3"),
        ("seats=3 ", ""),
        ("phase=take", "phase=sleep"),
        ("area=-", "area=temples"),
        ("characters=ARDP,", "characters=PDRA,"),
        ("robber=000/00", "robber=00/000"),
        ("robber=000/00", "robber=00z/00"),
        ("retired=-", "retired="),
    ],
)
def test_a_line_that_is_not_a_position_is_refused(old: str, new: str) -> None:
    """AMP-NOTATION."""
    line = GAME.format_position(_started(), EVERYTHING)
    assert old in line
    refusal = GAME.parse_position(line.replace(old, new))
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AMP-NOTATION"


@pytest.mark.parametrize(("length", "quoted"), [(79, 79), (80, 80), (81, 80), (10_000, 80)])
def test_a_refusal_quotes_at_most_eighty_characters(length: int, quoted: int) -> None:
    """AMP-NOTATION."""
    refusal = GAME.parse_move("x" * length)
    assert isinstance(refusal, Rejection)
    assert refusal.params == {"text": "x" * quoted}


_START = _started()
_OPENED = GAME.evolve(None, GAME.setup({"first_seat": "1"}, 3, Chance(bytes(32)))[0])
_EMPTY = (0,) * 15


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (replace(_START, seats=5), "that many seats"),
        (replace(_START, collections=_START.collections[:2]), "one team"),
        (replace(_START, first_seat=3), "not at the table"),
        (replace(_START, seat=3), "not at the table"),
        (replace(_START, retired=(2, 0)), "not listed in order"),
        (replace(_START, retired=(2, 2)), "not listed in order"),
        (replace(_START, retired=(3,)), "not listed in order"),
        (replace(_START, retired=(4,)), "not listed in order"),
        (replace(_START, retired=(0, 2)), "too few seats"),
        (replace(_START, retired=(1,)), "has the turn"),
        (replace(_START, opening=("landslide", *_START.opening[1:])), "findings only"),
        (replace(_START, opening=(_START.opening[1], *_START.opening[1:])), "one tile in each area"),
        (replace(_START, robber=(1,) + (0,) * 14), "solo matches only"),
        (replace(_started(2), robber=(1,) + (0,) * 14), "solo matches only"),
        (replace(_START, site=(12,) * 15), "than the box holds"),
        (replace(_START, site=_EMPTY), "set-up is missing"),
        (replace(_started(1), entrance=7), "does not fit the number of seats"),
        (replace(_START, entrance=17), "does not fit the number of seats"),
        (replace(_START, set_aside=2), "does not fit the number of seats"),
        (replace(_START, entrance=16, phase="closed", set_aside=7), "does not fit the number of seats"),
        (replace(_START, set_aside=4), "while a space was free"),
        (replace(_started(4), entrance=16, set_aside=9), "more landslides than the box holds"),
        (replace(_START, entrance=_START.entrance + 1), "do not fit the turns"),
        (replace(_START, turn=2), "do not fit the turns"),
        (replace(_START, drawn=8), "do not fit the turns"),
        (replace(_START, phase="closed"), "the site is closed"),
        (replace(_OPENED, phase="take"), "begins with a draw"),
        (replace(_START, chosen="mosaics"), "chosen by taking"),
        (replace(_START, phase="character"), "no character"),
        (replace(_START, phase="character", chosen="mosaics", characters=(0, 0, 0)), "no character"),
    ],
)
def test_a_position_in_which_no_match_can_stand_is_refused(state: State, fault: str) -> None:
    """AMP-POSITION."""
    refusal = GAME.parse_position(GAME.format_position(state, EVERYTHING))
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AMP-POSITION"
    assert fault in refusal.sentence


@pytest.mark.parametrize(("seats", "seed"), [(1, 11), (2, 4), (3, 0), (4, 0)])
def test_the_last_position_is_one_even_with_landslides_to_spare(seats: int, seed: int) -> None:
    """AMP-POSITION: in all but the match of four, the last draw has more landslides than the entrance has spaces."""
    table = Table("amphipolis", seats, seed=seed).finish()
    text = GAME.format_position(table.state, EVERYTHING)
    assert GAME.parse_position(text) == table.state
    spare = table.state.set_aside - table_for(seats).landslides_set_aside
    assert (spare > 0) == (seats < 4)


def test_a_match_of_four_uses_every_landslide() -> None:
    """AMP-POSITION."""
    table = Table("amphipolis", 4, seed=0).finish()
    assert table.state.entrance + table.state.set_aside == LANDSLIDES
