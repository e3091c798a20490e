"""Clio's own composition with the trivial game added, and one seed for all matches.

The seed lets a load client work out whole matches before the clock runs. Chance still differs from match to match: the
match's id goes into it too.
"""

from typing import Any, cast

import uvloop

from bench.seed import SEED
from bench.trivial_game import TRIVIAL
from domain.games import GAMES
from service import logs
from service.bootstrap import Clio, settings_from_environment
from service.collector import spare_the_collector
from service.handlers import matches
from service.heap import share_heaps
from service.server import until_told_to_stop
from service.threads import take_short_turns


async def serve() -> None:
    """Serves until told to stop, as the settings say."""
    settings = settings_from_environment()
    logs.configure(settings.log_level)
    clio = Clio(settings)
    await clio.start()
    spare_the_collector()
    await until_told_to_stop()
    await clio.stop()


def prepare() -> None:
    """Adds the game and settles the seed, for the process that calls it."""
    cast("dict[str, Any]", GAMES)[TRIVIAL.name] = TRIVIAL
    assert matches.new_server_seed(), "the handlers no longer take their seeds from here"
    matches.new_server_seed = lambda: SEED


if __name__ == "__main__":
    prepare()
    share_heaps()
    take_short_turns()
    uvloop.run(serve())
