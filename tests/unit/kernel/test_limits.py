"""What a signer writes into a record is bounded before anything is expanded."""

import json

import msgspec
import pytest

from clio.games.akros.events import BoardLaid
from clio.games.akros.game import GAME as AKROS
from clio.games.akrotiri.game import GAME as AKROTIRI
from clio.games.amphipolis.game import GAME as AMPHIPOLIS
from clio.games.registry import GAMES
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.limits import (
    MAX_COPIES,
    MAX_DEPTH,
    MAX_FORK_EVENTS,
    MAX_INTEGER,
    MAX_LIST,
    MAX_SEATS,
    MAX_STATE_ITEMS,
    MAX_TEXT,
    LimitError,
)
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.record_format.value_limits import excess
from clio.kernel.state_size import demand_bounded_state
from tests.kit.table import Table

TRILLION = 10**12


def first_fact(game: str) -> GameEvent:
    """The fact that makes the state out of nothing."""
    return next(event.payload for event in Table(game, 2).events if isinstance(event.payload, GameEvent))


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        (AKROS, {"pool": {"forest": TRILLION}}),
        (AKROS, {"pool": {"forest": -1}}),
        (AKROS, {"pool": dict.fromkeys(map(str, range(MAX_COPIES)), 2)}),
        (AKROS, {"jinn_servants": (TRILLION,)}),
        (AKROTIRI, {"tiles": {"a": TRILLION}}),
        (AMPHIPOLIS, {"seats": TRILLION}),
        (AMPHIPOLIS, {"seats": MAX_SEATS + 1}),
        (AMPHIPOLIS, {"tiles": ("caryatid",) * (MAX_COPIES + 1)}),
    ],
)
def test_a_set_up_with_counts_beyond_the_limits_is_not_expanded(
    game: Game[object, msgspec.Struct], changes: dict[str, object]
) -> None:
    with pytest.raises(LimitError):
        game.evolve(None, msgspec.structs.replace(first_fact(game.name), **changes))


def test_a_region_that_touches_one_of_a_number_beyond_the_limit_makes_no_table() -> None:
    laid = first_fact("akros")
    assert isinstance(laid, BoardLaid)
    far = msgspec.structs.replace(laid.regions[0], neighbours=(MAX_INTEGER,))
    with pytest.raises(LimitError):
        AKROS.evolve(None, msgspec.structs.replace(laid, regions=(far, *laid.regions[1:])))


@pytest.mark.parametrize(("game", "field"), [("akros", "pool"), ("akrotiri", "tiles"), ("amphipolis", "pool")])
@pytest.mark.parametrize("count", [TRILLION, MAX_COPIES + 1, -1])
def test_a_pool_beyond_the_limits_is_not_shuffled(game: str, field: str, count: int) -> None:
    first = first_fact(game)
    options = {"sides": "seat-0-jinn", "first_seat": str(getattr(first, "first_seat", 0))}
    follower = DrawChecker(GAMES[game].draws, options, 2)
    follower.chance = Chance(bytes(32))
    assert "cannot be" in follower.see(msgspec.structs.replace(first, **{field: {"mosaic-red": count}})).text


def test_draws_beyond_a_pool_are_not_collected() -> None:
    follower = DrawChecker(AKROS.draws, {}, 2)
    follower.see(first_fact("akros"))
    drawn = next(event.payload for event in Table("akros", 2).events if type(event.payload).__name__ == "TilesDrawn")
    more = msgspec.structs.replace(drawn, tiles=("sea",) * MAX_LIST)
    assert all(follower.see(more) for _ in range(3))
    assert len(follower.known().orders["akros/bag"]) < 100


def test_thousands_of_shuffles_are_not_all_remembered() -> None:
    chance = Chance(bytes(32))
    orders = [chance.shuffle(f"deck#{number}", ("a", "b", "c")) for number in range(300)]
    assert len(chance._orders) <= 64
    assert len(chance._latest) <= 64
    assert chance.shuffle("deck#0", ("a", "b", "c")) == orders[0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "nested"),
        (b'{"a":%d}' % (MAX_INTEGER + 1), "integer"),
        (b'{"a":"\\"","b":-%d}' % (MAX_INTEGER + 1), "integer"),
        (json.dumps(["x" * (MAX_TEXT + 1)]).encode(), "text"),
        (json.dumps([0] * (MAX_LIST + 1)).encode(), "members"),
        (json.dumps({"k" * (MAX_TEXT + 1): 1}).encode(), "key"),
        (json.dumps({str(key): 0 for key in range(MAX_LIST + 1)}).encode(), "members"),
    ],
)
def test_a_line_beyond_a_limit_is_refused(line: bytes, told: str) -> None:
    assert told in excess(line).text


@pytest.mark.parametrize(
    "line",
    [
        b"[" * MAX_DEPTH + b"]" * MAX_DEPTH,
        b"[" * MAX_DEPTH + b'"[[[["' + b"]" * MAX_DEPTH,
        b'{"a":%d,"b":-%d}' % (MAX_INTEGER, MAX_INTEGER),
        b'{"digest":"%b"}' % (b"9" * 64),
        b'{"a":"x,%b"}' % (b"9" * 64),
        json.dumps(["x" * MAX_TEXT] * 2).encode(),
        json.dumps([0] * MAX_LIST).encode(),
    ],
)
def test_a_line_within_the_limits_passes(line: bytes) -> None:
    assert not excess(line)


def test_a_state_that_grew_without_end_is_refused() -> None:
    state = Table("akros", 2).match.state
    demand_bounded_state(state)
    with pytest.raises(LimitError):
        demand_bounded_state(msgspec.structs.replace(state, offer=("sea",) * (MAX_STATE_ITEMS + 1)))


def test_genuine_matches_are_far_below_the_limits() -> None:
    for game in GAMES:
        assert len(Table(game, 2).finish().events) * 2 < MAX_FORK_EVENTS
