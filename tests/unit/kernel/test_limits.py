"""What a signer writes into a record is bounded before anything is expanded."""

import json

import msgspec
import pytest

from clio.games.akros.events import BoardLaid
from clio.games.akros.game import GAME as AKROS
from clio.games.akrotiri.game import GAME as AKROTIRI
from clio.games.amphipolis.game import GAME as AMPHIPOLIS
from clio.games.registry import GAMES
from clio.kernel import limits
from clio.kernel.default_notation import MAX_MOVE_TEXT, MAX_POSITION_TEXT
from clio.kernel.game import EVERYTHING, SPECTATOR, Game, GameEvent
from clio.kernel.integrity.chance import MAX_ENTROPY_BYTES, REVEALED_BYTES, SEED_BYTES, Chance
from clio.kernel.integrity.signing_keys import KEY_BYTES
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
from clio.kernel.match.agreement import MAX_REASON
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.match.fair_play import ABANDON_AFTER_SECONDS, LIVE_READY_SECONDS, OPEN_SECONDS
from clio.kernel.match.holding import HOST
from clio.kernel.match.joining import MAX_NAME
from clio.kernel.match.match_metadata import MAX_EXTERNAL_ID, MAX_LABELS, MAX_TITLE
from clio.kernel.match.replay import EVERY, MAX_CHECKPOINTS
from clio.kernel.missing_game import MAX_GAMES
from clio.kernel.record_format.value_limits import excess
from clio.kernel.state_size import demand_bounded_state, state_items
from tests.kit.table import Table
from tests.unit.repository.tree import ROOT

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
        json.dumps({"k" * MAX_TEXT: 1}).encode(),
        json.dumps({str(key): 0 for key in range(MAX_LIST)}).encode(),
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


def test_the_limits_are_the_numbers_that_docs_record_md_gives_to_other_readers() -> None:
    """A reader that accepts more or less than the others disagrees with them about a record."""
    page = " ".join((ROOT / "docs" / "record.md").read_text(encoding="utf-8").split())
    for limit, told in (
        (limits.MAX_DEPTH, "the line's own object being 1 | {} |"),
        (limits.MAX_LIST, "elements of an array | {} |"),
        (limits.MAX_TEXT, "characters (code points) of a text or key | {} |"),
        (limits.MAX_LINE_BYTES, "bytes of a line without its line feed | {} |"),
        (limits.MAX_EVENTS, "| events | {} |"),
        (limits.MAX_RECORD_BYTES, "what it unpacks to | {} each |"),
        (limits.MAX_COMMAS, "those inside texts included | {} |"),
        (limits.MAX_SEATS, "| seats | 1 to {} |"),
        (limits.MAX_POOL_ITEMS, "components in one pool, all kinds together | {} |"),
        (limits.MAX_DRAWS, "at most {} components together"),
        (limits.MAX_ROWS, "A table is a list of at most {} rows"),
        (limits.MAX_ROW_MEMBERS, "`groups` (up to {} of `ids`"),
        (limits.MAX_ROW_NUMBER, "optional `among` (1 to {})"),
        (limits.MAX_ROW_TEXT, "other texts have 1 to {} characters"),
        (limits.MAX_DETAIL_PARAMS, "there are at most {} `params`"),
        (limits.MAX_DETAIL_TEXT, "an integer or a text of at most {} characters"),
    ):
        assert told.format(f"{limit:,}") in page, (limit, told)
    assert MAX_INTEGER == 9_007_199_254_740_991
    assert limits.MAX_COPIES == limits.MAX_POOL_ITEMS


def test_a_state_is_counted_through_its_tuples_tables_and_structs() -> None:
    class Player(msgspec.Struct, frozen=True):
        hand: tuple[str, ...]

    class State(msgspec.Struct, frozen=True):
        players: tuple[Player, ...]
        market: dict[str, int]
        turn: int = 0

    state = State((Player(("a", "b")), Player(())), {"x": 1, "y": 2, "z": 3})
    assert state_items(state) == 2 + 2 + 3
    assert state_items(state, 0) == 0
    assert state_items(((1, 2), (3,))) == 2 + 2 + 1
    assert state_items(((1, 2), (3,)), 0) == 2
    assert state_items("text") == 0


def test_a_state_of_exactly_as_many_items_as_allowed_passes() -> None:
    demand_bounded_state(dict.fromkeys(range(MAX_STATE_ITEMS)))
    with pytest.raises(LimitError):
        demand_bounded_state(dict.fromkeys(range(MAX_STATE_ITEMS + 1)))


@pytest.mark.parametrize(
    ("pool", "is_impossible"),
    [({}, False), ({"a": 0}, False), ({"a": MAX_COPIES}, False), ({"a": MAX_COPIES, "b": 1}, True), ({"a": -1}, True)],
)
def test_a_pool_holds_no_negative_count_and_few_enough_components(pool: dict[str, int], *, is_impossible: bool) -> None:
    assert limits.is_impossible_pool(pool) == is_impossible
    if is_impossible:
        with pytest.raises(LimitError):
            limits.demand_pool("pool", pool)
    else:
        limits.demand_pool("pool", pool)


def test_limits_that_pages_do_not_give_are_the_numbers_that_they_were() -> None:
    """A limit of matches and texts that is lowered refuses what was allowed; one that is raised needs a decision."""
    assert (limits.MAX_REGIONS, limits.MAX_STATE_ITEMS) == (64, 16_384)
    assert (limits.MAX_FORK_EVENTS, limits.MAX_PLAYED_EVENTS) == (2_048, 50_000)
    assert (limits.MAX_DURATION_SECONDS, limits.MAX_ADDED_MILLISECONDS) == (31_622_400, 86_400_000)
    assert (MAX_NAME, MAX_REASON, MAX_TITLE, MAX_LABELS, MAX_EXTERNAL_ID) == (40, 200, 80, 16, 128)
    assert (MAX_MOVE_TEXT, MAX_POSITION_TEXT, MAX_GAMES) == (1_024, 65_536, 256)
    assert (ABANDON_AFTER_SECONDS, LIVE_READY_SECONDS, OPEN_SECONDS) == (604_800, 120, 2_592_000)
    assert (SEED_BYTES, MAX_ENTROPY_BYTES, REVEALED_BYTES, KEY_BYTES) == (32, 64, 32, 32)
    assert (EVERY, MAX_CHECKPOINTS) == (32, 64)


def test_viewpoints_that_are_no_seats_differ() -> None:
    assert (SPECTATOR, EVERYTHING) == (-1, -2)
    assert HOST not in (SPECTATOR, EVERYTHING, *range(MAX_SEATS))
