"""What a view's table holds: documents under a key, with the columns and tags that queries look for."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

Value: TypeAlias = str | int | float
Kind: TypeAlias = Literal["text", "integer", "real"]


class Column(msgspec.Struct, frozen=True):
    """A value of the document that rows are found or ordered by; a ``personal`` one names somebody."""

    name: str
    kind: Kind
    of: Callable[[Any], Value]
    personal: bool = False


class Table(msgspec.Struct, frozen=True):
    """Documents of one type. ``tags`` are words a document is found by when it can have many of them.

    What has a tag stands in the order of the column ``tags_by``, of whole numbers that never change: a page of it costs
    the same however much there is.
    ``private`` tables hold what the fold needs to go on and nobody asks for; their content is never shown.
    """

    name: str
    document: type[msgspec.Struct]
    columns: tuple[Column, ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    tags: Callable[[Any], Iterable[str]] | None = None
    tags_by: str = ""
    private: bool = False


def key_of(*parts: str | int) -> str:
    """A key made of several parts; no two lists of parts give the same."""
    return msgspec.json.encode(parts).decode()
