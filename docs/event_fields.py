"""Writes the appendix of docs/record.md: every game's events and their fields, from the structs and the contract."""

import re
import types
import typing
from pathlib import Path
from typing import Any, Final

import msgspec

from clio.games.registry import BUILT_IN as GAMES
from clio.kernel.game import Game, GameEvent

PROTO: Final = Path(__file__).parents[1] / "proto" / "clio" / "v1"
_MESSAGE: Final = re.compile(r"^message (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD: Final = re.compile(r"((?:^  //.*\n)+)^  [^/\n]*?(\w+) = \d+", re.MULTILINE)
_PLAIN: Final = {int: "integer", str: "text", bool: "true or false", type(None): "null"}


def appendix() -> str:
    """The appendix: a table of fields for each type of event."""
    lines = [
        "Written by `make docs`. A *sealed* field is in `sealed` and `openings`, never in `public`, until the match is",
        "over. The first event of a move has `move` as well, and `clock` in a match with a clock.",
    ]
    for game in GAMES.values():
        comments = _comments(game.name)
        lines += ["", f"### Events of {game.title}"]
        for event in game.events:
            lines += ["", *_event(game, event, comments.get(f"{game.name.capitalize()}{event.__name__}", {}))]
    return "\n".join(lines)


def _event(game: Game[Any, Any], event: type[GameEvent], comments: dict[str, str]) -> list[str]:
    said = (event.__doc__ or "").partition("\n")[0].replace("``", "`")
    lines = [f"**`{game.name}.{event.__name__}`** {said}", ""]
    fields = [field for field in msgspec.structs.fields(event) if field.name not in ("clock", "move")]
    if not fields:
        return [*lines, "No fields."]
    lines += ["| field | form | meaning |", "|---|---|---|"]
    for field in sorted(fields, key=lambda field: field.name):
        sealed = ", *sealed*" if field.name in event.SEALED else ""
        lines.append(f"| `{field.name}` | {_form(field.type)}{sealed} | {comments[field.name]} |")
    return lines


def _form(kind: Any) -> str:  # noqa: ANN401 (any annotation)
    """The JSON form of a field's type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_form(part) for part in inner if part is not msgspec.UnsetType)
    if origin is typing.Literal:
        return ", ".join(f"`{value}`" for value in inner)
    if origin is tuple:
        return f"list of {_several(inner[0])}"
    if origin is dict:
        return f"object of {_several(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = sorted(msgspec.structs.fields(kind), key=lambda field: field.name)
        return "object with " + ", ".join(f"`{part.name}` ({_form(part.type)})" for part in parts)
    return _PLAIN[kind]


def _several(kind: Any) -> str:  # noqa: ANN401 (any annotation)
    form = _form(kind)
    return f"{form}s" if form in ("integer", "text") else form.replace("object with", "objects with", 1)


def _comments(game: str) -> dict[str, dict[str, str]]:
    """By message: the comment of each field in the contract."""
    text = (PROTO / f"{game}.proto").read_text(encoding="utf-8")
    return {
        message: {
            name: " ".join(line.strip().removeprefix("//").strip() for line in comment.strip().splitlines())
            for comment, name in _FIELD.findall(body)
        }
        for message, body in _MESSAGE.findall(text)
    }
