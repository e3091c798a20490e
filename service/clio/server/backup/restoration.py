"""One restore of a backup: stored, read back, every match verified, and only then put in service."""

import shutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.storage.private_files import make_private_folder
from clio.server.auth.api_key_store import KeyStore
from clio.server.auth.api_keys import ApiKey
from clio.server.backup.container import decrypted
from clio.server.backup.credentials import Credentials, check_signing_keys, restore_signing_keys
from clio.server.backup.empty_place import require_empty
from clio.server.backup.errors import BackupError
from clio.server.backup.payload import (
    API_KEYS,
    ARCHIVED,
    EVENT,
    KEYS,
    NAMES,
    PREFACE,
    TRAILER,
    Counts,
    Frame,
    Keys,
    Preface,
    Trailer,
    decoded,
    split_event,
    verified_frames,
)
from clio.server.backup.record_lines import lines_of, why_not_ours
from clio.server.backup.restore_target import RESTORING, Target, sync_folder
from clio.server.clock import timestamp
from clio.server.eventstore.archive import Archive, Archived
from clio.server.eventstore.encryption import cipher_of
from clio.server.eventstore.factory import borrowed_pool
from clio.server.eventstore.match_store import MatchEventMapper
from clio.server.eventstore.player_names import PlayerName
from clio.server.eventstore.player_names_factory import open_player_names
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.settings import Settings

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool

Verify = Callable[[Sequence[bytes], int], str]
"""Verifies the lines of a record up to a level; returns the first problem, empty if there is none."""
_INTEGRITY: Final = 1
_FAIRNESS: Final = 2
OnProgress = Callable[[int], None]
NewKeyStore = Callable[["PostgresPool | None"], KeyStore]
_PROGRESS_EVENTS: Final = 50_000


class Restored(NamedTuple):
    """The result of a restore."""

    counts: Counts
    created_at: str
    position: int
    signs_as_before: bool
    """Whether the signing key was restored; otherwise the server generates a new one."""
    credentials_void: bool = False
    """Whether all tokens and API keys of the backup are void."""


class Restoration:
    """One restore of one backup."""

    def __init__(
        self,
        settings: Settings,
        mapper: MatchEventMapper,
        verify: Verify,
        on_progress: OnProgress,
        credentials: Credentials,
    ) -> None:
        self._settings: Final = settings
        self._mapper: Final = mapper
        self._verify_lines: Final = verify
        self._on_progress: Final = on_progress
        self._credentials: Final = credentials
        self._folder: Final = settings.data / RESTORING
        self._api_keys: list[ApiKey] = []
        self._names: list[PlayerName] = []
        self._preface: Preface | None = None
        self._keys: Keys | None = None
        self._counts = Counts()
        self._last = 0

    def run(
        self,
        file: BinaryIO,
        keys: Sequence[bytes],
        new_target: Callable[[], Target],
        key_store: NewKeyStore,
    ) -> Restored:
        """Restores everything or nothing."""
        require_empty(self._settings)
        make_private_folder(self._folder)
        target: Target | None = None
        try:
            target = new_target()
            archive = SqliteArchive(self._folder / "archive.db", cipher_of(self._settings.cipher_key))
            try:
                for frame in verified_frames(decrypted(file, keys)):
                    self._take(frame, target, archive)
            finally:
                archive.close()
            self._verify(target)
            restored = self._put_in_service(target, key_store)
        except BaseException:
            if target is not None:
                target.abandon()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        return restored

    def _take(self, frame: Frame, target: Target, archive: Archive) -> None:
        if self._preface is None and frame.kind != PREFACE:
            raise BackupError("CONTENT_WRONG", why="it does not begin with what it is of")
        if frame.kind == PREFACE:
            self._preface = decoded(frame.body, Preface)
        elif frame.kind == KEYS:
            self._keys = decoded(frame.body, Keys)
            check_signing_keys(self._settings.head_key_file, self._keys)
        elif frame.kind == API_KEYS:
            self._api_keys += decoded(frame.body, list[ApiKey])
            self._count(keys=len(self._api_keys))
        elif frame.kind == NAMES:
            self._names += decoded(frame.body, list[PlayerName])
            self._count(names=len(self._names))
        elif frame.kind == ARCHIVED:
            self._take_archived(frame.body, archive)
        elif frame.kind == EVENT:
            self._take_event(frame.body, target)
        elif frame.kind == TRAILER:
            if decoded(frame.body, Trailer).counts != self._counts:
                raise BackupError("CONTENT_WRONG", why="it does not hold as much as it says")
        else:
            raise BackupError("CONTENT_WRONG", why="it holds something unknown: a newer version has made it")

    def _take_archived(self, body: bytes, archive: Archive) -> None:
        head, _, content = body.partition(b"\n")
        archived = decoded(head, Archived)
        why = self._verify_lines(content.split(b"\n")[:-1], _INTEGRITY)
        if why:
            raise BackupError("MATCH_BROKEN", match=archived.match_id, why=why)
        archive.keep(archived, [content])
        self._count(archived=self._counts.archived + 1)

    def _take_event(self, body: bytes, target: Target) -> None:
        position, stored = split_event(body)
        if self._preface is None or not self._last < position <= self._preface.position:
            raise BackupError("CONTENT_WRONG", why="its events are not in the order of the log")
        self._last = position
        event = self._credentials.apply(self._event(stored))
        target.put(position, self._mapper.to_stored_event(event))
        self._count(events=self._counts.events + 1, matches=self._counts.matches + (event.seq == 1))
        if self._counts.events % _PROGRESS_EVENTS == 0:
            self._on_progress(self._counts.events)

    def _event(self, stored: bytes) -> MatchEvent:
        try:
            return self._mapper.from_plain(stored)
        except (msgspec.MsgspecError, ValueError, LookupError) as error:
            raise BackupError("CONTENT_WRONG", why=f"an event cannot be read: {error}") from error

    def _verify(self, target: Target) -> None:
        """Verifies every match as read back from the store, as the server will read it."""
        matches = events = 0
        for stored in target.matches():
            found = [self._mapper.to_domain_event(each) for each in stored]
            why = why_not_ours(found) or self._verify_lines(list(lines_of(found)), _FAIRNESS)
            if why:
                raise BackupError("MATCH_BROKEN", match=found[0].match_id, why=why)
            matches += 1
            events += len(found)
        if (matches, events) != (self._counts.matches, self._counts.events):
            raise BackupError("CONTENT_WRONG", why="a match lacks its beginning")

    def _put_in_service(self, target: Target, key_store: NewKeyStore) -> Restored:
        """Commits the restore. The event store comes last: until then the marker keeps servers from starting."""
        if self._preface is None or self._keys is None:
            raise BackupError("CONTENT_WRONG", why="it lacks its keys")
        signs = restore_signing_keys(self._settings.head_key_file, self._keys)
        with borrowed_pool(self._settings) as pool:
            store = key_store(pool)
            try:
                self._credentials.merge(self._api_keys, store, timestamp())
            finally:
                store.close()
            self._restore_names(pool)
        target.finish(self._folder / "archive.db")
        shutil.rmtree(self._folder)
        sync_folder(self._settings.data)
        return Restored(
            self._counts,
            self._preface.created_at,
            self._preface.position,
            signs,
            credentials_void=self._credentials.void,
        )

    def _restore_names(self, pool: "PostgresPool | None") -> None:
        """Stores the names, except those that were erased after the backup."""
        if not self._names:
            return
        names = open_player_names(self._settings, pool)
        try:
            for player in self._names:
                if player.pseudonym not in self._credentials.revocations.names:
                    names.add(player)
        finally:
            names.close()

    def _count(self, **changes: int) -> None:
        self._counts = msgspec.structs.replace(self._counts, **changes)
