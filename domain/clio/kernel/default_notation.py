"""The notations of games that write none of their own: moves as words, positions as JSON."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, get_args

import msgspec

from clio.kernel.integrity.canonical import canonical
from clio.kernel.rejection import Rejection

State = TypeVar("State")
MOVE_RULE: Final = "CLIO-MOVE"
POSITION_RULE: Final = "CLIO-POSITION"
MAX_MOVE_TEXT: Final = 1_024
MAX_POSITION_TEXT: Final = 65_536
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD: Final = re.compile(r"[^\s,]+").fullmatch
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})").fullmatch
_LIST: Final = ","
_EMPTY: Final = "-"


class MoveNotation:
    """Moves as a word and its values: ``Sow(pit=3)`` is ``sow 3``, ``Swap(tiles=("a", "b"))`` is ``swap a,b``.

    Fields are ``int``, ``bool``, ``str`` without blanks or commas, or tuples of one of these.
    """

    def __init__(self, title: str, moves: tuple[type[msgspec.Struct], ...]) -> None:
        self._title: Final = title
        self._verbs: Final = {_HUMP.sub("-", move.__name__).lower(): move for move in moves}
        self._words: Final = {move: verb for verb, move in self._verbs.items()}
        self._fields: Final[Mapping[type, tuple[tuple[str, Any], ...]]] = {
            move: tuple((field.name, field.type) for field in msgspec.structs.fields(move)) for move in moves
        }

    def format(self, move: msgspec.Struct) -> str:
        """The move in one line."""
        return " ".join([self._words[type(move)], *map(_written, msgspec.structs.astuple(move))])

    def parse(self, text: str) -> msgspec.Struct | Rejection:
        """The move that a line means."""
        verb, *values = text.split(" ") if len(text) <= MAX_MOVE_TEXT else [""]
        move = self._verbs.get(verb)
        if move is None:
            words = ", ".join(self._verbs)
            return Rejection(MOVE_RULE, "A move of {game} begins with one of: {words}.", self._params(words=words))
        fields = self._fields[move]
        read = [_read(value, kind) for value, (_, kind) in zip(values, fields, strict=False)]
        if len(values) != len(fields) or None in read:
            shape = " ".join([verb, *(name.upper() for name, _ in fields)])
            return Rejection(MOVE_RULE, "This move of {game} is written: {shape}.", self._params(shape=shape))
        return move(*read)

    def _params(self, **params: str) -> dict[str, str]:
        return {"game": self._title, **params}


def _written(value: Any) -> str:  # noqa: ANN401 (a field of any move)
    if isinstance(value, tuple):
        return _LIST.join(map(_written, value)) if value else _EMPTY
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(text: str, kind: Any) -> Any:  # noqa: ANN401 (a field of any move)
    """The value of a text; None where it has none of that type."""
    if kind is bool:
        return {"true": True, "false": False}.get(text)
    if kind is int:
        return int(text) if _NUMBER(text) and text != "-0" else None
    if kind is str:
        return text if _WORD(text) else None
    items = [] if text == _EMPTY else [_read(part, get_args(kind)[0]) for part in text.split(_LIST)]
    return None if None in items else tuple(items)


def format_state(state: msgspec.Struct) -> str:
    """A state as one line of JSON, its keys sorted."""
    return canonical(state).decode()


def parse_state(title: str, text: str, kind: type[Any], fault_in: Callable[[Any], str]) -> msgspec.Struct | Rejection:
    """The state that a line means, exactly as ``format_state`` writes it."""
    try:
        if len(text) > MAX_POSITION_TEXT:
            return Rejection(POSITION_RULE, "This is not a position of {game}: it is too long.", {"game": title})
        state: msgspec.Struct = msgspec.json.decode(text, type=kind)
        why = fault_in(state) if format_state(state) == text else "it is not written as a position is"
    except (msgspec.DecodeError, ValueError, RecursionError):
        return Rejection(POSITION_RULE, "This is not a position of {game}.", {"game": title})
    if why:
        return Rejection(POSITION_RULE, "This is not a position of {game}: {why}.", {"game": title, "why": why})
    return state
