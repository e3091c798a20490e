"""Every game, with every number of seats it allows and every option it has: what the contract is checked on."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clio.games.registry import BUILT_IN, GAMES
from tests.kit.table import Table


class Setting(NamedTuple):
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def table(self, seed: int) -> Table:
        return Table(self.game, self.seats, dict(self.options), seed)

    @property
    def seeds(self) -> range:
        """Two matches with the defaults; one where an option differs, which may make it endless: see ``most``."""
        return range(1 if self.options else 2)

    @property
    def most(self) -> int | None:
        """How many moves are played: to the end with the defaults, else enough to meet what the option changes."""
        return 150 if self.options else None

    @property
    def fair(self) -> str:
        """The stand-alone verifier's verdict on a fair match: it has the tables of the built-in games only."""
        return "pass" if self.game in BUILT_IN else "own table"

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def settings() -> Iterator[Setting]:
    """The defaults for each number of seats, and each other value of each option once."""
    for name, game in sorted(GAMES.items()):
        for seats in game.seats:
            yield Setting(name, seats, ())
        for option in game.options:
            for value in option.values:
                chosen = {other.name: other.default for other in game.options} | {option.name: value}
                if value != option.default and game.check_options(chosen, game.seats[-1]) is None:
                    yield Setting(name, game.seats[-1], ((option.name, value),))


every_setting = pytest.mark.parametrize("setting", list(settings()), ids=str)
every_default = pytest.mark.parametrize("setting", [each for each in settings() if not each.options], ids=str)
every_game = pytest.mark.parametrize("game", [GAMES[name] for name in sorted(GAMES)], ids=sorted(GAMES))
every_built_in_game = pytest.mark.parametrize(
    "game", [BUILT_IN[name] for name in sorted(BUILT_IN)], ids=sorted(BUILT_IN)
)
