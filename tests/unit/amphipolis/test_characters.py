import pytest

from clio.games.amphipolis.components import FINDINGS
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn, Move, UseArchaeologist, UseAssistant, UseDigger, UseProfessor
from clio.games.amphipolis.state import State
from clio.kernel.rejection import Rejection
from tests.unit.amphipolis.table import bag, counts, facts, played, refused, table

ASSISTANT = UseAssistant("sphinx")
ARCHAEOLOGIST = UseArchaeologist(("sphinx", "sphinx"))
DIGGER = UseDigger(("mosaic-red", "mosaic-red"))
PROFESSOR = UseProfessor(("amphora-red", "skeleton-large-upper", "sphinx"))
TEAM = {"assistant": ASSISTANT, "archaeologist": ARCHAEOLOGIST, "digger": DIGGER, "professor": PROFESSOR}


def _after_mosaics(**parts: object) -> State:
    return table(phase="character", chosen="mosaics", **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", TEAM.values())
def test_a_character_is_used_after_taking_never_before(move: Move) -> None:
    """AMP-CHARACTER-AFTER."""
    assert refused(table(), move) == "AMP-CHARACTER-AFTER"
    assert facts(_after_mosaics(), move)


@pytest.mark.parametrize(("name", "move"), TEAM.items())
def test_a_character_is_used_once_a_game(name: str, move: Move) -> None:
    """AMP-CHARACTER-ONCE."""
    assert refused(_after_mosaics(used=(name,)), move) == "AMP-CHARACTER-ONCE"
    after = played(_after_mosaics(), move)
    assert name not in GAME.view(after, 0).seats[0].characters
    assert len(GAME.view(after, 0).seats[0].characters) == 3
    assert len(GAME.view(after, 0).seats[1].characters) == 4


@pytest.mark.parametrize("move", [UseArchaeologist(()), UseDigger(()), UseProfessor(())])
def test_a_character_takes_at_least_one_tile(move: Move) -> None:
    """AMP-CHARACTER-TILES."""
    assert refused(_after_mosaics(), move) == "AMP-CHARACTER-TILES"


def test_the_assistant_takes_one_tile_from_any_area_the_chosen_one_included() -> None:
    """AMP-ASSISTANT."""
    state = _after_mosaics()
    for tile in FINDINGS:
        after = played(state, UseAssistant(tile))
        assert after.collections[0] == counts({tile: 1})
    assert refused(_after_mosaics(site={"caryatid": 1}), ASSISTANT) == "AMP-PRESENT"
    assert refused(_after_mosaics(), UseAssistant("landslide")) == "AMP-FINDINGS"


def test_the_archaeologist_takes_up_to_two_tiles_from_one_other_area() -> None:
    """AMP-ARCHAEOLOGIST."""
    state = _after_mosaics()
    assert played(state, UseArchaeologist(("sphinx",))).collections[0] == counts({"sphinx": 1})
    assert played(state, UseArchaeologist(("caryatid", "sphinx"))).collections[0] == counts(
        {"sphinx": 1, "caryatid": 1}
    )
    assert refused(state, UseArchaeologist(("sphinx",) * 3)) == "AMP-ARCHAEOLOGIST"
    assert refused(state, UseArchaeologist(("sphinx", "amphora-red"))) == "AMP-ARCHAEOLOGIST"
    assert refused(state, UseArchaeologist(("mosaic-red",))) == "AMP-ARCHAEOLOGIST"
    assert refused(_after_mosaics(site={"sphinx": 1}), ARCHAEOLOGIST) == "AMP-PRESENT"


def test_the_digger_takes_up_to_two_more_tiles_from_the_chosen_area() -> None:
    """AMP-DIGGER."""
    state = _after_mosaics()
    assert played(state, UseDigger(("mosaic-red",))).collections[0] == counts({"mosaic-red": 1})
    assert played(state, DIGGER).collections[0] == counts({"mosaic-red": 2})
    assert refused(state, UseDigger(("mosaic-red",) * 3)) == "AMP-DIGGER"
    assert refused(state, UseDigger(("sphinx",))) == "AMP-DIGGER"
    assert refused(state, UseDigger(("mosaic-red", "sphinx"))) == "AMP-DIGGER"
    assert refused(_after_mosaics(site={"mosaic-red": 1}), DIGGER) == "AMP-PRESENT"


def test_the_professor_takes_one_tile_from_each_other_area() -> None:
    """AMP-PROFESSOR."""
    state = _after_mosaics()
    assert played(state, PROFESSOR).collections[0] == counts({"amphora-red": 1, "skeleton-large-upper": 1, "sphinx": 1})
    assert refused(state, UseProfessor(("amphora-red", "sphinx"))) == "AMP-PROFESSOR"
    assert refused(state, UseProfessor(("amphora-red", "mosaic-red", "sphinx"))) == "AMP-PROFESSOR"
    assert refused(state, UseProfessor(("amphora-red", "amphora-red", "sphinx"))) == "AMP-PROFESSOR"
    assert refused(state, UseProfessor((*PROFESSOR.tiles, "mosaic-red"))) == "AMP-PROFESSOR"
    assert refused(_after_mosaics(site={"sphinx": 1}), UseProfessor(("caryatid",))) == "AMP-PRESENT"


def test_the_professor_passes_over_areas_that_are_empty() -> None:
    """AMP-PROFESSOR."""
    state = _after_mosaics(site={"sphinx": 1, "caryatid": 1, "amphora-red": 1, "mosaic-red": 1})
    uses = {move.tiles for move in GAME.legal_moves(state, 0) if isinstance(move, UseProfessor)}
    assert uses == {("amphora-red", "sphinx"), ("amphora-red", "caryatid")}
    assert refused(state, UseProfessor(("sphinx",))) == "AMP-PROFESSOR"
    alone = _after_mosaics(site={"mosaic-red": 2})
    assert refused(alone, UseProfessor(("sphinx",))) == "AMP-PROFESSOR"
    assert not any(isinstance(move, UseProfessor) for move in GAME.legal_moves(alone, 0))


def test_after_taking_nothing_from_an_empty_area_characters_refer_to_that_area() -> None:
    """AMP-TAKE-NONE, AMP-DIGGER."""
    state = _after_mosaics(site={"sphinx": 1})
    assert set(GAME.legal_moves(state, 0)) == {
        EndTurn(),
        UseAssistant("sphinx"),
        UseArchaeologist(("sphinx",)),
        UseProfessor(("sphinx",)),
    }


@pytest.mark.parametrize(
    ("site", "areas"),
    [
        ({"sphinx": 1, "amphora-red": 1, "skeleton-large-upper": 1}, "statues, amphoras, skeletons"),
        ({"sphinx": 1, "amphora-red": 1, "mosaic-red": 1}, "statues, amphoras"),
        ({"skeleton-large-upper": 1}, "skeletons"),
    ],
)
def test_a_refused_professor_is_told_the_areas_to_take_from(site: dict[str, int], areas: str) -> None:
    """AMP-PROFESSOR."""
    state = _after_mosaics(site={**site, "mosaic-red": 2})
    refusal = GAME.decide(state, 0, UseProfessor(("mosaic-red",)), bag())
    assert isinstance(refusal, Rejection)
    assert refusal.params == {"areas": areas}


def test_a_professor_with_nothing_to_take_is_told_so() -> None:
    """AMP-PROFESSOR."""
    refusal = GAME.decide(_after_mosaics(site={"mosaic-red": 2}), 0, UseProfessor(("mosaic-red",)), bag())
    assert isinstance(refusal, Rejection)
    assert refusal.params == {"areas": "none"}
