"""The rules version of a match: it is played, forked and judged by the version in its first event."""

from typing import Any

from clio.kernel.game import Game
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.missing_game import GameNotInstalledError, MissingGame
from clio.kernel.rejection import Rejection

_NEEDS_RULES = commands.Join | commands.Play | commands.Resign
"""Commands that may ask the game; the others only change tokens, free a seat or abort."""


def refusal_of_rules(game: Game[Any, Any], version: str) -> Rejection | None:
    """Why nothing can be decided under a rules version; None if it is known. ``game`` is ``under`` it already."""
    if game.rules_version == version:
        return None
    if isinstance(game, MissingGame):
        return GameNotInstalledError(game.name).rejection
    return Rejection(
        "CLIO-RULES",
        "Version {version} of the rules of {game} is not installed here.",
        {"version": version, "game": game.title},
    )


def refusal_of_command(match: Match, command: commands.Command) -> Rejection | None:
    """Why a command needs rules that are not known; None if it needs none or they are known."""
    return refusal_of_rules(match.game, match.rules) if isinstance(command, _NEEDS_RULES) else None
