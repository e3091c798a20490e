"""The archive: records from elsewhere by match and signer, never among the matches played here."""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, cast

import msgspec
from eventsourcing.persistence import Cipher, PersistenceError

from clio.kernel.message import Message
from clio.server.eventstore.encryption import refuse_other_cipher
from clio.server.eventstore.record_parts import deflated, inflated

TABLE: Final = "clio_archive"
FORKS_TABLE: Final = "clio_archive_forks"
_COLUMNS: Final = "match_id, game, seq, digest, key, source, imported_at, updated_at, match, importer, size"
_SELECT: Final = f"SELECT {_COLUMNS}, position FROM {TABLE} "  # noqa: S608 (names are ours)
NEWEST: Final = 2**62


class ArchiveUnavailableError(PersistenceError):
    """The archive cannot be read or written."""


class Archived(msgspec.Struct, frozen=True):
    """The metadata of a foreign record; ``match`` is its message in lists.

    ``key`` is the signer's, ``importer`` the API key or address that brought it (empty if unknown), ``size``
    the bytes that it takes in the archive.
    """

    match_id: str
    game: str
    seq: int
    digest: bytes
    key: bytes
    source: str
    imported_at: str
    updated_at: str
    match: bytes
    importer: str = ""
    size: int = 0
    position: int = 0


class Room(NamedTuple):
    """The maximum bytes of all records and of one importer; 0 for the second means no limit."""

    bytes_of_all: int
    bytes_of_importer: int = 0


class NoRoomError(Exception):
    """A record does not fit; ``of_importer`` says whose quota is used up."""

    def __init__(self, *, of_importer: bool) -> None:
        super().__init__("the archive has no room for the record")
        self.of_importer: Final = of_importer


class Archive(ABC):
    """Foreign records. Blocking: called from reader threads.

    Each store runs statements with ``?`` for values. With a cipher the record itself, the message made of it and its
    source are enciphered; the rest stays readable.
    """

    def __init__(self, cipher: Cipher | None) -> None:
        self._cipher: Final = cipher

    def versions(self, match_id: str) -> list[Archived]:
        """The records of a match, one per signer, the latest import first."""
        rows = self._run(_SELECT + "WHERE match_id = ? ORDER BY position DESC", match_id)
        return [self._readable(row) for row in rows]

    def find(self, match_id: str, key: bytes) -> Archived | None:
        """The record of a match that a key has signed."""
        rows = self._run(_SELECT + "WHERE match_id = ? AND key = ?", match_id, key)
        return self._readable(rows[0]) if rows else None

    def content(self, match_id: str, key: bytes) -> list[bytes] | None:
        """The content of a record, in parts."""
        rows = self._run(f"SELECT record FROM {TABLE} WHERE match_id = ? AND key = ?", match_id, key)  # noqa: S608 (names are ours)
        return list(inflated(self._plain(bytes(rows[0][0])))) if rows else None

    def keep(
        self, archived: Archived, content: Iterable[bytes], *, replaces: bytes = b"", room: Room | None = None
    ) -> bool:
        """Stores a record, given in parts, in the place of the one with the digest ``replaces``.

        Returns False where that one has changed.

        The check of the room and the insertion are one transaction: servers that share the archive share its limits.
        """
        values = self._values(archived, deflated(content))
        with self._transaction():
            before = self.find(archived.match_id, archived.key)
            if (b"" if before is None else before.digest) != replaces:
                return False
            if room is not None:
                self._demand_room(archived.importer, len(values[-1]), before, room)
            self._delete(archived.match_id, archived.key)
            marks = ", ".join("?" * len(values))
            self._run(f"INSERT INTO {TABLE} ({_COLUMNS}, enciphered, record) VALUES ({marks})", *values)  # noqa: S608 (names are ours)
        return True

    def delete(self, match_id: str, key: bytes) -> bool:
        """Removes a record; whether there was one."""
        with self._transaction():
            there = self.find(match_id, key) is not None
            self._delete(match_id, key)
        return there

    def charge_fork(self, match_id: str, importer: str, size: int, room: Room) -> None:
        """Counts the bytes that a fork of a foreign record adds to the matches played here; NoRoomError if too many.

        A fork counts once, however often it is asked for, and for ever: the match cannot be deleted.
        """
        with self._transaction():
            if self.is_foreign_fork(match_id):
                return
            self._demand_room(importer, size, None, room)
            self._run(f"INSERT INTO {FORKS_TABLE} VALUES (?, ?, ?)", match_id, importer, size)  # noqa: S608 (names are ours)

    def is_foreign_fork(self, match_id: str) -> bool:
        """Whether a match played here is a fork of a foreign record, or a fork of such a fork."""
        return bool(self._run(f"SELECT 1 FROM {FORKS_TABLE} WHERE match_id = ?", match_id))  # noqa: S608 (names are ours)

    def page(self, game: str, before: int, size: int) -> list[Archived]:
        """Records from the latest import on, older than a position."""
        where = "WHERE position < ?" + (" AND game = ?" if game else "")
        rows = self._run(f"{_SELECT}{where} ORDER BY position DESC LIMIT ?", before, *([game] if game else []), size)
        return [self._readable(row) for row in rows]

    def following(self, after: int) -> tuple[Archived, bytes] | None:
        """The next record after a position, from the oldest import on, with its content in one piece."""
        rows = self._run(
            f"SELECT {_COLUMNS}, position, record FROM {TABLE} WHERE position > ? ORDER BY position LIMIT 1",  # noqa: S608 (names are ours)
            after,
        )
        return (self._readable(rows[0][:-1]), zlib.decompress(self._plain(bytes(rows[0][-1])))) if rows else None

    def size(self) -> int:
        """The bytes that all records take."""
        return int(self._run(f"SELECT coalesce(sum(size), 0) FROM {TABLE}")[0][0])  # noqa: S608 (names are ours)

    @abstractmethod
    def close(self) -> None:
        """Closes the store."""

    @abstractmethod
    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        """Runs one statement; ArchiveUnavailableError where it cannot be."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]:
        """A transaction that excludes other writers."""

    def _delete(self, match_id: str, key: bytes) -> None:
        self._run(f"DELETE FROM {TABLE} WHERE match_id = ? AND key = ?", match_id, key)  # noqa: S608 (names are ours)

    def _demand_room(self, importer: str, size: int, before: Archived | None, room: Room) -> None:
        freed = 0 if before is None else before.size
        if self.size() + self._forked() - freed + size > room.bytes_of_all:
            raise NoRoomError(of_importer=False)
        if not room.bytes_of_importer:
            return
        freed = freed if before is not None and before.importer == importer else 0
        taken = self._run(f"SELECT coalesce(sum(size), 0) FROM {TABLE} WHERE importer = ?", importer)[0][0]  # noqa: S608 (names are ours)
        if int(taken) + self._forked(importer) - freed + size > room.bytes_of_importer:
            raise NoRoomError(of_importer=True)

    def _forked(self, importer: str | None = None) -> int:
        """The bytes that forks of foreign records take, all of them or those of one caller."""
        where, values = (" WHERE importer = ?", [importer]) if importer is not None else ("", [])
        return int(self._run(f"SELECT coalesce(sum(size), 0) FROM {FORKS_TABLE}{where}", *values)[0][0])  # noqa: S608 (names are ours)

    def _refuse_other_cipher(self) -> None:
        """An archive is enciphered as a whole, with one key, or not at all."""
        rows = self._run(f"SELECT match, enciphered FROM {TABLE} LIMIT 1")  # noqa: S608 (names are ours)
        if rows:
            refuse_other_cipher(Message("The archive"), bytes(rows[0][0]) if rows[0][1] else None, self._cipher)

    def _values(self, archived: Archived, packed: bytes) -> list[Any]:
        record = self._sealed(packed)
        source = self._sealed(archived.source.encode())
        kept = msgspec.structs.replace(archived, match=self._sealed(archived.match), size=len(record))
        *values, _position = msgspec.structs.astuple(kept)
        values[5] = source
        return [*values, int(self._cipher is not None), record]

    def _readable(self, row: Sequence[Any]) -> Archived:
        found = Archived(*row)
        source = self._plain(bytes(cast("bytes", found.source))).decode()
        return msgspec.structs.replace(
            found,
            digest=bytes(found.digest),
            key=bytes(found.key),
            source=source,
            match=self._plain(bytes(found.match)),
        )

    def _sealed(self, value: bytes) -> bytes:
        return self._cipher.encrypt(value) if self._cipher else value

    def _plain(self, value: bytes) -> bytes:
        return self._cipher.decrypt(value) if self._cipher else value
