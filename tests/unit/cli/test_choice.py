"""The choice of a move word by word: what can be chosen now, and whole moves."""

from clio.cli.boards.registry import renderer_of
from clio.cli.play.choice import Choice
from clio.server.codec.moves import to_message
from clio.v1.move_pb2 import Move
from tests.kit.table import Table


def moves_of(table: Table) -> list[Move]:
    seat = table.match.to_move[0]
    return [to_message(table.game, move) for move in table.game.legal_moves(table.state, seat)]


def targets_of(game: str, choice: Choice) -> set[str]:
    return set(choice.marks(renderer_of(game), frozenset()).targets)


def test_only_what_the_next_word_names_is_marked() -> None:
    """A region where a servant could only go is not marked while the servant is to be chosen."""
    checked = 0
    table = Table("akros", 2, seed=2)
    for _ in table.play_out(30):
        if not table.match.to_move:
            break
        choice = Choice(moves_of(table))
        words = {option.word for option in choice.options()}
        if choice.text.startswith("place") and len(choice.chosen) == 1:
            assert targets_of("akros", choice) <= {f"region:{word}" for word in words}
            assert len(targets_of("akros", choice)) > 1
            checked += 1
    assert checked > 3


def test_the_cells_docks_and_cards_to_choose_are_marked() -> None:
    found: dict[str, set[str]] = {}
    table = Table("akrotiri", 2, seed=3)
    for _ in table.play_out(150):
        choice = Choice(moves_of(table))
        for following in [choice, *(Choice(option.moves) for option in choice.options())]:
            words = {each.word for each in following.options()}
            for place in targets_of("akrotiri", following):
                kind, _, name = place.partition(":")
                found.setdefault(kind, set()).add(place)
                assert words & {name, f"d{name}", name.rpartition(",")[2]}
    assert {"cell", "dock", "market"} <= set(found)


def test_a_whole_move_is_taken_and_undone_at_once() -> None:
    table = Table("amphipolis", 2, seed=1)
    moves = moves_of(table)
    for move in moves:
        choice = Choice(moves)
        before = choice.text
        assert choice.take(move.notation)
        assert choice.move == move
        assert choice.undo()
        assert choice.text == before
        assert choice.move is None
    assert not Choice(moves).take("take everything")


def test_a_pair_of_tiles_is_chosen_and_typed_in_any_order() -> None:
    pairs = 0
    table = Table("amphipolis", 2, seed=1)
    for _ in table.play_out(60):
        moves = moves_of(table) if table.match.to_move else []
        for move in moves:
            if len(set(move.amphipolis.take.tiles)) != 2:
                continue
            *before, first, second = move.notation.split()
            pairs += 1
            turned = " ".join((*before, second, first))
            for order in ((first, second), (second, first)):
                choice = Choice(moves)
                for word in (*before, *order):
                    if word not in choice.chosen:
                        choice.choose(next(option.word for option in choice.options() if option.word == word))
                assert choice.move == move
            choice = Choice(moves)
            assert choice.moves == moves
            assert choice.find(turned) == move
            assert choice.take(turned)
            assert choice.move == move
    assert pairs > 3
