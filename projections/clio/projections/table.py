"""The tables of a view: documents under a key, with columns and tags to query by."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

Value: TypeAlias = str | int | float
Kind: TypeAlias = Literal["text", "integer", "real"]


class Column(msgspec.Struct, frozen=True):
    """A value of the document to filter or sort by; a ``personal`` one identifies a player.

    ``before`` is the value of all rows in views from before the column existed, which have no such column.
    """

    name: str
    kind: Kind
    of: Callable[[Any], Value]
    personal: bool = False
    before: Value | None = None


class Table(msgspec.Struct, frozen=True):
    """Documents of one type. ``tags`` are the words that a document is found by; it can have many.

    Documents with a tag are sorted by the integer column ``tags_by``, which never changes: a page
    costs the same however many documents there are.
    ``private`` tables hold the state of the fold; their content is never shown.
    """

    name: str
    document: type[msgspec.Struct]
    columns: tuple[Column, ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    tags: Callable[[Any], Iterable[str]] | None = None
    tags_by: str = ""
    private: bool = False


def key_of(*parts: str | int) -> str:
    """Returns an unambiguous key of several parts."""
    return msgspec.json.encode(parts).decode()
