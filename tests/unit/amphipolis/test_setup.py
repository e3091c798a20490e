import pytest

from clio.games.amphipolis.components import AREA_OF, AREAS, FINDINGS
from clio.games.amphipolis.events import SiteOpened, TilesDrawn
from clio.games.amphipolis.evolve import evolve
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.state import NOTHING, State, bag_contents
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection


def _setup(seats: int, seed: int = 1, first: str = "random") -> tuple[GameEvent, ...]:
    return GAME.setup({"first_seat": first}, seats, Chance(seed.to_bytes(32, "big")))


def _opened(seats: int, seed: int = 1, first: str = "random") -> SiteOpened:
    event = _setup(seats, seed, first)[0]
    assert isinstance(event, SiteOpened)
    return event


def _state(events: tuple[GameEvent, ...]) -> State:
    state = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


@pytest.mark.parametrize(("seats", "aside", "bagged"), [(2, 0, 24), (3, 3, 21), (4, 8, 16)])
def test_landslides_are_taken_out_by_the_number_of_players(seats: int, aside: int, bagged: int) -> None:
    """AMP-SETUP-LANDSLIDES."""
    opened = _opened(seats)
    assert (opened.landslides_set_aside, opened.entrance_covered) == (aside, 0)
    assert opened.pool["landslide"] == bagged


def test_alone_8_landslides_lie_on_the_entrance_and_12_are_in_the_bag() -> None:
    """AMP-SOLO-SETUP."""
    opened = _opened(1)
    assert (opened.landslides_set_aside, opened.entrance_covered, opened.pool["landslide"]) == (4, 8, 12)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_area_starts_with_one_tile(seats: int) -> None:
    """AMP-SETUP-TILES."""
    for seed in range(20):
        opened = _opened(seats, seed)
        assert sorted(AREA_OF[tile] for tile in opened.tiles) == sorted(AREAS)
        assert sum(evolve(None, opened).site) == 4


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_opening_tiles_are_the_first_of_each_area_in_the_setup_order(seats: int) -> None:
    """AMP-SETUP-TILES."""
    chance = Chance(bytes(range(32)))
    opened = GAME.setup({"first_seat": "random"}, seats, chance)[0]
    assert isinstance(opened, SiteOpened)
    pool = [kind for kind, count in opened.pool.items() for _ in range(count)]
    order = [tile for tile in Chance(bytes(range(32))).shuffle("amphipolis/setup", pool) if tile != "landslide"]
    first = {area: next(tile for tile in order if AREA_OF[tile] == area) for area in AREAS}
    assert list(opened.tiles) == sorted(first.values(), key=order.index)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_draw_is_the_top_of_the_bag(seats: int) -> None:
    """AMP-DRAW."""
    opened, drawn = _setup(seats)
    assert isinstance(opened, SiteOpened)
    assert isinstance(drawn, TilesDrawn)
    rest = [kind for kind, count in opened.pool.items() for _ in range(count - opened.tiles.count(kind))]
    order = Chance((1).to_bytes(32, "big")).shuffle("amphipolis/bag", rest)
    assert drawn.tiles == order[:4]
    assert (drawn.seat, drawn.turn) == (opened.first_seat, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_players_start_with_a_whole_team_and_nothing_found(seats: int) -> None:
    """AMP-SETUP-CHARACTERS."""
    state = _state(_setup(seats))
    assert state.characters == (15,) * seats
    assert state.collections == (NOTHING,) * seats
    assert all(len(seat.characters) == 4 for seat in GAME.view(state, 0).seats)


def test_the_first_seat_is_drawn_by_chance_unless_it_is_given() -> None:
    """AMP-FIRST-SEAT."""
    assert {_opened(4, seed).first_seat for seed in range(40)} == {0, 1, 2, 3}
    assert all(_opened(4, seed).first_seat == Chance(seed.to_bytes(32, "big")).below("order", 4) for seed in range(9))
    assert {_opened(4, seed, first="2").first_seat for seed in range(9)} == {2}


def test_the_first_seat_must_be_at_the_table() -> None:
    """AMP-FIRST-SEAT."""
    assert GAME.check_options({"first_seat": "1"}, 2) is None
    assert GAME.check_options({"first_seat": "random"}, 1) is None
    refusal = GAME.check_options({"first_seat": "2"}, 2)
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "AMP-FIRST-SEAT"
    assert "{" not in refusal.sentence


def test_setting_up_loses_no_tile() -> None:
    """AMP-COMPONENTS."""
    state = evolve(None, _opened(2))
    assert sum(bag_contents(state).values()) + sum(state.site) == 135
    assert set(bag_contents(state)) == {*FINDINGS, "landslide"}


def test_a_match_cannot_begin_with_anything_but_the_set_up() -> None:
    with pytest.raises(ValueError, match="SiteOpened"):
        evolve(None, _setup(2)[1])
