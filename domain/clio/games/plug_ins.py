"""Plug-ins: games of other packages, found by the entry point ``clio.games`` and checked before they are used.

A plug-in is code that the operator installs, and is trusted as such. The checks keep a faulty one from stopping the
server, and any one from taking the name, the rules or the messages of another game.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import msgspec

from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.draw_table_validation import fault_in
from clio.kernel.limits import MAX_SEATS

GROUP: Final = "clio.games"
RESERVED: Final = frozenset({"clio", "external", "match"})
"""Names that mean something else where the name of a game stands: in event types, rules and messages."""
_is_name: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_is_prefix: Final = re.compile(r"[A-Z][A-Z0-9]{1,15}").fullmatch
_is_event: Final = re.compile(r"[A-Z][A-Za-z0-9]{0,63}").fullmatch
_is_version: Final = re.compile(r"[!-~]{1,64}").fullmatch


class FailedPlugIn(msgspec.Struct, frozen=True):
    """A plug-in that is not used: the entry point's name, the object it names, and why."""

    name: str
    value: str
    why: str


class PlugIns(msgspec.Struct, frozen=True):
    """The games that were loaded, and the plug-ins that failed."""

    games: Mapping[str, Game[Any, Any]]
    failed: tuple[FailedPlugIn, ...]


def installed() -> Iterable[EntryPoint]:
    """The entry points of the installed packages, in an order that does not depend on the file system."""
    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))


def load_plug_ins(built_in: Mapping[str, Game[Any, Any]], points: Iterable[EntryPoint]) -> PlugIns:
    """Loads every plug-in; one that fails is left out and reported."""
    games: dict[str, Game[Any, Any]] = {}
    failed: list[FailedPlugIn] = []
    for point in points:
        try:
            game = point.load()
            why = fault_in_game(point.name, game, {**built_in, **games})
        except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a package does when it is imported)
            why = f"{type(error).__name__}: {error}"
        if why:
            failed.append(FailedPlugIn(point.name, point.value, why))
        else:
            games[point.name] = game
    return PlugIns(games, tuple(failed))


def fault_in_game(name: str, game: object, others: Mapping[str, Game[Any, Any]]) -> str:
    """Why an object cannot be used as the game of that name beside the others; empty if it can."""
    if not isinstance(game, Game):
        return f"it is a {type(game).__name__}, not a Game"
    if name in others:
        return f"there is another game called {name}"
    if name != game.name or not _is_name(name) or name in RESERVED:
        return f"{game.name!r} is reserved, no name of a game or not that of its entry point, {name!r}"
    if game.built_in:
        return "only games that Clio ships are built in"
    return _fault_in_rules(game, others) or _fault_in_types(game, others)


def _fault_in_rules(game: Game[Any, Any], others: Mapping[str, Game[Any, Any]]) -> str:
    prefix = game.rulebook.prefix
    if not _is_prefix(prefix) or prefix in {"CLIO", *(other.rulebook.prefix for other in others.values())}:
        return f"the prefix {prefix!r} of its rules is another game's, or no prefix"
    if (
        not _is_version(game.rules_version)
        or not game.seats
        or not all(1 <= seats <= MAX_SEATS for seats in game.seats)
    ):
        return "its rules version or a number of seats cannot be"
    if len({option.name for option in game.options}) < len(game.options):
        return "it has two options of one name"
    if stray := [detail for detail in game.score_details if not detail.startswith(f"{game.name}_")]:
        return f"the ids of its score details do not begin with {game.name}_: {', '.join(stray)}"
    return ""


def _fault_in_types(game: Game[Any, Any], others: Mapping[str, Game[Any, Any]]) -> str:
    if not game.moves or not game.events:
        return "it has no moves or no events"
    names = [event.__name__ for event in game.events]
    if not all(issubclass(event, GameEvent) for event in game.events) or not all(map(_is_event, names)):
        return "one of its events is no GameEvent, or its name cannot be that of one"
    taken = {event for other in others.values() for event in other.events}
    if len(set(names)) < len(names) or not taken.isdisjoint(game.events):
        return "it has two events of one name, or an event of another game"
    return fault_in(game.draw_rows()).text
