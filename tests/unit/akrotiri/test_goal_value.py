"""What the bots expect of goal cards."""

import random

import pytest
from msgspec.structs import replace

from clio.bots.greedy.akrotiri import choose
from clio.bots.greedy.akrotiri_goal_value import GoalValue, ranked_goals
from clio.bots.greedy.akrotiri_placement import outlook, ranked_placements
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.moves import KeepGoal, PlayTile
from clio.games.akrotiri.state import State, Temple
from tests.unit.akrotiri.table import BOX, CHAIN, player, table

NEAR, ONE_AWAY, TWO_AWAY = ((1, 0), "nw"), ((2, 0), "nw"), ((4, 0), "nw")
"""Corners of islands that no portage, one and two lead to."""


def _holding(goal: str, **changes: object) -> State:
    return table(*CHAIN, me=player(secret_goals=(goal,)), **changes)


@pytest.mark.parametrize("goal", sorted(BOX.goals))
@pytest.mark.parametrize("number", range(3))
def test_a_temple_is_expected_to_gain_what_it_then_scores(goal: str, number: int) -> None:
    """Every goal card, on every island with a dock, beside a temple that stands."""
    state = _holding(goal, temples=(Temple(0, "easy-1", 3, 0, "ne"),))
    value = GoalValue(state, 0)
    for island in list(state.archipelago.islands.regions.values())[number::3]:
        for quadrant in state.archipelago.sites_of(island):
            column, row = quadrant
            cell, corner = (column >> 1, row >> 1), [["nw", "ne"], ["sw", "se"]][row & 1][column & 1]
            after = replace(state, temples=(*state.temples, Temple(0, "easy-2", *cell, corner)))  # type: ignore[arg-type]
            scored = [
                COUNTS[goal](survey(state.archipelago, each.temples)) * BOX.goals[goal].points
                for each in (state, after)
            ]
            assert value.now == scored[0]
            assert value.gain(island, quadrant) == scored[1] - scored[0], (goal, cell, corner)


@pytest.mark.parametrize(("goal", "gains"), [("one-portage", [0, 3, 0]), ("far-portage", [0, 0, 6])])
def test_goal_cards_that_count_portages_are_valued(goal: str, gains: list[int]) -> None:
    state = _holding(goal)
    value = GoalValue(state, 0)
    assert value.counts_portages
    islands = [
        state.archipelago.islands.regions[state.archipelago.island_at(*spot)] for spot in (NEAR, ONE_AWAY, TWO_AWAY)
    ]  # type: ignore[arg-type]
    distances = portages_from_thera(state.archipelago)
    assert [distances[island.id] for island in islands] == [0, 1, 2]
    assert [value.best_gain(island, list(state.archipelago.sites_of(island))) for island in islands] == gains


def test_an_island_that_a_goal_card_rewards_is_worth_more_than_a_near_one() -> None:
    """The same map in hand, with and without the goal card."""
    cards = {"maps": ("easy-1",), "drachmas": 9}
    aware = table(*CHAIN, me=player(secret_goals=("far-portage",), **cards))
    blind = table(*CHAIN, me=player(secret_goals=(), **cards))
    assert outlook(aware, 0) > outlook(blind, 0)


def test_a_seat_with_a_portage_goal_places_tiles_farther_from_thera() -> None:
    """Over the tiles of one terrain: the chosen placements leave islands more portages away."""

    def portages(goal: str) -> int:
        total = 0
        for tile in sorted(tile for tile in BOX.tiles if tile.endswith("volcano")):
            state = table(*CHAIN[:2], me=player(tile=tile, secret_goals=(goal,)), step="tile")
            moves = GAME.legal_moves(state, 0)
            best = ranked_placements(state, 0, moves, random.Random(1), 12)[0]
            grown = BOX.map_with(state.archipelago, (best.x, best.y), tile, best.rotation)
            total += sum(portages_from_thera(grown).values())
        return total

    assert portages("far-portage") > portages("quadrants")


def test_a_placement_that_spoils_a_scoring_temple_is_avoided() -> None:
    """The temple lies two portages from Thera; a tile that opens a route to it would cost 6 points."""
    temple = Temple(0, "easy-1", 4, 0, "nw")
    state = _holding("far-portage", temples=(temple,), step="tile")
    state = replace(state, players=(replace(state.players[0], tile="x2-lake"), state.players[1]))
    move = choose(state, 0, GAME.legal_moves(state, 0), random.Random(1))
    assert isinstance(move, PlayTile)
    after = replace(state, archipelago=BOX.map_with(state.archipelago, (move.x, move.y), "x2-lake", move.rotation))
    assert GoalValue(after, 0).now == 6


def test_a_goal_card_that_scores_already_is_kept() -> None:
    temples = (Temple(0, "easy-1", 4, 0, "nw"),)
    state = table(*CHAIN, temples=temples, me=player(choice=("quadrants", "far-portage"), temples=4), step="goal")
    assert ranked_goals(state, 0, GAME.legal_moves(state, 0))[0] == KeepGoal("far-portage")
    bare = replace(state, temples=())
    assert ranked_goals(bare, 0, GAME.legal_moves(bare, 0))[0] == KeepGoal("quadrants")
