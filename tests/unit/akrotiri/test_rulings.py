"""What the rules versions decide differently: each ruling before and after."""

from msgspec.structs import replace

from clio.games.akrotiri.events import TileDrawn, TilesReshuffled
from clio.games.akrotiri.game import GAME, Akrotiri
from clio.games.akrotiri.state import State, TilePile
from clio.kernel.rejection import Rejection
from tests.unit.akrotiri.table import BOX, CHAIN, CHANCE, moves, player, table

BEFORE, AFTER = GAME.under("1"), GAME.under("2")
TILES = tuple(sorted(BOX.tiles))


def _after(game: Akrotiri, state: State, *lines: str) -> State:
    for line in lines:
        move = game.parse_move(line)
        assert not isinstance(move, Rejection)
        assert move in game.legal_moves(state, state.seat), line
        facts = game.decide(state, state.seat, move, CHANCE)
        assert not isinstance(facts, Rejection), facts
        for fact in facts:
            state = game.evolve(state, fact)
    return state


def _ended(game: Akrotiri, state: State) -> tuple[object, ...]:
    facts = game.decide(state, state.seat, game.moves[-1](), CHANCE)  # type: ignore[arg-type]
    assert not isinstance(facts, Rejection)
    return facts


def _boat(state: State) -> tuple[int, int, bool]:
    return state.mover.boat, state.actions, state.free_move


def test_a_free_move_pays_half_of_passing_a_taken_dock() -> None:
    """AKT-MOVE-PASS: three moves for two actions, so one is left of the second."""
    state = table(*CHAIN, me=player(boat=1), other=player(boat=4))
    lines = ("portage d2", "pass d4 portage d3")
    assert _boat(_after(BEFORE, state, *lines)) == (3, 1, False)
    assert _boat(_after(AFTER, state, *lines)) == (3, 1, True)
    assert moves(_after(AFTER, state, *lines), "sail") == {"sail d5", "sail d6", "sail d8"}


def test_the_move_left_by_a_pass_is_used_up_by_the_next_move() -> None:
    """AKT-MOVE-PASS."""
    state = table(*CHAIN, me=player(boat=1), other=player(boat=4), actions=2)
    lines = ("portage d2", "pass d4 portage d3", "sail d8")
    assert _boat(_after(AFTER, state, *lines)) == (8, 0, False)


def test_a_pass_with_a_free_move_still_takes_an_action() -> None:
    """AKT-MOVE-PASS."""
    state = replace(table(*CHAIN, other=player(boat=4), actions=0), free_move=True)
    assert moves(state, "pass") == set()


def test_a_pass_without_a_free_move_leaves_none() -> None:
    """AKT-MOVE-PASS: both moves of the action are used."""
    state = table(*CHAIN, other=player(boat=4), actions=1)
    for game in (BEFORE, AFTER):
        assert _boat(_after(game, state, "pass d4 portage d3")) == (3, 0, False)


def test_a_loaded_boat_passes_for_two_actions_in_both_versions() -> None:
    """AKT-MOVE-PASS."""
    state = table(*CHAIN, me=player(cargo=("blue",)), other=player(boat=4), actions=3)
    for game in (BEFORE, AFTER):
        assert _boat(_after(game, state, "pass d4 portage d3")) == (3, 1, False)


def test_a_pile_emptied_by_the_draw_is_refilled_at_the_end_of_that_turn() -> None:
    """AKT-RESHUFFLE: the next player's oracle has a pile."""
    state = table(other=player(boat=2, tile=None), pile=TilePile(1, TILES, 35), discards=TILES[4:6])
    before, after = (_after(game, state, "end") for game in (BEFORE, AFTER))
    assert (before.pile.left, before.discards, moves(before, "oracle")) == (0, TILES[4:6], set())
    assert (after.pile, after.discards) == (TilePile(2, TILES[4:6], 0), ())
    assert moves(after, "oracle")
    assert isinstance(_ended(AFTER, state)[0], TileDrawn)
    assert _ended(AFTER, state)[1] == TilesReshuffled(shuffle=2, tiles=dict.fromkeys(TILES[4:6], 1))


def test_a_pile_emptied_by_the_oracle_is_refilled_at_the_end_of_that_turn() -> None:
    """AKT-RESHUFFLE: the player has a tile and draws none."""
    lakes = tuple(tile for tile in TILES if tile.endswith("lake"))
    state = table(other=player(boat=2, tile=None), pile=TilePile(4, lakes, 6))
    before, after = (_after(game, state, "oracle tree", "end") for game in (BEFORE, AFTER))
    assert (before.pile.left, len(before.discards), moves(before, "oracle")) == (0, 2, set())
    assert (after.pile.shuffle, after.pile.left, after.pile.drawn, after.discards) == (5, 2, 0, ())
    assert moves(after, "oracle")


def test_a_pile_that_was_empty_before_the_draw_is_refilled_once() -> None:
    """AKT-RESHUFFLE: discards of one tile give a pile that the draw empties again, and nothing is left to shuffle."""
    state = table(pile=TilePile(1, TILES, 36), discards=TILES[:1])
    for game in (BEFORE, AFTER):
        assert [type(fact) for fact in _ended(game, state)[:2]] == [TilesReshuffled, TileDrawn]
        after = _after(game, state, "end")
        assert (after.pile, after.discards) == (TilePile(2, TILES[:1], 1), ())


def test_a_pile_without_discards_stays_empty() -> None:
    """AKT-RESHUFFLE."""
    state = table(pile=TilePile(1, TILES, 35))
    assert _after(AFTER, state, "end").pile == TilePile(1, TILES, 36)


def test_the_last_turn_of_a_match_refills_nothing() -> None:
    """AKT-RESHUFFLE, AKT-LAST-ROUND."""
    state = table(first_seat=1, last_round=True, pile=TilePile(1, TILES, 36), discards=TILES[:3])
    after = _after(AFTER, state, "end")
    assert (after.step, after.discards) == ("over", TILES[:3])


def test_the_current_rules_are_version_2_and_version_1_stays_available() -> None:
    assert (GAME.rules_version, GAME.earlier_rules) == ("2", ("1",))
    assert [game.rules_version for game in (BEFORE, AFTER, GAME.under("3"))] == ["1", "2", "2"]
    assert BEFORE.under("2") is AFTER
