from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from clio.bots.bot import NoSuchBotError
from clio.bots.local_match import play_local_match
from clio.bots.registry import new_bot
from clio.bots.search.budget import Budget
from clio.bots.search.tree_search import apply_move, search
from clio.bots.search_bot import SearchBot, _model
from clio.games.akros.board import ENVIRONMENTS
from clio.games.akros.game import GAME as AKROS
from clio.games.akros.moves import Place
from clio.games.akrotiri.game import GAME as AKROTIRI
from clio.games.akrotiri.moves import Excavate
from clio.games.akrotiri.state import State
from clio.games.amphipolis.moves import Take
from clio.games.amphipolis.state import bag_contents, bag_items
from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.unit.akros.table import CHANCE, JINN, START, after, facts, stacks
from tests.unit.akrotiri.table import table as akrotiri_table
from tests.unit.akrotiri.test_excavation import DIGGER, EXAMPLE
from tests.unit.amphipolis.table import table as amphipolis_table

SEATS = [(game, seats) for game in GAMES for seats in GAMES[game].seats]


def _positions(game: str, seats: int, every: int) -> list[Any]:
    """States of a match of random moves, from its beginning to its end."""
    rules, rng = GAMES[game], Random(f"{game}/{seats}")
    chance = Chance(rng.randbytes(32))
    chosen = {option.name: option.default for option in rules.options}
    state: Any = None
    for event in rules.setup(chosen, seats, chance):
        state = rules.evolve(state, event)
    states = []
    while to_move := rules.to_move(state):
        states.append(state)
        move = rng.choice(rules.legal_moves(state, to_move[0]))
        events = rules.decide(state, to_move[0], move, chance)
        assert not isinstance(events, Rejection)
        for event in events:
            state = rules.evolve(state, event)
    return states[::every]


def _searched(game: str, state: Any, seat: int, iterations: int) -> Any:
    return search(_model(game), state, seat, Random(1), is_time_up=Budget(iterations=iterations).clock())


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_a_searching_bot_plays_whole_matches_of_every_game(game: str, seats: int) -> None:
    bots = [new_bot("search:2it", game, Random(seat)) for seat in range(seats)]
    ended = play_local_match(GAMES[game], bots, Random(3))
    assert len(ended.outcome.scores) >= seats
    assert all(thinking.moves for thinking in ended.thinking)


def test_a_searching_bot_plays_the_variant_with_open_goals() -> None:
    bots = [new_bot("search:2it", "akrotiri", Random(seat)) for seat in range(2)]
    assert play_local_match(AKROTIRI, bots, Random(4), {"variant": "strategist"}).outcome.winners


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_iterations_give_the_same_match(game: str) -> None:
    def totals(seed: int) -> list[int]:
        bots = [new_bot("search:3it", game, Random(seed)), new_bot("random", game, Random(2))]
        return [score.total for score in play_local_match(GAMES[game], bots, Random(5)).outcome.scores]

    assert totals(1) == totals(1)


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_an_determinized_world_is_whole_and_looks_to_the_seat_as_the_real_one_does(game: str, seats: int) -> None:
    rules, model, rng = GAMES[game], _model(game), Random(6)
    for state in _positions(game, seats, every=9):
        for seat in range(seats):
            text = rules.format_position(state, seat)
            determinized, _ = model.determinize(rules.parse_position(text), seat, rng)
            whole = rules.format_position(determinized, EVERYTHING)
            assert rules.format_position(determinized, seat) == text
            assert "?" not in whole
            assert rules.parse_position(whole) == determinized


@pytest.mark.parametrize("game", GAMES)
def test_an_determinized_world_is_played_to_its_end_with_each_component_there_once(game: str) -> None:
    rules, model, rng = GAMES[game], _model(game), Random(7)
    for state in _positions(game, 2, every=15)[:4]:
        seat = rules.to_move(state)[0]
        determinized, chance = model.determinize(rules.parse_position(rules.format_position(state, seat)), seat, rng)
        while to_move := rules.to_move(determinized):
            move = rng.choice(rules.legal_moves(determinized, to_move[0]))
            determinized = apply_move(model, determinized, to_move[0], move, chance)
        # A tile drawn twice, or drawn though it lay open, could not have been laid and counted.
        assert rules.parse_position(rules.format_position(determinized, EVERYTHING)) == determinized
        if game == "akrotiri":
            _assert_nothing_is_there_twice(determinized)


def _assert_nothing_is_there_twice(state: State) -> None:
    hands = [player.tile for player in state.players if player.tile]
    tiles = [*(placed.tile for placed in state.archipelago.tiles.values()), *hands, *state.discards]
    cards = [*(temple.card for temple in state.temples), *(card for player in state.players for card in player.maps)]
    goals = [goal for player in state.players for goal in player.shown_goals]
    for things in (tiles, cards, goals):
        assert len(things) == len(set(things))


def test_what_comes_out_of_an_determinized_bag_is_what_nobody_has_seen_yet() -> None:
    for state in _positions("amphipolis", 2, every=5):
        _, chance = _model("amphipolis").determinize(state, 0, Random(1))
        whole = bag_items(state.seats, state.opening)
        order = chance.shuffle("amphipolis/bag", whole)
        assert Counter(order) == Counter(whole)
        assert Counter(order[state.drawn :]) == Counter(bag_contents(state))
    for state in _positions("akros", 2, every=5):
        _, chance = _model("akros").determinize(state, 0, Random(1))
        order = chance.shuffle("akros/bag", state.board.bag)
        assert Counter(order) == Counter(state.board.bag)
        assert [order[-sum(state.unseen) :].count(tile) for tile in ENVIRONMENTS] == list(state.unseen)


def test_what_the_other_hand_holds_is_determinized_in_more_than_one_way() -> None:
    state = next(state for state in _positions("akrotiri", 2, every=1) if state.turn >= 2)
    known = AKROTIRI.parse_position(AKROTIRI.format_position(state, 0))
    worlds = [_model("akrotiri").determinize(known, 0, Random(seed))[0] for seed in range(30)]
    assert len({world.players[1].maps for world in worlds}) > 5
    assert len({world.players[1].secret_goals for world in worlds}) > 3
    assert {world.players[0] for world in worlds} == {state.players[0]}


def test_a_tile_drawn_before_the_discards_were_shuffled_is_known_by_what_is_missing() -> None:
    states = _positions("akrotiri", 2, every=1)
    held = [
        (state, seat)
        for state in states
        for seat in (0, 1)
        if state.pile.shuffle > 1 and (tile := state.players[seat].tile) and tile not in state.pile.content
    ]
    assert held
    for state, seat in held:
        known = AKROTIRI.parse_position(AKROTIRI.format_position(state, 1 - seat))
        world, _ = _model("akrotiri").determinize(known, 1 - seat, Random(1))
        assert world.players[seat].tile == state.players[seat].tile


def test_it_finds_the_placement_that_wins_akros() -> None:
    state = replace(START, turn=9, jinn_tile="sea", stacks=stacks({3: 3, 6: 1, 11: 2}))
    winning = []
    for move in AKROS.legal_moves(state, JINN):
        outcome = AKROS.outcome(after(state, facts(state, JINN, move, CHANCE)))
        if outcome is not None and outcome.winners == (JINN,):
            winning.append(move)
    assert winning == [Place(4, 3), Place(13, 3)]
    assert len(AKROS.legal_moves(state, JINN)) == 16
    assert _searched("akros", state, JINN, 100) in winning


def test_it_takes_the_mosaics_that_win_amphipolis_while_it_can() -> None:
    held = [{"mosaic-red": 2}, {"mosaic-green": 1}]
    site = {"mosaic-red": 2, "mosaic-green": 2, "amphora-red": 2}
    state = amphipolis_table(held=held, site=site, entrance=15)
    assert _searched("amphipolis", state, 0, 60) == Take("mosaics", ("mosaic-red", "mosaic-red"))


def test_it_digs_the_temple_that_wins_akrotiri_in_the_last_round() -> None:
    state = akrotiri_table(*EXAMPLE, me=DIGGER, last_round=True, actions=1)
    assert isinstance(_searched("akrotiri", state, 0, 20), Excavate)


def test_a_time_to_think_is_kept() -> None:
    clock = Budget(seconds=0.01).clock()
    while not clock():
        pass
    assert clock()
    spent = Budget(iterations=3).clock()
    assert [spent(), spent(), spent()] == [False, False, True]


@pytest.mark.parametrize(
    "kind", ["search:", "search:x", "search:0", "search:-1", "search:0it", "search:nan", "searchs"]
)
def test_a_budget_that_means_nothing_is_refused(kind: str) -> None:
    if kind == "search:":
        assert isinstance(new_bot(kind, "akros", Random(1)), SearchBot)
        return
    with pytest.raises(NoSuchBotError):
        new_bot(kind, "akros", Random(1))


def test_a_game_without_a_search_model_has_no_searching_bot() -> None:
    with pytest.raises(NoSuchBotError, match="chess"):
        new_bot("search", "chess", Random(1))
