"""Restores a backup into an empty place: stored, read back, every match verified, and only then put in service."""

import shutil
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final, NamedTuple

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.storage.private_files import make_private_folder
from clio.server.auth.api_key_store import KeyStore
from clio.server.auth.api_keys import ApiKey
from clio.server.backup.container import opened
from clio.server.backup.credentials import Credentials
from clio.server.backup.errors import BackupError
from clio.server.backup.payload import (
    API_KEYS,
    ARCHIVED,
    EVENT,
    KEYS,
    PREFACE,
    TRAILER,
    Counts,
    Frame,
    Keys,
    Preface,
    Trailer,
    decoded,
    split_event,
    whole_frames,
)
from clio.server.backup.record_lines import lines_of, why_not_ours
from clio.server.backup.restore_files import sync_folder
from clio.server.backup.restore_keys import demand_fitting_key, restore_keys
from clio.server.backup.restore_target_check import RESTORING, require_empty
from clio.server.backup.target import Target
from clio.server.clock import timestamp
from clio.server.eventstore.archive import Archive, Archived
from clio.server.eventstore.encryption import cipher_of
from clio.server.eventstore.mapper import MatchEventMapper
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.settings import Settings

Judge = Callable[[Sequence[bytes], int], str]
"""Says why the lines of a record do not hold up to a level; empty if they do."""
_INTEGRITY: Final = 1
_FAIRNESS: Final = 2
OnProgress = Callable[[int], None]
_TELL_EVERY: Final = 50_000


class Restored(NamedTuple):
    """What was restored."""

    counts: Counts
    created_at: str
    position: int
    signs_as_before: bool
    """Whether the key that signs heads came along; without it the server makes a new one."""
    credentials_void: bool = False
    """Whether no token and no API key of the backup is worth anything."""


class Restoration:
    """One backup on its way into one place."""

    def __init__(
        self,
        settings: Settings,
        mapper: MatchEventMapper,
        judge: Judge,
        on_progress: OnProgress,
        credentials: Credentials,
    ) -> None:
        self._settings: Final = settings
        self._mapper: Final = mapper
        self._judge: Final = judge
        self._on_progress: Final = on_progress
        self._credentials: Final = credentials
        self._folder: Final = settings.data / RESTORING
        self._api_keys: list[ApiKey] = []
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
        """All of it, or nothing."""
        require_empty(self._settings)
        make_private_folder(self._folder)
        target: Target | None = None
        try:
            target = new_target()
            archive = SqliteArchive(self._folder / "archive.db", cipher_of(self._settings.cipher_key))
            try:
                for frame in whole_frames(opened(file, keys)):
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
            demand_fitting_key(self._settings.head_key_file, self._keys)
        elif frame.kind == API_KEYS:
            self._api_keys += decoded(frame.body, list[ApiKey])
            self._count(keys=len(self._api_keys))
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
        why = self._judge(content.split(b"\n")[:-1], _INTEGRITY)
        if why:
            raise BackupError("MATCH_BROKEN", match=archived.match_id, why=why)
        archive.keep(archived, content)
        self._count(archived=self._counts.archived + 1)

    def _take_event(self, body: bytes, target: Target) -> None:
        position, stored = split_event(body)
        if self._preface is None or not self._last < position <= self._preface.position:
            raise BackupError("CONTENT_WRONG", why="its events are not in the order of the log")
        self._last = position
        event = self._credentials.judged(self._event(stored))
        target.put(position, self._mapper.to_stored_event(event))
        self._count(events=self._counts.events + 1, matches=self._counts.matches + (event.seq == 1))
        if self._counts.events % _TELL_EVERY == 0:
            self._on_progress(self._counts.events)

    def _event(self, stored: bytes) -> MatchEvent:
        try:
            return self._mapper.from_plain(stored)
        except (msgspec.MsgspecError, ValueError, LookupError) as error:
            raise BackupError("CONTENT_WRONG", why=f"an event cannot be read: {error}") from error

    def _verify(self, target: Target) -> None:
        """Judges what the store gives back, as its server will read it: nothing is believed because it was written."""
        matches = events = 0
        for stored in target.matches():
            found = [self._mapper.to_domain_event(each) for each in stored]
            why = why_not_ours(found) or self._judge(list(lines_of(found)), _FAIRNESS)
            if why:
                raise BackupError("MATCH_BROKEN", match=found[0].match_id, why=why)
            matches += 1
            events += len(found)
        if (matches, events) != (self._counts.matches, self._counts.events):
            raise BackupError("CONTENT_WRONG", why="a match lacks its beginning")

    def _put_in_service(self, target: Target, key_store: Callable[[], KeyStore]) -> Restored:
        """The record comes last: until then a server finds the mark of a restore, and does not start."""
        if self._preface is None or self._keys is None:
            raise BackupError("CONTENT_WRONG", why="it lacks its keys")
        signs = restore_keys(self._settings.head_key_file, self._keys)
        store = key_store()
        try:
            self._credentials.merge(self._api_keys, store, timestamp())
        finally:
            store.close()
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

    def _count(self, **changes: int) -> None:
        self._counts = msgspec.structs.replace(self._counts, **changes)
