"""Digests of views, and the differences between two views."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from clio.projections.storage.reader import Reader

MAX_LISTED: Final = 1000
_HIDDEN: Final = "(private)"


class TableInfo(Protocol):
    """The table data that a comparison needs."""

    @property
    def name(self) -> str:
        """The name of the table."""

    @property
    def private(self) -> bool:
        """Whether the content must not be shown."""


class Difference(msgspec.Struct, frozen=True):
    """A document that differs between two views; empty if a view lacks it."""

    table: str
    key: str
    old: str
    new: str


class Comparison(msgspec.Struct, frozen=True):
    """The comparison of two views at one position. Counts are complete, ``listed`` holds the first differences."""

    position: int
    old_digest: str
    new_digest: str
    differing: int = 0
    only_old: int = 0
    only_new: int = 0
    listed: tuple[Difference, ...] = ()


def digest(reader: Reader, tables: Sequence[TableInfo]) -> str:
    """Returns one hash over every document of a view: equal if and only if the views are equal."""
    total = sha256()
    for table in sorted(tables, key=lambda table: table.name):
        total.update(f"{table.name}\n".encode())
        for key, document in reader.rows(table.name):
            total.update(sha256(key.encode()).digest() + sha256(document).digest())
    return total.hexdigest()


def compare(old: Reader, new: Reader, old_tables: Sequence[TableInfo], new_tables: Sequence[TableInfo]) -> Comparison:
    """Compares two views; both must be at the same position."""
    position = old.position()
    if new.position() != position:
        raise ValueError(f"one view is at {position}, the other at {new.position()}")
    counts = {"differing": 0, "only_old": 0, "only_new": 0}
    listed: list[Difference] = []
    for difference in _differences(old, new, old_tables, new_tables):
        kind = "only_new" if not difference.old else "only_old" if not difference.new else "differing"
        counts[kind] += 1
        if len(listed) < MAX_LISTED:
            listed.append(difference)
    return Comparison(
        position=position,
        old_digest=digest(old, old_tables),
        new_digest=digest(new, new_tables),
        listed=tuple(listed),
        **counts,
    )


def _differences(
    old: Reader, new: Reader, old_tables: Sequence[TableInfo], new_tables: Sequence[TableInfo]
) -> Iterator[Difference]:
    olds, news = ({table.name: table for table in tables} for tables in (old_tables, new_tables))
    for name in sorted(olds | news):
        private = (olds.get(name) or news[name]).private
        left = old.rows(name) if name in olds else iter(())
        right = new.rows(name) if name in news else iter(())
        for key, before, after in _merged(left, right):
            if before != after:
                yield Difference(name, key, _shown(before, private=private), _shown(after, private=private))


def _merged(
    left: Iterator[tuple[str, bytes]], right: Iterator[tuple[str, bytes]]
) -> Iterator[tuple[str, bytes, bytes]]:
    """Merges both sides by key; empty bytes if a side lacks the key. Streams both sides."""
    old, new = next(left, None), next(right, None)
    while old or new:
        if new is None or (old is not None and old[0] < new[0]):
            yield old[0], old[1], b""  # type: ignore[index]  # one of the two is there
            old = next(left, None)
        elif old is None or new[0] < old[0]:
            yield new[0], b"", new[1]
            new = next(right, None)
        else:
            yield old[0], old[1], new[1]
            old, new = next(left, None), next(right, None)


def _shown(document: bytes, *, private: bool) -> str:
    return _HIDDEN if document and private else document.decode()
