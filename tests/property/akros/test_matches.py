from collections import Counter
from collections.abc import Sequence
from itertools import count, product

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from clio.games.akros.events import BagRemoved, TilesDrawn
from clio.games.akros.game import GAME
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.state import State
from clio.kernel.game import EVERYTHING, SPECTATOR, GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.property.akros import naive

ENVIRONMENTS = ("forest", "mountain", "sea")
STEPS = {
    "jinn-keeps": "jinn keeps",
    "ifrit-keeps": "ifrit keeps",
    "ifrit-places": "ifrit places",
    "jinn-places": "jinn places",
    "over": "over",
}
SEEDS = st.binary(min_size=32, max_size=32)
BOARDS = st.sampled_from(["standard", "full-hexagon"])
SIDES = st.sampled_from(["seat-0-jinn", "random"])


def _evolved(state: State | None, events: tuple[GameEvent, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def _decided(state: State, seat: int, move: Move, chance: Chance) -> tuple[GameEvent, ...]:
    events = GAME.decide(state, seat, move, chance)
    assert not isinstance(events, Rejection), events.sentence
    return events


def _chosen(moves: Sequence[Move], chance: Chance, number: int) -> Move:
    """Any of the moves, from a stream of the test's own."""
    return moves[chance.below(f"test/{number}", len(moves))]


def _match(seed: bytes, board: str, sides: str) -> list[tuple[State, tuple[GameEvent, ...]]]:
    """A match of random choices: each state with the facts that led to it."""
    chance = Chance(seed)
    events = GAME.setup({"board": board, "sides": sides}, 2, chance)
    state = _evolved(None, events)
    told = [(state, events)]
    while seats := GAME.to_move(state):
        move = _chosen(GAME.legal_moves(state, seats[0]), chance, len(told))
        events = _decided(state, seats[0], move, chance)
        state = _evolved(state, events)
        told.append((state, events))
    return told


@given(seed=SEEDS)
@settings(max_examples=40)
def test_a_match_agrees_with_the_naive_game_at_every_step(seed: bytes) -> None:
    chance = Chance(seed)
    state = _evolved(None, GAME.setup({"board": "standard", "sides": "seat-0-jinn"}, 2, chance))
    table = naive.start(chance)
    for number in count():
        if not (seats := GAME.to_move(state)):
            break
        moves = GAME.legal_moves(state, seats[0])
        lines = [GAME.format_move(move) for move in moves]
        assert len(set(lines)) == len(lines)
        assert set(lines) == table.choices()
        _assert_same(state, table)
        move = _chosen(moves, chance, number)
        state = _evolved(state, _decided(state, seats[0], move, chance))
        table = naive.play(table, GAME.format_move(move))
    _assert_same(state, table)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [state.side(seat) for seat in outcome.winners] == [table.winner()]


def _assert_same(state: State, table: naive.Table) -> None:
    assert STEPS[state.step()] == table.step
    assert state.turn == min(table.turn, 9)
    assert (list(state.jinn), list(state.ifrit)) == (sorted(table.jinn), sorted(table.ifrit))
    assert list(state.stacks) == [len(table.stacks[region]) for region in range(18)]
    assert (list(state.offer), state.jinn_tile or "", state.ifrit_tile or "") == (
        table.offer,
        table.jinn_tile,
        table.ifrit_tile,
    )
    assert [list(pile) for pile in state.temple] == list(table.temple.values())
    assert state.board.contested(state.ifrit) == tuple(region for region in range(18) if table.contested(region))
    assert [(found.jinn, found.ifrit) for found in GAME.view(state, SPECTATOR).dominions] == [
        table.sums(environment) for environment in ENVIRONMENTS
    ]
    assert state.bag == len(table.bag)


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=12)
def test_a_move_is_accepted_if_and_only_if_it_is_listed(seed: bytes, board: str, sides: str) -> None:
    rules = {rule.id for rule in GAME.rulebook.rules}
    chance = Chance(seed)
    for state, _ in _match(seed, board, sides):
        around = range(-1, state.board.size + 1)
        universe: list[Move] = [Keep(tile) for tile in (*ENVIRONMENTS, "lava", "")]
        universe += [Place(origin, target) for origin, target in product(around, around)]
        for seat in (0, 1):
            listed = GAME.legal_moves(state, seat)
            answers = [(move, GAME.decide(state, seat, move, chance)) for move in universe]
            accepted = [move for move, answer in answers if not isinstance(answer, Rejection)]
            assert sorted(accepted, key=repr) == sorted(listed, key=repr)
            refusals = [answer for _, answer in answers if isinstance(answer, Rejection)]
            assert {refusal.rule for refusal in refusals} <= rules
            assert all(refusal.sentence for refusal in refusals)


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=40)
def test_no_tile_and_no_servant_is_ever_made_or_lost(seed: bytes, board: str, sides: str) -> None:
    state: State | None = None
    for _, events in _match(seed, board, sides):
        for event in events:
            state = GAME.evolve(state, event)
            seen = GAME.view(state, SPECTATOR)
            tiles = Counter(seen.unseen) + Counter(seen.removed) + Counter(seen.offer)
            tiles += Counter(tile for tile in (seen.jinn_tile, seen.ifrit_tile) if tile is not None)
            tiles += Counter(tile for pile in seen.temple for tile in pile.tiles)
            for region in seen.regions:
                tiles[region.environment] += region.tiles
            assert tiles == {"forest": 6, "mountain": 7, "sea": 6}
            assert Counter(region.servant for region in seen.regions if region.servant) == {"jinn": 4, "ifrit": 4}


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=40)
def test_a_match_has_nine_turns_in_which_somebody_can_always_choose(seed: bytes, board: str, sides: str) -> None:
    match = _match(seed, board, sides)
    *before, (last, _) = match
    for state, _ in before:
        (seat,) = GAME.to_move(state)
        assert GAME.legal_moves(state, seat)
        assert GAME.outcome(state) is None
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert last.turn == 9
    assert [score.total for score in outcome.scores] == [
        sum(line.points for line in score.lines) for score in outcome.scores
    ]


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=40)
def test_every_move_and_position_comes_back_from_its_line(seed: bytes, board: str, sides: str) -> None:
    for state, _ in _match(seed, board, sides):
        assert GAME.parse_position(GAME.format_position(state, EVERYTHING)) == state
        for seat in GAME.to_move(state):
            for move in GAME.legal_moves(state, seat):
                assert GAME.parse_move(GAME.format_move(move)) == move


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=40)
def test_the_draws_are_the_shuffled_pool_and_one_tile_stays_unseen(seed: bytes, board: str, sides: str) -> None:
    events = [event for _, facts in _match(seed, board, sides) for event in facts]
    drawn = [tile for event in events if isinstance(event, TilesDrawn) for tile in event.tiles]
    order = Chance(seed).shuffle("akros/bag", ["forest"] * 6 + ["mountain"] * 7 + ["sea"] * 6)
    assert tuple(drawn) == order[:18]
    assert [event.tiles for event in events if isinstance(event, BagRemoved)] == [1]


@given(seed=SEEDS, board=BOARDS, sides=SIDES)
@settings(max_examples=20)
def test_a_match_replays_from_its_canonical_bytes_alone(seed: bytes, board: str, sides: str) -> None:
    match = _match(seed, board, sides)
    stored = [(type(event), canonical(event)) for _, events in match for event in events]
    replayed: State | None = None
    for kind, content in stored:
        replayed = GAME.evolve(replayed, msgspec.json.decode(content, type=kind))
    assert replayed == match[-1][0]


@given(text=st.text(max_size=40))
def test_no_text_breaks_the_notation(text: str) -> None:
    for line in (text, f"keep {text}", f"place {text}", f"akros {text}"):
        parsed = GAME.parse_move(line)
        assert isinstance(parsed, Rejection | Keep | Place)
        assert isinstance(GAME.parse_position(line), Rejection)
