"""Registry of bots by name."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Final

from clio.bots.bot import Bot, NoSuchBotError
from clio.bots.random_bot import RandomBot

KINDS: Final = ("random", "greedy", "search")
_FILE: Final = ".py"


def new_bot(kind: str, game: str, rng: Random) -> Bot:
    """Creates a bot: ``random``, ``greedy``, ``search`` (``search:0.2``, ``search:200it``) or a file ``bot.py``."""
    name, _, budget = kind.partition(":")
    if kind.endswith(_FILE):
        return _from_file(Path(kind), game, rng)
    if kind == "random":
        return RandomBot(rng)
    # The other bots import the rules, so they are loaded on demand.
    if kind == "greedy":
        from clio.bots.greedy_bot import GreedyBot  # noqa: PLC0415

        return GreedyBot(game, rng)
    if name == "search":
        return _searching(budget, game, rng)
    raise NoSuchBotError(
        "There is no bot called {bot}; there are: {kinds}, or a file {suffix}.",
        bot=kind,
        kinds=", ".join(KINDS),
        suffix=_FILE,
    )


def _searching(budget: str, game: str, rng: Random) -> Bot:
    from clio.bots.search.budget import Budget, parse_budget  # noqa: PLC0415
    from clio.bots.search_bot import SearchBot  # noqa: PLC0415

    try:
        return SearchBot(game, rng, parse_budget(budget) if budget else Budget())
    except ValueError as error:
        raise NoSuchBotError(
            "{budget} is not a thinking time: use search:0.2 (seconds) or search:200it.", budget=budget
        ) from error


def _from_file(file: Path, game: str, rng: Random) -> Bot:
    """Loads the class ``Bot`` of a user's file and creates ``Bot(game, rng)``."""
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise NoSuchBotError("There is no file {file}.", file=file)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        raise NoSuchBotError("{file} cannot be loaded: {error}", file=file, error=fault) from error
    if not hasattr(module, "Bot"):
        raise NoSuchBotError("{file} holds no class Bot.", file=file)
    bot: Bot = module.Bot(game, rng)
    return bot
