"""Every draw is in the game's draw table: labels, numbers and pools asked of chance, over whole matches."""

from collections.abc import Sequence
from typing import Any

from clio.games.registry import GAMES
from clio.kernel.game import Game
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_rows import to_draws
from clio.kernel.integrity.draw_table import NumberDraw
from clio.kernel.integrity.draw_table_validation import fault_in
from tests.contract.games import Setting, every_game, every_setting


class Listening(Chance):
    """Chance that notes which labels are asked for: ``number`` or ``order``, without the number of a reshuffle."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.asked: set[tuple[str, str]] = set()

    def below(self, label: str, bound: int) -> int:
        self.asked.add(("number", label))
        return super().below(label, bound)

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.asked.add(("order", label.partition("#")[0]))
        return super().shuffle(label, items)


def _table(game: Game[Any, Any]) -> set[tuple[str, str]]:
    return {("number" if isinstance(draw, NumberDraw) else "order", draw.label) for draw in game.draws}


@every_setting
def test_every_label_that_is_asked_of_chance_is_in_the_draw_table(setting: Setting) -> None:
    table = setting.table(0)
    match, game = table.match, table.game
    assert match.chance is not None
    chance = Listening(match.chance._seed)
    game.setup(match.options, setting.seats, chance)
    match.chance = chance
    table.play(setting.most)
    assert chance.asked <= _table(game)


@every_game
def test_a_draw_table_survives_being_written_into_a_record(game: Game[Any, Any]) -> None:
    assert to_draws(game.draw_rows()) == game.draws
    assert not fault_in(game.draw_rows())


def test_every_row_of_a_table_is_asked_for_by_some_match() -> None:
    for name, game in GAMES.items():
        asked: set[tuple[str, str]] = set()
        for setting in (each for each in _settings() if each.game == name):
            chance = Listening(b"\7" * 32)
            game.setup(_options(setting), setting.seats, chance)
            table = setting.table(1)
            table.match.chance = chance
            table.play(setting.most)
            asked |= chance.asked
        assert asked == _table(game), name


def _settings() -> list[Setting]:
    from tests.contract.games import settings  # noqa: PLC0415 (beside its marks above)

    return list(settings())


def _options(setting: Setting) -> dict[str, str]:
    return {option.name: option.default for option in GAMES[setting.game].options} | dict(setting.options)
