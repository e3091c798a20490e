"""Restores a backup into an empty place: stored, read back, every match verified, and only then put in service."""

import secrets
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.projections.storage.private_files import make_private_folder, prepare_private_database
from clio.server.auth.api_key_store import KeyStore, SqliteKeyStore
from clio.server.auth.api_keys import ApiKey
from clio.server.auth.revocations import Revocations
from clio.server.backup.container import decrypted
from clio.server.backup.credentials import Credentials, check_signing_keys, restore_signing_keys
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
from clio.server.backup.sqlite_target import SqliteTarget
from clio.server.clock import timestamp
from clio.server.eventstore.archive import Archive, Archived
from clio.server.eventstore.data_folder import FolderLock
from clio.server.eventstore.encryption import cipher_environment, cipher_of
from clio.server.eventstore.factory import open_record, sqlite_environment
from clio.server.eventstore.match_store import MatchEventMapper, MatchStore
from clio.server.eventstore.player_names import PlayerName
from clio.server.eventstore.player_names_factory import open_player_names
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.settings import Settings

Verify = Callable[[Sequence[bytes], int], str]
"""Verifies the lines of a record up to a level; returns the first problem, empty if there is none."""
_INTEGRITY: Final = 1
_FAIRNESS: Final = 2
OnProgress = Callable[[int], None]
_PROGRESS_EVENTS: Final = 50_000
_RECORD_FILES: Final = ("record.db", "record.db-wal", "record.db-shm")
_ARCHIVE_FILES: Final = ("archive.db", "archive.db-wal", "archive.db-shm")
_VIEWS_FOLDER: Final = "projections"
VOID: Final = Credentials(void=True, revocations=Revocations({}, {}))
"""The default: no token or API key of a backup is valid."""


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
        key_store: Callable[[], KeyStore],
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
        archive.keep(archived, content)
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

    def _put_in_service(self, target: Target, key_store: Callable[[], KeyStore]) -> Restored:
        """Commits the restore. The event store comes last: until then the marker keeps servers from starting."""
        if self._preface is None or self._keys is None:
            raise BackupError("CONTENT_WRONG", why="it lacks its keys")
        signs = restore_signing_keys(self._settings.head_key_file, self._keys)
        store = key_store()
        try:
            self._credentials.merge(self._api_keys, store, timestamp())
        finally:
            store.close()
        self._restore_names()
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

    def _restore_names(self) -> None:
        """Stores the names, except those that were erased after the backup."""
        if not self._names:
            return
        names = open_player_names(self._settings)
        try:
            for player in self._names:
                if player.pseudonym not in self._credentials.revocations.names:
                    names.add(player)
        finally:
            names.close()

    def _count(self, **changes: int) -> None:
        self._counts = msgspec.structs.replace(self._counts, **changes)


def restore(  # noqa: PLR0913 (what, with what, to where, and who judges and listens)
    file: BinaryIO,
    keys: Sequence[bytes],
    settings: Settings,
    types: EventTypes,
    *,
    verify: Verify,
    on_progress: OnProgress,
    credentials: Credentials = VOID,
) -> Restored:
    """Restores a backup to the data folder and database of the settings; BackupError if it is not valid."""
    mapper = MatchEventMapper(types, None, cipher_of(settings.cipher_key))

    def target() -> Target:
        if settings.database_url:
            from clio.server.backup.postgres_target import PostgresTarget  # noqa: PLC0415 (needs the driver, an extra)

            return PostgresTarget(open_record(settings, types), settings.database_url, cipher_of(settings.cipher_key))
        work_file = settings.data / RESTORING / "record.db"
        prepare_private_database(work_file)
        environment = sqlite_environment(work_file) | cipher_environment(settings.cipher_key)
        return SqliteTarget(MatchStore(GAMES, types, environment), work_file, settings.data / "record.db")

    def key_store() -> KeyStore:
        if settings.database_url:
            from clio.server.auth.postgres_api_keys import PostgresKeyStore  # noqa: PLC0415 (needs the driver, an extra)

            return PostgresKeyStore(settings.database_url)
        return SqliteKeyStore(settings.data / "keys.db")

    restoration = Restoration(settings, mapper, verify, on_progress, credentials)
    with FolderLock(settings.data) as lock:
        try:
            return restoration.run(file, keys, target, key_store)
        except BaseException:
            lock.remove()
            raise


def rehearse(
    file: BinaryIO, keys: Sequence[bytes], types: EventTypes, *, verify: Verify, on_progress: OnProgress
) -> Restored:
    """Rehearses a restore in a temporary folder, encrypted with a key that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="clio-") as folder:
        key = b64encode(secrets.token_bytes(32)).decode()
        temporary = Settings(data=Path(folder), cipher_key=key)
        return restore(file, keys, temporary, types, verify=verify, on_progress=on_progress)


def require_empty(settings: Settings) -> None:
    """Rejects a restore over existing data; removes the leftovers of an interrupted restore."""
    interrupted = (settings.data / RESTORING).exists()
    if settings.database_url and not _is_empty_database(settings.database_url):
        if interrupted:
            # The database commits last: the restore is complete, only its marker is left.
            shutil.rmtree(settings.data / RESTORING)
        raise BackupError("DATABASE_NOT_EMPTY")
    if interrupted:
        # No server starts on such a folder, so every file in it comes from that restore.
        for name in (*_RECORD_FILES, *_ARCHIVE_FILES):
            (settings.data / name).unlink(missing_ok=True)
        shutil.rmtree(settings.data / RESTORING)
    mine = (_ARCHIVE_FILES[0],) if settings.database_url else (_RECORD_FILES[0], _ARCHIVE_FILES[0], _VIEWS_FOLDER)
    if any((settings.data / name).exists() for name in mine):
        raise BackupError("NOT_EMPTY", place=str(settings.data))


def _is_empty_database(url: str) -> bool:
    from clio.server.backup.postgres_target import is_empty  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return is_empty(url)
