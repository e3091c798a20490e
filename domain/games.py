"""The games that Clio referees."""

from collections.abc import Mapping
from typing import Any, Final

from domain.akros.game import GAME as AKROS
from domain.akrotiri.game import GAME as AKROTIRI
from domain.amphipolis.game import GAME as AMPHIPOLIS
from domain.kernel.game import Game

GAMES: Final[Mapping[str, Game[Any, Any]]] = {game.name: game for game in (AMPHIPOLIS, AKROS, AKROTIRI)}
