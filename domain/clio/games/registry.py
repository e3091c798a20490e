"""The games that Clio referees: those it ships, and those that installed packages add."""

from collections.abc import Mapping
from typing import Any, Final

from clio.games.akros.game import GAME as AKROS
from clio.games.akrotiri.game import GAME as AKROTIRI
from clio.games.amphipolis.game import GAME as AMPHIPOLIS
from clio.games.plug_ins import FailedPlugIn, installed, load_plug_ins
from clio.kernel.game import Game

BUILT_IN: Final[Mapping[str, Game[Any, Any]]] = {game.name: game for game in (AMPHIPOLIS, AKROS, AKROTIRI)}
"""The games that Clio ships."""
_PLUG_INS: Final = load_plug_ins(BUILT_IN, installed())
GAMES: Final[Mapping[str, Game[Any, Any]]] = {**BUILT_IN, **_PLUG_INS.games}
"""All games."""
FAILED_PLUG_INS: Final[tuple[FailedPlugIn, ...]] = _PLUG_INS.failed
"""The plug-ins that are not used, each with the reason; the server logs them."""
