from msgspec.structs import replace

from clio.games.akrotiri.events import OracleConsulted, TileDrawn, TilesReshuffled
from clio.games.akrotiri.state import TilePile
from tests.unit.akrotiri.table import BOX, CHANCE, facts_of, moves, play, player, refusal, table

TILES = tuple(sorted(BOX.tiles))
ORDER = CHANCE.shuffle("akrotiri/tiles", TILES)


def test_tiles_are_flipped_until_one_shows_the_terrain() -> None:
    """AKT-ORACLE."""
    state = table()
    for terrain in ("volcano", "lake", "tree", "mountain"):
        (fact,) = facts_of(state, f"oracle {terrain}")
        assert isinstance(fact, OracleConsulted)
        assert fact.flipped == ORDER[8 : 8 + len(fact.flipped)]
        assert fact.kept == fact.flipped[-1]
        assert [BOX.tiles[tile].terrain == terrain for tile in fact.flipped[:-1]] == [False] * (len(fact.flipped) - 1)
        assert BOX.tiles[fact.kept].terrain == terrain
        after = play(state, f"oracle {terrain}")
        assert after.mover.tile == fact.kept
        assert after.discards == fact.flipped[:-1]
        assert after.pile.drawn == 8 + len(fact.flipped)
        assert after.actions == 2


def test_the_oracle_answers_once_a_turn_for_an_action() -> None:
    """AKT-ORACLE."""
    assert refusal(play(table(), "oracle tree"), "oracle lake") == "AKT-ORACLE"
    assert refusal(table(actions=0), "oracle tree") == "AKT-ACTIONS"


def test_if_no_tile_shows_the_terrain_the_last_one_is_kept() -> None:
    """AKT-ORACLE."""
    lakes = tuple(tile for tile in TILES if tile.endswith("lake"))
    after = play(table(pile=TilePile(4, lakes, 6)), "oracle tree")
    assert after.pile.left == 0
    assert after.mover.tile == CHANCE.shuffle("akrotiri/tiles#4", lakes)[-1]
    assert len(after.discards) == 2


def test_the_tile_of_the_oracle_replaces_the_draw() -> None:
    """AKT-ORACLE."""
    state = play(table(), "oracle tree")
    drawn = state.pile.drawn
    after = play(state, "end")
    assert after.pile.drawn == drawn
    assert after.players[0].tile == state.players[0].tile


def test_the_oracle_needs_a_tile_in_the_pile() -> None:
    """AKT-ORACLE-PILE."""
    state = table(pile=TilePile(1, TILES, 36), discards=TILES[:3])
    assert moves(state, "oracle") == set()
    assert refusal(state, "oracle tree") == "AKT-ORACLE-PILE"


def test_the_pile_is_refilled_only_at_the_end_of_a_turn() -> None:
    """AKT-ORACLE-PILE."""
    state = table(pile=TilePile(1, TILES, 36), discards=TILES[:3])
    after = play(state, "end")
    assert after.pile == TilePile(2, TILES[:3], 1)


def test_discards_are_shuffled_into_a_new_pile_when_a_tile_is_to_be_drawn() -> None:
    """AKT-RESHUFFLE."""
    state = table(pile=TilePile(1, TILES, 36), discards=(TILES[5], TILES[2]))
    reshuffled, drawn = facts_of(state, "end")[:2]
    assert reshuffled == TilesReshuffled(shuffle=2, tiles={TILES[2]: 1, TILES[5]: 1})
    assert drawn == TileDrawn(seat=0, tile=CHANCE.shuffle("akrotiri/tiles#2", (TILES[2], TILES[5]))[0])
    assert play(state, "end").discards == ()


def test_a_pile_with_tiles_is_not_refilled() -> None:
    """AKT-RESHUFFLE."""
    state = table(pile=TilePile(1, TILES, 34), discards=(TILES[5],))
    after = play(state, "end")
    assert (after.pile.shuffle, after.pile.left, after.discards) == (1, 1, (TILES[5],))


def test_a_turn_ends_with_a_drawn_tile() -> None:
    """AKT-DRAW."""
    after = play(table(), "end")
    assert after.players[0].tile == ORDER[8]
    assert (after.seat, after.turn) == (1, 6)


def test_without_any_tile_a_player_begins_with_the_actions() -> None:
    """AKT-TILE-NONE."""
    state = table(pile=TilePile(1, TILES, 36), other=player(boat=2, tile="x1-lake"))
    after = play(state, "end")
    assert after.players[0].tile is None
    assert (after.seat, after.step) == (1, "tile")
    after = play(after, "tile 1,0 r0", "cube blue se", "end")
    assert (after.seat, after.step, after.actions) == (0, "actions", 3)
    broken = replace(after, step="tile")
    assert moves(broken) == set()
    assert refusal(broken, "tile 2,0 r0") == "AKT-TILE-NONE"
