"""Writes docs/notation/: for each game how moves and positions are written, with examples from a match."""

import inspect
import random
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

from clio.games.registry import BUILT_IN as GAMES
from clio.kernel.game import EVERYTHING, SPECTATOR, Game
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_EXAMPLES: Final = 2
_MATCHES: Final = 12
_MIDDLE: Final = 25


def notation_pages() -> dict[str, str]:
    """A page for each game, by its name."""
    return {name: _page(game) for name, game in GAMES.items()}


def _page(game: Game[Any, Any]) -> str:
    found, positions = _examples(game)
    lines = [
        f"# {game.title}: notation",
        "",
        "Written by `make docs`; the examples are from matches of random moves. The record holds moves in this",
        "notation, `clio move` and `clio play` read it, and a rejected line names the rule that it breaks.",
        "",
        "## Moves",
        "",
        "| move | examples |",
        "|---|---|",
    ]
    for kind in game.moves:
        examples = ", ".join(f"`{example}`" for example in found[kind.__name__])
        lines.append(f"| {(kind.__doc__ or '').partition(chr(10))[0].replace('``', '`')} | {examples} |")
    module = import_module(f"clio.games.{game.name}.position")
    lines += ["", "## Positions", "", inspect.cleandoc(module.__doc__ or "").replace("``", "`"), ""]
    for title, position in positions.items():
        lines += [f"{title}:", "", "```text", position, "```", ""]
    return "\n".join(lines)


def _examples(game: Game[Any, Any]) -> tuple[dict[str, list[str]], dict[str, str]]:
    found: dict[str, list[str]] = {kind.__name__: [] for kind in game.moves}
    positions: dict[str, str] = {}
    for number in range(_MATCHES):
        for played, state in enumerate(_match(game, number, found)):
            if number == 0 and played == 0:
                positions["After the set-up"] = game.format_position(state, EVERYTHING)
            if number == 0 and played == _MIDDLE:
                _add_middle(game, state, positions)
    for kind in game.moves:
        # A move without fields may be too rare to be met.
        if not found[kind.__name__] and not kind.__struct_fields__:
            found[kind.__name__].append(game.format_move(kind()))
    return found, positions


def _add_middle(game: Game[Any, Any], state: object, positions: dict[str, str]) -> None:
    whole, seen = (game.format_position(state, viewpoint) for viewpoint in (EVERYTHING, SPECTATOR))
    positions[f"After {_MIDDLE} moves"] = whole
    if seen != whole:
        positions["The same, as a spectator knows it"] = seen


def _match(game: Game[Any, Any], number: int, found: dict[str, list[str]]) -> Iterator[Any]:
    """The states of a random match; the legal moves on the way fill the examples."""
    rng = random.Random(number)  # noqa: S311 (examples, not secrets)
    seats = max(game.seats) if number % 2 else min(seats for seats in game.seats if seats > 1)
    # Every option takes each of its values in some match, so that moves of variants are met.
    options = {option.name: option.values[number % len(option.values)] for option in game.options}
    if number == 0 or game.check_options(options, seats):
        options = {option.name: option.default for option in game.options}
    chance = Chance(sha256(f"{game.name}/{number}".encode()).digest())
    state: Any = None
    for event in game.setup(options, seats, chance):
        state = game.evolve(state, event)
    yield state
    while to_move := game.to_move(state):
        moves = game.legal_moves(state, to_move[0])
        _collect(game, moves, found)
        played = game.play(state, to_move[0], rng.choice(moves), chance)
        if isinstance(played, Rejection):
            raise AssertionError(played.sentence)  # noqa: TRY004 (a listed move is legal)
        state = played[1]
        yield state


def _collect(game: Game[Any, Any], moves: Any, found: dict[str, list[str]]) -> None:  # noqa: ANN401 (of any game)
    wanting = {name for name, examples in found.items() if len(examples) < _EXAMPLES}
    for move in reversed(moves):
        name = type(move).__name__
        if name in wanting:
            text = game.format_move(move)
            if text not in found[name]:
                found[name].append(text)
            wanting.discard(name)
