from clio.games.amphipolis.events import SiteClosed, TurnEnded
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn, Take
from clio.games.amphipolis.state import bag_contents
from tests.unit.amphipolis.table import bag, batch, counts, facts, played, refused, table


def test_the_game_ends_at_once_when_the_entrance_is_full() -> None:
    """AMP-END."""
    state = table(phase="character", chosen="mosaics", entrance=15)
    events = facts(state, EndTurn(), bag("sphinx", "landslide", "sphinx", "sphinx"))
    assert events == (
        TurnEnded(seat=0),
        batch("sphinx", "landslide", "sphinx", "sphinx", seat=1, covered=16, aside=0, ends=True),
        SiteClosed(seat=1),
    )
    after = played(state, EndTurn(), bag("sphinx", "landslide", "sphinx", "sphinx"))
    assert after.phase == "closed"
    assert GAME.to_move(after) == ()
    assert GAME.legal_moves(after, 1) == ()
    assert GAME.outcome(after) is not None


def test_the_seat_that_draws_the_last_landslide_takes_nothing() -> None:
    """AMP-END."""
    after = played(table(phase="character", chosen="mosaics", entrance=15), EndTurn(), bag("landslide"))
    assert refused(after, Take("mosaics", ())) == "AMP-END"
    assert refused(after, Take("mosaics", ()), seat=0) == "AMP-END"


def test_the_rest_of_the_last_batch_stays_on_the_areas() -> None:
    """AMP-END."""
    state = table(phase="character", chosen="mosaics", entrance=15, site={"sphinx": 1})
    after = played(state, EndTurn(), bag("landslide", "sphinx", "caryatid", "amphora-red"))
    assert after.site == counts({"sphinx": 2, "caryatid": 1, "amphora-red": 1})
    assert after.collections == state.collections


def test_landslides_without_a_free_space_are_set_aside() -> None:
    """AMP-END."""
    state = table(3, phase="character", chosen="mosaics", entrance=14)
    after = played(state, EndTurn(), bag("landslide", "landslide", "landslide", "landslide"))
    assert (after.entrance, after.set_aside) == (16, 5)
    assert bag_contents(after)["landslide"] == 3


def test_fifteen_landslides_do_not_end_the_game() -> None:
    """AMP-END."""
    after = played(table(phase="character", chosen="mosaics", entrance=14), EndTurn(), bag("landslide"))
    assert (after.entrance, after.phase) == (15, "take")
    assert GAME.outcome(after) is None
