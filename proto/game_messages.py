"""Writes the messages of a game from its structs: ``make game``.

What a ``.proto`` file has already stays as it is, numbers and comments included; missing messages and fields are added,
with the next free number and the struct's words as comments. Enums are written by hand: texts become ``string``.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from clio.games.registry import BUILT_IN
from clio.kernel.game import EVERYTHING, Game, GameEvent
from clio.kernel.integrity.chance import Chance

FOLDER: Final = Path(__file__).parent / "clio" / "v1"
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SCALARS: Final = {int: "int32", bool: "bool", str: "string"}
_BESIDE: Final = frozenset(GameEvent.__struct_fields__)
"""The fields of ``GameEvent``, which ``Event`` itself has."""


def snake(name: str) -> str:
    """``TilesDrawn`` is ``tiles_drawn`` in a message."""
    return _HUMP.sub("_", name).lower()


class ProtoFile:
    """The text of a ``.proto`` file, to which messages and fields are added."""

    def __init__(self, game: Game[Any, Any], text: str = "") -> None:
        self.text = text or 'syntax = "proto3";\n\npackage clio.v1;\n'
        self._prefix: Final = game.name.capitalize()
        self._state: Final = getattr(game, "state", None)
        self._seen: Final[set[str]] = set()

    def add_choice(self, name: str, oneof: str, structs: tuple[type[msgspec.Struct], ...]) -> None:
        """The message that holds any of these structs."""
        full = f"{self._prefix}{name}"
        if self._body(full) is None:
            inside = f"  // One of them.\n  oneof {oneof} {{\n  }}\n"
            self.text += f"\n// {name} of {self._prefix}.\nmessage {full} {{\n{inside}}}\n"
        for struct in structs:
            message = f"{self._prefix}{struct.__name__}"
            self.add_message(message, struct)
            body = self._body(full) or ""
            if not re.search(rf"\b{snake(struct.__name__)} = \d+;", body):
                line = f"    // {_first_line(struct)}\n    {message} {snake(struct.__name__)} = {_next(body)};\n"
                at = body.rindex("  }")
                self.text = self.text.replace(body, body[:at] + line + body[at:])

    def add_message(self, name: str, struct: type[msgspec.Struct]) -> None:
        """The message that mirrors a struct, with those of the structs inside it."""
        if name in self._seen:
            return
        self._seen.add(name)
        if self._body(name) is None:
            self.text += f"\n// {_first_line(struct)}\nmessage {name} {{\n}}\n"
        beside = _BESIDE if issubclass(struct, GameEvent) else frozenset()
        for field in msgspec.structs.fields(struct):
            if field.name not in beside:
                self._add_field(name, field.name, field.type)

    def _add_field(self, message: str, name: str, kind: Any) -> None:  # noqa: ANN401 (any annotation)
        kind = self._state if kind is Any else kind  # the view of an open game holds any game's state
        inner = next(_structs_in(kind), None)
        body = self._body(message) or ""
        found = re.search(rf"\b(\w+) {name} = \d+;", body)
        # A message of another file, such as a score, is that file's own.
        if inner is not None and (found is None or found[1].startswith(self._prefix)):
            self.add_message(found[1] if found else f"{self._prefix}{inner.__name__}", inner)
            body = self._body(message) or ""
        if found is None and not re.search(rf" {name} = \d+;", body):
            line = f"  // The {name.replace('_', ' ')}.\n  {self._type(kind)} {name} = {_next(body)};\n"
            opened = body if "\n" in body else f"{body[:-1]}\n}}"
            self.text = self.text.replace(body, opened[:-1] + line + "}")

    def _body(self, name: str) -> str | None:
        """A message from its keyword to its closing brace."""
        found = re.search(rf"^message {name} \{{(?:\}}|\n.*?^\}})", self.text, re.DOTALL | re.MULTILINE)
        return found[0] if found else None

    def _type(self, kind: Any) -> str:  # noqa: ANN401 (any annotation)
        if kind in _SCALARS:
            return _SCALARS[kind]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return f"{self._prefix}{kind.__name__}"
        parts = get_args(kind)
        text = str(kind)
        if text.startswith("tuple["):
            return f"repeated {self._type(parts[0])}"
        if text.startswith("dict["):
            return f"map<string, {self._type(parts[1])}>"
        kept = [part for part in parts if part not in (type(None), msgspec.UnsetType)]
        inner = self._type(kept[0])
        return inner if inner.startswith(("repeated", "map")) else f"optional {inner}"


def _structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:  # noqa: ANN401 (any annotation)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from _structs_in(part)


def _next(body: str) -> int:
    return max((int(number) for number in re.findall(r" = (\d+);", body)), default=0) + 1


def _first_line(struct: type[msgspec.Struct]) -> str:
    return (struct.__doc__ or struct.__name__).strip().splitlines()[0]


def messages_of(game: Game[Any, Any], text: str = "") -> str:
    """The ``.proto`` file of a game: what it has, and what its structs lack there."""
    file = ProtoFile(game, text)
    file.add_choice("Move", "action", game.moves)
    file.add_choice("Event", "event", game.events)
    file.add_message(f"{game.name.capitalize()}View", _view_of(game))
    return file.text


def _view_of(game: Game[Any, Any]) -> type[msgspec.Struct]:
    """The class of a game's views, from a match that has just begun."""
    options = {option.name: option.default for option in game.options}
    state: Any = None
    for event in game.setup(options, game.seats[-1], Chance(bytes(32))):
        state = game.evolve(state, event)
    return type(game.view(state, EVERYTHING))


def main() -> None:
    """Writes the files that lack something."""
    for name, game in BUILT_IN.items():
        path = FOLDER / f"{name}.proto"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = messages_of(game, before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main()
