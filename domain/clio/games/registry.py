"""The games that Clio referees."""

from collections.abc import Mapping
from typing import Any, Final

from clio.games.akros.game import GAME as AKROS
from clio.games.akrotiri.game import GAME as AKROTIRI
from clio.games.amphipolis.game import GAME as AMPHIPOLIS
from clio.kernel.game import Game

GAMES: Final[Mapping[str, Game[Any, Any]]] = {game.name: game for game in (AMPHIPOLIS, AKROS, AKROTIRI)}
