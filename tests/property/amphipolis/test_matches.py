"""What holds in every match, for any players and any order of the bag."""

import hmac
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from clio.games.amphipolis.events import SiteOpened, TilesDrawn
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.state import State, bag_contents
from clio.kernel.events.event_types import EventTypes
from clio.kernel.game import EVERYTHING, GameEvent
from clio.kernel.integrity.canonical import canonical
from tests.property.amphipolis.plays import folded, match, opened

SEATS = st.integers(1, 4)
SEEDS = st.integers(0, 2**64)
TYPES = EventTypes([GAME])


def _tiles_on_the_table(state: State) -> int:
    held = sum(map(sum, state.collections)) + sum(state.robber)
    return sum(state.site) + held + state.entrance + state.set_aside + sum(bag_contents(state).values())


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS)
def test_every_match_ends_and_no_tile_is_lost(seats: int, seed: int) -> None:
    """AMP-COMPONENTS, AMP-END."""
    steps = list(match(seats, seed, resignations=0.01))
    for step in steps:
        assert all(count > 0 for count in bag_contents(step.state).values())
        assert _tiles_on_the_table(step.state) == 135
        assert min(map(min, (step.state.site, step.state.robber, *step.state.collections))) >= 0
    last = steps[-1].state
    assert (last.phase, last.entrance) == ("closed", 16)
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert set(outcome.winners).isdisjoint(last.retired)
    assert len(outcome.winners) == 1 or seats == 1
    for score in outcome.scores:
        assert score.total == sum(line.points for line in score.lines)
        assert all(GAME.rulebook.rule(line.rule) for line in score.lines)


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS)
def test_every_state_and_every_move_is_written_and_read_back(seats: int, seed: int) -> None:
    """AMP-NOTATION, AMP-POSITION."""
    for step in match(seats, seed, resignations=0.01):
        line = GAME.format_position(step.state, EVERYTHING)
        assert GAME.parse_position(line) == step.state
        state = step.state
        for event in step.events:
            state = GAME.evolve(state, event)
            assert GAME.parse_position(GAME.format_position(state, EVERYTHING)) == state
        if step.move is not None:
            assert GAME.parse_move(GAME.format_move(step.move)) == step.move


@settings(max_examples=30, deadline=None)
@given(SEATS, SEEDS)
def test_a_match_replays_from_the_bytes_of_its_facts(seats: int, seed: int) -> None:
    _, events, state = opened(seats, seed)
    assert folded(None, _recorded(events)) == state
    for step in match(seats, seed):
        assert folded(step.state, _recorded(step.events)) == folded(step.state, step.events)


def _recorded(events: tuple[GameEvent, ...]) -> tuple[GameEvent, ...]:
    decoded = (TYPES.decode(TYPES.name_of(event), canonical(event), {}) for event in events)  # type: ignore[arg-type]
    return tuple(decoded)  # type: ignore[arg-type]


@settings(max_examples=30, deadline=None)
@given(SEATS, SEEDS)
def test_the_draws_are_those_of_the_seed_whatever_is_played(seats: int, seed: int) -> None:
    """AMP-SETUP-TILES, AMP-DRAW. Reckoned from the page on records alone."""
    _, events, _ = opened(seats, seed)
    site = events[0]
    assert isinstance(site, SiteOpened)
    key = seed.to_bytes(32, "big")
    in_bag = [kind for kind in sorted(site.pool) for _ in range(site.pool[kind] - site.tiles.count(kind))]
    order = _shuffled(key, "amphipolis/bag", in_bag)
    draws = [*events, *(event for step in match(seats, seed) for event in step.events)]
    drawn = [tile for event in draws if isinstance(event, TilesDrawn) for tile in event.tiles]
    assert drawn == order[: len(drawn)]
    in_pool = [kind for kind in sorted(site.pool) for _ in range(site.pool[kind])]
    places = [_shuffled(key, "amphipolis/setup", in_pool).index(tile) for tile in site.tiles]
    assert places == sorted(places)
    assert site.first_seat == next(_numbers(key, "order", iter([seats])))


def _numbers(key: bytes, label: str, bounds: Iterator[int]) -> Iterator[int]:
    words = _words(key, label)
    for bound in bounds:
        word = next(words)
        while word >= 2**64 // bound * bound:
            word = next(words)
        yield word % bound


def _words(key: bytes, label: str) -> Iterator[int]:
    number = 0
    while True:
        block = hmac.digest(key, f"{label}/{number}".encode(), "sha256")
        yield from (int.from_bytes(block[start : start + 8], "big") for start in (0, 8, 16, 24))
        number += 1


def _shuffled(key: bytes, label: str, items: list[str]) -> list[str]:
    order = list(items)
    places = range(len(order) - 1, 0, -1)
    for place, chosen in zip(places, _numbers(key, label, iter([place + 1 for place in places])), strict=True):
        order[place], order[chosen] = order[chosen], order[place]
    return order


@settings(max_examples=30, deadline=None)
@given(SEATS, SEEDS)
def test_turns_are_numbered_and_go_round_the_seats_in_play(seats: int, seed: int) -> None:
    """AMP-TURN."""
    _, events, state = opened(seats, seed)
    draws = [event for step in match(seats, seed) for event in step.events if isinstance(event, TilesDrawn)]
    draws = [event for event in events if isinstance(event, TilesDrawn)] + draws
    assert [event.turn for event in draws] == list(range(1, len(draws) + 1))
    assert [event.seat for event in draws] == [(state.first_seat + turn) % seats for turn in range(len(draws))]
