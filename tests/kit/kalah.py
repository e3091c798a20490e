"""The example package Kalah, imported from its folder: as code, not as an installed plug-in."""

import sys
from typing import Any

from clio.kernel.game import Game
from tests.unit.repository.tree import ROOT

FOLDER = ROOT / "clients" / "examples" / "kalah"
if str(FOLDER) not in sys.path:
    sys.path.append(str(FOLDER))

from clio_kalah.game import GAME  # noqa: E402 (its folder is no source root)

KALAH: Game[Any, Any] = GAME
