from clio.games.amphipolis.events import RobberStruck, SiteClosed, TilesDrawn, TilesTaken, TurnEnded
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn, Take
from clio.games.amphipolis.scoring import standings
from clio.games.amphipolis.state import NOTHING
from clio.kernel.integrity.chance import Chance
from tests.unit.amphipolis.table import bag, batch, counts, facts, played, table

SIX_AMPHORAS = {f"amphora-{colour}": 1 for colour in ("blue", "brown", "green", "purple", "red", "yellow")}
QUIET_BATCH = ("mosaic-red", "sphinx", "sphinx", "amphora-red")


def test_without_a_landslide_the_player_goes_on() -> None:
    """AMP-SOLO-ROBBER."""
    state = table(1, phase="character", chosen="mosaics", entrance=8)
    ended, drawn = facts(state, EndTurn(), bag(*QUIET_BATCH))
    assert ended == TurnEnded(seat=0)
    assert drawn == TilesDrawn(
        seat=0, turn=2, tiles=QUIET_BATCH, entrance_covered=8, landslides_set_aside=4, turn_ends=False
    )


def test_a_landslide_brings_the_robber_who_takes_everything_and_the_next_turn_begins() -> None:
    """AMP-SOLO-ROBBER."""
    state = table(1, phase="character", chosen="mosaics", entrance=8, site={"caryatid": 1}, robber={"sphinx": 1})
    robbed = ("mosaic-red", "landslide", "sphinx", "amphora-red")
    ended, drawn, struck, again = facts(state, EndTurn(), bag(*robbed, *QUIET_BATCH))
    assert ended == TurnEnded(seat=0)
    assert drawn == batch(*robbed, seat=0, covered=9, aside=4, ends=True)
    assert struck == RobberStruck(tiles=("amphora-red", "caryatid", "mosaic-red", "sphinx"))
    assert again == TilesDrawn(
        seat=0, turn=3, tiles=QUIET_BATCH, entrance_covered=9, landslides_set_aside=4, turn_ends=False
    )
    after = played(state, EndTurn(), bag(*robbed, *QUIET_BATCH))
    assert after.robber == counts({"amphora-red": 1, "caryatid": 1, "mosaic-red": 1, "sphinx": 2})
    assert after.site == counts({"mosaic-red": 1, "sphinx": 2, "amphora-red": 1})
    assert (after.phase, after.turn, after.collections) == ("take", 3, (NOTHING,))


def test_the_robber_does_not_get_what_the_player_took_in_the_same_move() -> None:
    """AMP-SOLO-ROBBER."""
    team = ("assistant", "archaeologist", "digger", "professor")
    state = table(1, entrance=8, site={"caryatid": 2, "sphinx": 1}, used=team)
    taken, _, struck, _ = facts(state, Take("statues", ("caryatid", "sphinx")), bag("landslide", *("amphora-red",) * 3))
    assert taken == TilesTaken(seat=0, area="statues", tiles=("caryatid", "sphinx"), turn_ends=True)
    assert struck == RobberStruck(tiles=("amphora-red", "amphora-red", "amphora-red", "caryatid"))


def test_the_robber_may_strike_several_times_in_a_row() -> None:
    """AMP-SOLO-ROBBER."""
    state = table(1, phase="character", chosen="mosaics", entrance=8, site={})
    robbed = ("mosaic-red", "landslide", "sphinx", "amphora-red")
    events = facts(state, EndTurn(), bag(*robbed, *robbed, *QUIET_BATCH))
    assert [type(event) for event in events[1:]] == [TilesDrawn, RobberStruck, TilesDrawn, RobberStruck, TilesDrawn]
    assert events[2] == events[4] == RobberStruck(tiles=("amphora-red", "mosaic-red", "sphinx"))


def test_at_the_last_landslide_the_robber_gets_all_that_lies_there() -> None:
    """AMP-SOLO-END."""
    state = table(1, phase="character", chosen="mosaics", entrance=15, site={"caryatid": 1})
    events = facts(state, EndTurn(), bag("landslide", "sphinx", "landslide", "sphinx"))
    assert events[2:] == (
        RobberStruck(tiles=("caryatid", "sphinx", "sphinx")),
        SiteClosed(seat=0),
    )
    after = played(state, EndTurn(), bag("landslide", "sphinx", "landslide", "sphinx"))
    assert (after.phase, after.site, after.set_aside) == ("closed", NOTHING, 5)


def test_the_robber_may_come_before_the_first_choice() -> None:
    """AMP-SOLO-ROBBER."""
    for seed in range(50):
        events = GAME.setup({"first_seat": "random"}, 1, Chance(seed.to_bytes(32, "big")))
        drawn = events[1]
        assert isinstance(drawn, TilesDrawn)
        if "landslide" in drawn.tiles:
            assert isinstance(events[2], RobberStruck)
            assert len(events[2].tiles) == 4 + 4 - drawn.tiles.count("landslide")
            return
    raise AssertionError("no seed with a landslide in the first batch")


def test_player_and_robber_compare_statues_as_two_players_do() -> None:
    """AMP-SOLO-STATUES."""
    player, robber = standings(table(1, held=[{"sphinx": 2, "caryatid": 1}], robber={"sphinx": 4, "caryatid": 3}))
    assert (player.seat, player.total) == (0, 3)
    assert (robber.seat, robber.total) == (-1, 12)


def test_the_player_wins_only_with_more_points_than_the_robber() -> None:
    """AMP-SOLO-WIN."""
    closed = {"seats": 1, "phase": "closed", "entrance": 16, "site": {}}
    more = GAME.outcome(table(**closed, held=[SIX_AMPHORAS], robber={"mosaic-red": 4}))  # type: ignore[arg-type]
    level = GAME.outcome(table(**closed, held=[SIX_AMPHORAS], robber=SIX_AMPHORAS))  # type: ignore[arg-type]
    fewer = GAME.outcome(table(**closed, held=[{}], robber={"mosaic-red": 4}))  # type: ignore[arg-type]
    assert more is not None
    assert level is not None
    assert fewer is not None
    assert [outcome.winners for outcome in (more, level, fewer)] == [(0,), (), ()]
    assert [score.seat for score in more.scores] == [0, -1]
    assert more.decided_by == "AMP-SOLO-WIN"
