"""Player names beside the record: the pseudonym that a match with private names records, and the name it stands for."""

import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from eventsourcing.persistence import Cipher, PersistenceError

TABLE: Final = "clio_names"
SCHEMA: Final = (
    f"CREATE TABLE IF NOT EXISTS {TABLE} "
    "(pseudonym TEXT PRIMARY KEY, lookup TEXT NOT NULL UNIQUE, document {blob} NOT NULL)"
)
PREFIX: Final = "player-"
PAGE: Final = 500
_LETTERS: Final = "bcdfghjkpqstvwxz"
"""No vowels, so that no words come up, and no letters that look like each other."""
_LENGTH: Final = 12
_PURPOSE: Final = b"clio-names/1"


def is_pseudonym(name: str) -> bool:
    """Whether a name has the form of a pseudonym."""
    drawn = name.removeprefix(PREFIX)
    return len(drawn) == _LENGTH and len(name) > _LENGTH and set(drawn) <= set(_LETTERS)


class NamesUnavailableError(PersistenceError):
    """The names cannot be read or written."""


class PlayerName(msgspec.Struct, frozen=True):
    """A player's name in the matches of a namespace, and its pseudonym."""

    pseudonym: str
    namespace: str
    name: str


_DECODER: Final = msgspec.json.Decoder(PlayerName)


def copy_names(source: "PlayerNames", target: "PlayerNames", erased: Container[str] = ()) -> int:
    """Copies names to another store, which keeps what it has; returns how many there were. Blocking.

    ``erased`` are the pseudonyms whose names were erased at the target: these stay erased.
    """
    copied, after = 0, ""
    while page := source.page(after, PAGE):
        for player in page:
            if player.pseudonym not in erased:
                target.add(player)
        copied, after = copied + len(page), page[-1].pseudonym
    return copied


class PlayerNames(ABC):
    """A table of names. Blocking: called in threads. With a cipher names are enciphered and found by a keyed hash."""

    def __init__(self, cipher: Cipher | None, key: bytes | None) -> None:
        self._cipher: Final = cipher
        self._key: Final = None if key is None else hmac.digest(key, _PURPOSE, "sha256")

    def pseudonym(self, namespace: str, name: str) -> str:
        """The pseudonym of a name in a namespace; a new one for a new name."""
        new = PREFIX + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        self.add(PlayerName(new, namespace, name))
        return str(self._run(f"SELECT pseudonym FROM {TABLE} WHERE lookup = ?", self._lookup(namespace, name))[0][0])  # noqa: S608 (names are ours)

    def names(self, pseudonyms: Iterable[str]) -> Mapping[str, str]:
        """The names of pseudonyms, as far as they are known."""
        wanted = sorted(set(pseudonyms))
        if not wanted:
            return {}
        marks = ", ".join("?" * len(wanted))
        rows = self._run(f"SELECT document FROM {TABLE} WHERE pseudonym IN ({marks})", *wanted)  # noqa: S608 (names are ours)
        return {found.pseudonym: found.name for found in map(self._decoded, rows)}

    def get(self, pseudonym: str) -> PlayerName | None:
        """The name that a pseudonym stands for."""
        rows = self._run(f"SELECT document FROM {TABLE} WHERE pseudonym = ?", pseudonym)  # noqa: S608 (names are ours)
        return self._decoded(rows[0]) if rows else None

    def find(self, namespace: str, name: str) -> PlayerName | None:
        """A name of a namespace."""
        rows = self._run(f"SELECT document FROM {TABLE} WHERE lookup = ?", self._lookup(namespace, name))  # noqa: S608 (names are ours)
        return self._decoded(rows[0]) if rows else None

    def page(self, after: str, size: int) -> list[PlayerName]:
        """Names by pseudonym, after one."""
        rows = self._run(f"SELECT document FROM {TABLE} WHERE pseudonym > ? ORDER BY pseudonym LIMIT {size}", after)  # noqa: S608 (names are ours)
        return [self._decoded(row) for row in rows]

    def add(self, player: PlayerName) -> None:
        """Stores a name; does nothing if the name or the pseudonym is there."""
        self._run(
            f"INSERT INTO {TABLE} VALUES (?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608 (names are ours)
            player.pseudonym,
            self._lookup(player.namespace, player.name),
            self._encoded(player),
        )

    def rename(self, player: PlayerName) -> bool:
        """Changes the name of a pseudonym; False if another pseudonym of the namespace has that name."""
        taken = self.find(player.namespace, player.name)
        if taken is not None and taken.pseudonym != player.pseudonym:
            return False
        self._run(
            f"UPDATE {TABLE} SET lookup = ?, document = ? WHERE pseudonym = ?",  # noqa: S608 (names are ours)
            self._lookup(player.namespace, player.name),
            self._encoded(player),
            player.pseudonym,
        )
        return True

    def erase(self, pseudonym: str) -> None:
        """Erases a name; its pseudonym can no longer be resolved."""
        self._run(f"DELETE FROM {TABLE} WHERE pseudonym = ?", pseudonym)  # noqa: S608 (names are ours)

    @abstractmethod
    def close(self) -> None:
        """Closes the store."""

    @abstractmethod
    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        """Runs one statement, which commits by itself; NamesUnavailableError where it cannot be."""

    def _lookup(self, namespace: str, name: str) -> str:
        place = f"{namespace}/{name}"
        return place if self._key is None else hmac.digest(self._key, place.encode(), "sha256").hex()

    def _encoded(self, player: PlayerName) -> bytes:
        document = msgspec.json.encode(player)
        return self._cipher.encrypt(document) if self._cipher else document

    def _decoded(self, row: Sequence[Any]) -> PlayerName:
        stored = bytes(row[0])
        try:
            return _DECODER.decode(self._cipher.decrypt(stored) if self._cipher else stored)
        except (ValueError, msgspec.MsgspecError) as error:
            raise NamesUnavailableError("a name cannot be read with this key") from error
