"""Clio's own composition with the trivial game added, and one seed for all matches.

The seed lets a load client work out whole matches before the clock runs. Chance still differs from match to match: the
match's id goes into it too.
"""

from typing import Any, cast

import uvloop

from bench.seed import SEED
from bench.trivial_game import TRIVIAL
from clio.games.registry import GAMES
from clio.server.bootstrap import Clio, settings_from_environment
from clio.server.observability import logging
from clio.server.process_tuning import limit_malloc_arenas, shorten_switch_interval, tune_garbage_collector
from clio.server.rpc.grpc_server import until_stopped
from clio.server.rpc.handlers import matches


async def serve() -> None:
    """Serves until it is stopped."""
    settings = settings_from_environment()
    logging.configure(settings.log_level)
    clio = Clio(settings)
    await clio.start()
    tune_garbage_collector()
    await until_stopped()
    await clio.stop()


def prepare() -> None:
    """Adds the game and settles the seed, for the process that calls it."""
    cast("dict[str, Any]", GAMES)[TRIVIAL.name] = TRIVIAL
    assert matches.new_server_seed(), "the handlers no longer take their seeds from here"
    matches.new_server_seed = lambda: SEED


if __name__ == "__main__":
    prepare()
    limit_malloc_arenas()
    shorten_switch_interval()
    uvloop.run(serve())
