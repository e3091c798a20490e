"""Every move and every position is one line of text, and comes back from it."""

import pytest

from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.rejection import Rejection
from tests.contract.games import Setting, every_game, every_setting


@every_setting
def test_every_legal_move_comes_back_from_its_notation(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        for _ in table.play_out(setting.most):
            for seat in table.match.to_move:
                texts = set()
                for move in table.game.legal_moves(table.state, seat):
                    text = table.game.format_move(move)
                    assert "\n" not in text
                    assert table.game.parse_move(text) == move
                    texts.add(text)
                assert len(texts) == len(table.game.legal_moves(table.state, seat))


@every_setting
def test_every_position_comes_back_from_its_notation(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        for _ in table.play_out(setting.most):
            text = table.game.format_position(table.state, EVERYTHING)
            assert "\n" not in text
            assert table.game.parse_position(text) == table.state


@every_setting
def test_a_seat_can_work_from_the_position_it_is_shown(setting: Setting) -> None:
    table = setting.table(0)
    for _ in table.play_out(setting.most):
        for seat in table.match.to_move:
            shown = table.game.parse_position(table.game.format_position(table.state, seat))
            assert not isinstance(shown, Rejection)
            assert set(table.game.legal_moves(shown, seat)) == set(table.game.legal_moves(table.state, seat))
            assert table.game.view(shown, seat) == table.game.view(table.state, seat)


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "nonsense", "\x00", "take", "place 99>99", "tile", "x" * 10_000, "\u2028", "-1"]
)
def test_text_that_is_no_move_is_refused_by_a_rule(game: object, text: str) -> None:
    for each in GAMES.values():
        if each is game:
            refusal = each.parse_move(text)
            assert isinstance(refusal, Rejection)
            assert any(refusal.rule == rule.id for book in (each.rulebook, KERNEL_RULES) for rule in book.rules)
            assert isinstance(each.parse_position(text), Rejection)
