from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.kernel.rejection import Rejection
from tests.unit.akrotiri.table import CHAIN, CHANCE, Lay, moves, play, player, refusal, table

LOADED = player(cargo=("blue",))
AWAY = player(boat=10)
"""The other boat, out of the way."""


def test_a_boat_sails_any_distance_along_one_network() -> None:
    """AKT-MOVE-SEA."""
    state = table(("x1-lake", (1, 0)), ("x1-tree", (-2, -1)), me=LOADED)
    assert moves(state, "sail") == {"sail d3", "sail d4", "sail d5", "sail d6"}
    after = play(state, "sail d6")
    assert (after.mover.boat, after.actions, after.free_move) == (6, 2, False)


def test_a_boat_does_not_sail_where_no_route_leads() -> None:
    """AKT-MOVE-SEA."""
    state = table(*CHAIN, other=AWAY)
    assert refusal(state, "sail d3") == "AKT-MOVE-SEA"
    assert refusal(state, "sail d1") == "AKT-MOVE-SEA"
    assert refusal(state, "sail d99") == "AKT-MOVE-SEA"


def test_a_boat_passes_other_boats_and_docks_at_sea() -> None:
    """AKT-MOVE-SEA: the route to d5 leads past d3 where the other boat lies."""
    state = table(("x1-lake", (1, 0)), ("x1-tree", (2, 0)), me=LOADED, other=player(boat=3))
    assert "sail d6" in moves(state)


def test_a_boat_is_carried_between_docks_of_one_island() -> None:
    """AKT-MOVE-PORTAGE."""
    state = table(*CHAIN, me=replace(LOADED, boat=4), other=AWAY)
    assert moves(state, "portage") == {"portage d3"}
    assert refusal(state, "portage d5") == "AKT-MOVE-PORTAGE"
    after = play(state, "portage d3")
    assert (after.mover.boat, after.actions) == (3, 2)
    assert moves(after, "sail") == {"sail d5", "sail d6", "sail d8"}


def test_the_two_docks_of_thera_are_a_portage_apart() -> None:
    """AKT-MOVE-PORTAGE."""
    state = table(*CHAIN, other=AWAY)
    assert "portage d2" in moves(state)


def test_a_boat_never_stops_where_the_other_lies() -> None:
    """AKT-MOVE-OCCUPIED."""
    state = table(("x1-lake", (1, 0)), other=player(boat=3))
    assert refusal(state, "sail d3") == "AKT-MOVE-OCCUPIED"
    assert refusal(table(), "portage d2") == "AKT-MOVE-OCCUPIED"


def test_an_empty_boat_moves_twice_with_one_action_in_any_mix() -> None:
    """AKT-MOVE-EMPTY."""
    state = play(table(*CHAIN, other=AWAY), "sail d4")
    assert (state.actions, state.free_move) == (2, True)
    state = play(state, "portage d3")
    assert (state.actions, state.free_move) == (2, False)
    state = play(state, "sail d8", "portage d7")
    assert (state.actions, state.free_move) == (1, False)


def test_the_second_move_is_left_even_after_the_last_action() -> None:
    """AKT-MOVE-EMPTY."""
    state = play(table(*CHAIN, other=AWAY, actions=1), "sail d4")
    assert state.actions == 0
    assert moves(state, "portage") == {"portage d3"}
    assert moves(play(state, "portage d3")) == {"end"}


def test_a_loaded_boat_moves_once_with_an_action() -> None:
    """AKT-MOVE-EMPTY."""
    state = play(table(*CHAIN, me=LOADED, other=AWAY, actions=1), "sail d4")
    assert refusal(state, "portage d3") == "AKT-ACTIONS"


def test_anything_but_a_move_gives_up_the_second_move() -> None:
    """AKT-MOVE-DECLARED."""
    state = play(table(*CHAIN, other=AWAY, actions=2), "sail d4", "oracle tree")
    assert (state.actions, state.free_move) == (0, False)
    assert refusal(state, "portage d3") == "AKT-ACTIONS"


def test_a_boat_emptied_after_its_move_has_no_second_move() -> None:
    """AKT-MOVE-DECLARED: empty is judged when the action begins."""
    state = play(table(*CHAIN, me=LOADED, other=AWAY, actions=1), "sail d4", "unload blue")
    assert state.mover.cargo == ()
    assert refusal(state, "portage d3") == "AKT-ACTIONS"


def test_an_empty_boat_passes_the_other_ones_dock_with_its_two_moves() -> None:
    """AKT-MOVE-PASS: by sea to d4, where the other boat lies, and on to d3 by portage."""
    state = table(*CHAIN, other=player(boat=4), actions=1)
    assert refusal(state, "sail d4") == "AKT-MOVE-OCCUPIED"
    assert moves(state, "pass") == {"pass d4 portage d3"}
    after = play(state, "pass d4 portage d3")
    assert (after.mover.boat, after.actions, after.free_move) == (3, 0, False)


def test_a_loaded_boat_pays_two_actions_to_pass() -> None:
    """AKT-MOVE-PASS."""
    state = table(*CHAIN, me=LOADED, other=player(boat=4), actions=2)
    assert play(state, "pass d4 portage d3").actions == 0
    assert refusal(replace(state, actions=1), "pass d4 portage d3") == "AKT-MOVE-PASS"


def test_a_boat_may_come_to_the_other_by_portage_and_go_on_by_sea() -> None:
    """AKT-MOVE-PASS."""
    state = table(*CHAIN, me=player(boat=4), other=player(boat=3))
    assert moves(state, "pass") == {"pass d3 sail d5", "pass d3 sail d6", "pass d3 sail d8"}
    assert play(state, "pass d3 sail d8").mover.boat == 8


def test_passing_leads_through_the_other_boats_dock_only_and_to_another_dock() -> None:
    """AKT-MOVE-PASS."""
    state = table(*CHAIN, me=player(boat=4), other=player(boat=3))
    assert refusal(state, "pass d5 sail d8") == "AKT-MOVE-PASS"
    assert refusal(state, "pass d3 sail d9") == "AKT-MOVE-SEA"
    assert refusal(state, "pass d3 portage d4") == "AKT-MOVE-SEA"
    assert refusal(table(*CHAIN, me=player(boat=9), other=player(boat=3)), "pass d3 sail d5") == "AKT-MOVE-PORTAGE"


def test_passing_takes_a_whole_action_even_with_a_move_left() -> None:
    """AKT-MOVE-PASS: the two moves belong to one action."""
    state = replace(table(*CHAIN, other=player(boat=4), actions=0), free_move=True)
    assert refusal(state, "pass d4 portage d3") == "AKT-MOVE-PASS"


def test_a_tile_that_joins_networks_leaves_the_boats_at_their_docks() -> None:
    """AKT-MOVE-DOCKS."""
    lay: tuple[Lay, ...] = (*CHAIN, ("x2-lake", (1, 1)), ("x2-volcano", (0, 1)))
    state = table(*lay, me=player(boat=5, tile="x2-tree"), other=player(boat=9), step="tile")
    assert state.archipelago.network_of_dock(5).id != state.archipelago.network_of_dock(1).id
    after = play(state, "tile 2,1 r0", "cube blue se")
    assert [each.boat for each in after.players] == [5, 9]
    assert after.archipelago.network_of_dock(5).id == after.archipelago.network_of_dock(1).id
    assert "sail d1" in moves(after)


def test_no_action_left_means_no_move() -> None:
    """AKT-ACTIONS."""
    assert refusal(table(*CHAIN, other=AWAY, actions=0), "sail d4") == "AKT-ACTIONS"


def test_the_other_seat_does_not_move_out_of_turn() -> None:
    """AKT-TURN."""
    state = table(*CHAIN)
    refused = GAME.decide(state, 1, GAME.parse_move("end"), CHANCE)  # type: ignore[arg-type]
    assert isinstance(refused, Rejection)
    assert refused.rule == "AKT-TURN"
    assert GAME.legal_moves(state, 1) == ()


def test_a_free_move_that_is_left_ends_with_the_turn() -> None:
    """AKT-MOVE-EMPTY: the second move belongs to the action that paid for it."""
    moved = play(table(*CHAIN, other=AWAY, actions=1), "sail d4")
    assert (moved.actions, moved.free_move) == (0, True)
    ended = play(moved, "end")
    assert (ended.seat, ended.free_move) == (1, False)
