from hashlib import sha256

import pytest

from clio.games.akrotiri.events import GoalDrawn, MapDrawn, TableLaid, TileDrawn
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.state import State
from clio.kernel.integrity.chance import Chance
from tests.unit.akrotiri.table import BOX, facts_of, moves, opened, options, play, refusal, until


def test_akrotiri_is_for_two() -> None:
    """AKT-SEATS."""
    assert GAME.seats == (2,)


def test_everybody_starts_with_two_drachmas_and_the_market_is_full() -> None:
    """AKT-SETUP-START."""
    state = opened()
    assert [player.drachmas for player in state.players] == [2, 2]
    assert set(state.market.values()) == {8}
    assert state.archipelago == BOX.thera
    assert [BOX.temples - player.temples for player in state.players] == [6, 6]


def test_chance_names_the_first_player() -> None:
    """AKT-SETUP-FIRST."""
    seats = {opened(Chance(sha256(bytes([seed])).digest())).first_seat for seed in range(20)}
    assert seats == {0, 1}
    chance = Chance(b"x" * 32)
    assert opened(chance).first_seat == chance.below("order", 2)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_option_names_the_first_player(seat: int) -> None:
    """AKT-SETUP-FIRST."""
    state = opened(first_seat=str(seat))
    assert state.first_seat == seat
    assert GAME.to_move(state) == (seat,)


def test_the_setup_shows_what_every_pile_was_shuffled_from() -> None:
    laid = GAME.setup(options(), 2, Chance(b"x" * 32))[0]
    assert isinstance(laid, TableLaid)
    assert laid.tiles == dict.fromkeys(BOX.tiles, 1)
    assert laid.easy == dict.fromkeys(BOX.decks["easy"], 1)
    assert laid.goals == dict.fromkeys(BOX.goals, 1)


def test_the_tiles_of_the_setup_come_from_the_top_of_the_pile() -> None:
    """AKT-SETUP-TILES."""
    chance = Chance(b"x" * 32)
    order = chance.shuffle("akrotiri/tiles", tuple(sorted(BOX.tiles)))
    state = opened(chance)
    assert (state.mover.tile, state.pile.drawn) == (order[0], 1)
    second = play(state, *_first_turns(state, chance), chance=chance)
    assert (second.seat, second.mover.tile, second.pile.drawn) == (state.second_seat, order[1], 2)
    dealt = until(until(second, "goal", chance=chance), "tile", chance=chance)
    assert [dealt.players[seat].tile for seat in (dealt.first_seat, dealt.second_seat)] == list(order[2:4])
    assert dealt.pile.drawn == 4


def _first_turns(state: State, chance: Chance) -> list[str]:
    """The first listed moves until the other seat has the turn."""
    lines, seat = [], state.seat
    while state.seat == seat:
        lines.append(min(moves(state)))
        state = play(state, lines[-1], chance=chance)
    return lines


def test_first_one_then_the_other_plays_a_tile_with_two_cubes() -> None:
    """AKT-SETUP-TILES."""
    state = until(opened(first_seat="1"), "cube")
    assert (state.turn, state.seat, len(state.cubes)) == (0, 1, 1)
    state = play(state, min(moves(state)))
    assert (state.seat, state.step, len(state.cubes)) == (0, "tile", 2)
    assert state.players[0].tile is not None
    assert state.players[1].tile is None
    state = play(until(state, "cube"), min(moves(until(state, "cube"))))
    assert (state.step, len(state.archipelago.tiles), len(state.cubes)) == ("goal", 2, 4)


def test_each_player_is_dealt_an_easy_and_a_medium_map() -> None:
    """AKT-SETUP-MAPS."""
    state = until(opened(), "goal")
    for player in state.players:
        assert sorted(BOX.maps[card].difficulty for card in player.maps) == ["easy", "medium"]
    assert state.map_piles == {"easy": 10, "medium": 10, "hard": 12}


def test_each_player_keeps_one_of_two_goal_cards() -> None:
    """AKT-SETUP-GOALS."""
    state = until(opened(), "goal")
    assert state.seat == state.first_seat
    assert [len(player.choice) for player in state.players] == [2, 2]
    kept, left = state.mover.choice
    assert refusal(state, "keep " + next(goal for goal in BOX.goals if goal not in (kept, left))) == "AKT-SETUP-GOALS"
    state = play(state, f"keep {kept}")
    assert state.players[state.first_seat].secret_goals == (kept,)
    assert state.goal_pile == 9
    assert state.seat == state.second_seat
    state = play(state, f"keep {state.mover.choice[1]}")
    assert (state.step, state.goal_pile) == ("dock", 10)


def test_boats_start_at_different_docks_of_thera_and_the_first_player_chooses_first() -> None:
    """AKT-SETUP-BOATS."""
    state = until(opened(), "dock")
    assert state.seat == state.first_seat
    assert moves(state) == {"dock d1", "dock d2"}
    assert refusal(state, "dock d3") == "AKT-SETUP-BOATS"
    state = play(state, "dock d2")
    assert moves(state) == {"dock d1"}
    assert refusal(state, "dock d2") == "AKT-SETUP-BOATS"


def test_then_both_draw_a_tile_and_the_first_turn_begins() -> None:
    """AKT-SETUP-HAND."""
    state = until(opened(), "dock")
    state = play(state, "dock d1", "dock d2")
    assert [player.tile is not None for player in state.players] == [True, True]
    assert state.pile.drawn == 4
    assert (state.turn, state.seat, state.step) == (1, state.first_seat, "tile")


def test_a_goal_card_at_the_bottom_is_never_drawn_again() -> None:
    """AKT-SETUP-GOALS."""
    draws_in_setup, bonuses = 4, sum(square.bonus == "goal" for square in BOX.track)
    assert draws_in_setup + 2 * 2 * bonuses == len(BOX.goals)


def test_cards_are_dealt_in_the_order_of_play_from_the_top_of_each_deck() -> None:
    chance = Chance(b"y" * 32)
    state = until(opened(chance, first_seat="1"), "tile", chance=chance)
    while state.step != "goal":
        line = min(moves(state))
        facts = facts_of(state, line) if state.step == "cube" else ()
        state = play(state, line, chance=chance)
    assert facts
    order = chance.shuffle("akrotiri/maps/easy", BOX.decks["easy"])
    assert order[0] in state.players[1].maps
    assert order[1] in state.players[0].maps
    goals = chance.shuffle("akrotiri/goals", tuple(BOX.goals))
    assert state.players[1].choice == goals[:2]
    assert state.players[0].choice == goals[2:4]


def test_draws_are_sealed_for_their_owner() -> None:
    """AKT-SECRETS."""
    assert (TileDrawn.SEALED, MapDrawn.SEALED, GoalDrawn.SEALED) == (("tile",), ("card",), ("goal",))


def test_no_step_but_the_actions_starts_with_actions() -> None:
    """AKT-SETUP-TILES, AKT-ACTIONS."""
    state = opened()
    while state.turn < 3:
        assert bool(state.actions) == (state.step == "actions"), state.step
        state = play(state, min(moves(state)) if state.step != "actions" else "end")
