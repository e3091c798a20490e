"""The list of revocations: an append-only file outside the database, so that restoring a backup revives nothing."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec
from eventsourcing.persistence import PersistenceError

from clio.kernel.events.fair_play import Lapsed
from clio.kernel.events.lifecycle import Joined, Left, Opened, TokenRotated
from clio.kernel.events.match_event import MatchEvent

_OWNER_ONLY: Final = 0o600
_HOST: Final = "host"
_FIELDS: Final = {"key": 3, "name": 3, "token": 6}


class RevocationsUnavailableError(PersistenceError):
    """The list cannot be written, so the revocation does not take effect."""


class RevocationList:
    """Appends a line, durably, before a revocation takes effect. Blocking and thread-safe."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = Lock()
        self._torn = True
        """Whether a crash may have left the last line half written."""

    def note_key(self, key_id: str, at: str) -> None:
        """Appends the revocation of an API key."""
        self._append([f"{at} key {key_id}"])

    def note_name(self, pseudonym: str, at: str) -> None:
        """Appends the erasure of a player's name."""
        self._append([f"{at} name {pseudonym}"])

    def note_events(self, events: Sequence[MatchEvent]) -> None:
        """Appends the tokens that these events invalidate."""
        lines = []
        for event in events:
            if isinstance(event.payload, Lapsed):
                lines += [f"{event.at} token {event.match_id} {seat} {event.seq} -" for seat in event.payload.seats]
            elif isinstance(event.payload, Left | TokenRotated):
                # A seat that was left has no token; the next token belongs to another player.
                token = event.private.get("token", "") if isinstance(event.payload, TokenRotated) else ""
                lines.append(f"{event.at} token {event.match_id} {_holder(event)} {event.seq} {token or '-'}")
        if lines:
            self._append(lines)

    def _append(self, lines: Iterable[str]) -> None:
        content = "".join(line + "\n" for line in lines).encode()
        try:
            with self._lock:
                descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, _OWNER_ONLY)
                try:
                    if self._torn:
                        _cut_torn_line(descriptor)
                    self._torn = True
                    if os.write(descriptor, content) != len(content):
                        raise RevocationsUnavailableError("the list of revocations was not written whole")
                    os.fsync(descriptor)
                    self._torn = False
                finally:
                    os.close(descriptor)
        except OSError as error:
            raise RevocationsUnavailableError(str(error)) from error


class Revocations(msgspec.Struct, frozen=True):
    """Revoked keys by id with the time; by match and holder the events that changed a token, with the new hash.

    ``names`` are the pseudonyms whose names were erased.
    """

    keys: dict[str, str]
    tokens: dict[tuple[str, str], list[tuple[int, str]]]
    names: frozenset[str] = frozenset()

    def hash_after(self, event: MatchEvent) -> str:
        """Returns the token hash that replaces the event's own: a later one, or none once the seat was left."""
        token = event.private.get("token", "")
        for seq, later in self.tokens.get((event.match_id, _holder(event)), ()):
            if seq > event.seq:
                if not later:
                    return ""
                token = later
        return token


def read_revocations(paths: Iterable[Path]) -> Revocations:
    """Reads lists; ValueError for an invalid line, OSError for an unreadable file."""
    keys: dict[str, str] = {}
    tokens: dict[tuple[str, str], dict[int, str]] = {}
    names: set[str] = set()
    for path in paths:
        # Text after the last line feed was never acknowledged.
        for number, line in enumerate(path.read_text(encoding="ascii").split("\n")[:-1], 1):
            at, kind, *rest = line.split(" ") if line.count(" ") > 1 else ("", "")
            if len(rest) + 2 != _FIELDS.get(kind):
                raise ValueError(f"line {number} of {path} is not one of a list of revocations")
            if kind == "key":
                keys.setdefault(rest[0], at)
            elif kind == "name":
                names.add(rest[0])
            else:
                match_id, holder, seq, token = rest
                tokens.setdefault((match_id, holder), {})[int(seq)] = token.strip("-")
    return Revocations(keys, {place: sorted(found.items()) for place, found in tokens.items()}, frozenset(names))


def issues_token(event: MatchEvent) -> bool:
    """Whether the event issues a token."""
    return isinstance(event.payload, Opened | Joined | TokenRotated)


def _holder(event: MatchEvent) -> str:
    seat = getattr(event.payload, "seat", msgspec.UNSET)
    return _HOST if seat is msgspec.UNSET else str(seat)


def _cut_torn_line(descriptor: int) -> None:
    size = os.fstat(descriptor).st_size
    content = os.pread(descriptor, size, 0) if size else b""
    if content and not content.endswith(b"\n"):
        os.ftruncate(descriptor, content.rfind(b"\n") + 1)
