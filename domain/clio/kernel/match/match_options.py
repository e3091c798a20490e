"""Validates the number of seats and the options with which a match is opened."""

from typing import Any

from clio.kernel.game import Game, Options
from clio.kernel.rejection import Rejection


def with_defaults(game: Game[Any, Any], options: Options) -> dict[str, str]:
    """The options, completed with the game's defaults."""
    return {option.name: option.default for option in game.options} | dict(options)


def check_opening(game: Game[Any, Any], options: Options, seats: int) -> Rejection | None:
    """Why no match can be opened with these options and seats; None if one can."""
    if seats not in game.seats:
        return Rejection(
            "CLIO-SEATS",
            "{game} is for {allowed} players, not {seats}.",
            {"game": game.title, "allowed": spoken(game.seats), "seats": seats},
        )
    return _check_options(game, with_defaults(game, options), seats)


def _check_options(game: Game[Any, Any], options: dict[str, str], seats: int) -> Rejection | None:
    known = {option.name: option for option in game.options}
    for name, value in sorted(options.items()):
        if name not in known:
            return Rejection(
                "CLIO-OPTION", "{game} has no option called {option}.", {"game": game.title, "option": name}
            )
        if value not in known[name].values:
            return Rejection(
                "CLIO-OPTION",
                "The option {option} takes {allowed}, not {value}.",
                {"option": name, "allowed": spoken(known[name].values), "value": value},
            )
    return game.check_options(options, seats)


def spoken(values: tuple[int, ...] | tuple[str, ...]) -> str:
    """Values joined by commas and ``or``, as an English sentence lists them."""
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
