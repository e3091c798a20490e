"""Imports foreign records into the archive: validates, stores and replays them."""

import asyncio
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.commands import Fork
from clio.kernel.match.visibility import Caller
from clio.kernel.message import Message
from clio.kernel.record_format.reader import read_lines
from clio.kernel.record_format.record import FlawError
from clio.kernel.visible_text import is_visible, normalised
from clio.server import errors
from clio.server.app.call_context import current_caller
from clio.server.app.pacing import paced
from clio.server.app.record_check import CheckedRecord, RecordFlaw, check_record
from clio.server.app.workers import Workers
from clio.server.clock import timestamp
from clio.server.eventstore.archive import Archive, Archived, ArchiveUnavailableError, NoRoomError, Room
from clio.server.eventstore.record_parts import lines_of, unpacked

LARGEST_RECORD: Final = 8 * 1024 * 1024
MAX_SOURCE: Final = 200
_MIB: Final = 1024 * 1024
_TRY_AGAIN_SECONDS: Final = 3_600.0
"""Only the operator frees room, so retrying soon is useless."""
Check = Callable[[Sequence[bytes]], CheckedRecord | RecordFlaw]
"""Checks a record, given in parts."""
T = TypeVar("T")


class RecordImport:
    """Imports foreign records and reads them back."""

    def __init__(  # noqa: PLR0913 (what it keeps, by which rules)
        self,
        archive: Archive,
        games: Mapping[str, Game[Any, Any]],
        types: EventTypes,
        max_mib: int,
        *,
        owns: Callable[[str, Caller], bool] = lambda *_: False,
        trusted: Collection[bytes] = (),
        workers: Workers | None = None,
        check: Check | None = None,
    ) -> None:
        """``owns`` says whether this server has a match itself that a caller may know of.

        With ``trusted`` only those signers come in.

        ``workers`` read and fold records, a few at a time; without them one thread of its own does. ``check`` checks a
        record; without it the worker's thread does.
        """
        self.archive: Final = archive
        self._types: Final = types
        self._max_mib: Final = max_mib
        self._owns: Final = owns
        self._trusted: Final = frozenset(trusted)
        self._workers: Final = workers or Workers(1)
        self._check: Final = check or (lambda parts: check_record(b"".join(parts), games, types, paced))
        self._one_at_a_time: Final = asyncio.Lock()

    async def take(
        self, content: Sequence[bytes], source: str, importer: str = "", max_mib: int = 0
    ) -> tuple[Archived, bool]:
        """Archives a record, given in parts, that holds at level 1; says whether it was there before.

        It counts against the importer's ``max_mib`` (0 for no limit), whatever key signed it.
        """
        async with self._one_at_a_time:
            room = Room(self._max_mib * _MIB, max_mib * _MIB)
            return await self._stored(self._take, content, _shown_source(source), importer, room, current_caller())

    async def charge_fork(self, command: Fork, importer: str = "", max_mib: int = 0) -> None:
        """Counts a fork's bytes as if they were imported: forking a record again and again fills the disk too."""
        room = Room(self._max_mib * _MIB, max_mib * _MIB)
        size = sum(len(event.canonical) for event in command.history)

        def charge() -> None:
            with self._within(room):
                self.archive.charge_fork(command.match_id, importer, size, room)

        await self._stored(charge)

    async def is_foreign_fork(self, match_id: str) -> bool:
        """Whether a match of this server stems from a foreign record."""
        return await self._stored(self.archive.is_foreign_fork, match_id)

    async def find(self, match_id: str, key: bytes = b"") -> Archived:
        """The record of a match that a key has signed, or the only one there is, without its content."""
        return await self._stored(self._find, match_id, key, current_caller())

    async def content(self, archived: Archived) -> list[bytes]:
        """The content of a record, in parts."""
        return await self._stored(self._content, archived)

    async def events(self, archived: Archived) -> list[MatchEvent]:
        """The events of a record, with what it opens of their secrets."""
        return await self._stored(self.read_events, archived)

    def _content(self, archived: Archived) -> list[bytes]:
        content = self.archive.content(archived.match_id, archived.key)
        if content is None:
            raise errors.match_not_found(archived.match_id)
        return content

    def read_events(self, archived: Archived) -> list[MatchEvent]:
        """The same, for a worker."""
        try:
            return read_lines(paced(lines_of(self._content(archived))), self._types).events()
        except FlawError as error:
            # It was archived under other limits.
            raise errors.record_not_valid(error.seq, error.message) from error

    async def page(self, game: str, before: int, size: int) -> list[tuple[Archived, bool]]:
        """Records from the latest import on, each with whether it is hidden: the server has a match of that id."""
        caller = current_caller()

        def look() -> list[tuple[Archived, bool]]:
            found = self.archive.page(game, before, size)
            return [(each, self._owns(each.match_id, caller)) for each in found]

        return await self._stored(look)

    async def delete(self, match_id: str, key: bytes = b"") -> tuple[Archived, bool]:
        """Removes a record, also a hidden one; gives it, and whether it was hidden."""
        caller = current_caller()

        def remove() -> tuple[Archived, bool]:
            found = _only(match_id, self.archive.versions(match_id), key)
            self.archive.delete(match_id, found.key)
            return found, self._owns(match_id, caller)

        return await self._stored(remove)

    async def _stored(self, act: Callable[..., T], *args: object) -> T:
        try:
            return await self._workers.run(act, *args)
        except ArchiveUnavailableError as error:
            raise errors.record_unavailable(str(error)) from error

    def _find(self, match_id: str, key: bytes, caller: Caller) -> Archived:
        # Looked at now, not at the import: a match may be opened later under an id that is in the archive.
        if self._owns(match_id, caller):
            raise errors.match_not_found(match_id)
        return _only(match_id, self.archive.versions(match_id), key)

    def _take(
        self, content: Sequence[bytes], source: str, importer: str, room: Room, caller: Caller
    ) -> tuple[Archived, bool]:
        plain = plain_record(content)
        record = self._checked(plain)
        if self._trusted and record.key not in self._trusted:
            raise errors.signer_not_trusted(record.key)
        # A match that the caller may not know of is treated like one that does not exist.
        if self._owns(record.match_id, caller):
            raise errors.match_is_own(record.match_id)
        archived = _archived(record, source, importer)
        while True:
            known = self.archive.find(record.match_id, record.key)
            if known is not None and self._continues(known, record):
                return known, True
            with self._within(room):
                done = self.archive.keep(archived, plain, replaces=known.digest if known else b"", room=room)
            if done:
                return self.archive.find(record.match_id, record.key) or archived, False

    @contextmanager
    def _within(self, room: Room) -> Iterator[None]:
        """Maps a lack of room to the error that names the limit."""
        try:
            yield
        except NoRoomError as error:
            if error.of_importer:
                limit = room.bytes_of_importer / _MIB
                raise errors.too_many("archive_mib", limit, _TRY_AGAIN_SECONDS) from error
            raise errors.archive_full(self._max_mib) from error

    def _checked(self, plain: Sequence[bytes]) -> CheckedRecord:
        checked = self._check(plain)
        if isinstance(checked, RecordFlaw):
            raise errors.record_not_valid(checked.seq, checked.message)
        return checked

    def _continues(self, known: Archived, record: CheckedRecord) -> bool:
        """Whether the archive has the record, or a longer one; a different history of the same match is refused."""
        if record.seq > known.seq:
            if record.digest_at(known.seq) != known.digest:
                raise errors.history_differs(known.seq)
            return False
        content = self.archive.content(known.match_id, known.key) or []
        if self._checked(content).digest_at(record.seq) != record.digest:
            raise errors.history_differs(record.seq)
        return True


def plain_record(content: Iterable[bytes]) -> list[bytes]:
    """The content of a file, in parts, unpacked within the limit."""
    try:
        plain = unpacked(content, LARGEST_RECORD)
    except zlib.error as error:
        raise errors.record_not_valid(None, Message("it is not whole gzip")) from error
    if plain is None:
        raise errors.too_large(LARGEST_RECORD + 1, LARGEST_RECORD)
    if not plain or not plain[-1].endswith(b"\n"):
        raise errors.record_not_valid(None, Message("its last line does not end in a line feed"))
    return plain


def _archived(record: CheckedRecord, source: str, importer: str) -> Archived:
    return Archived(
        match_id=record.match_id,
        game=record.game,
        seq=record.seq,
        digest=record.digest,
        key=record.key,
        source=source,
        imported_at=timestamp(),
        updated_at=record.updated_at,
        match=record.match,
        importer=importer,
    )


def _only(match_id: str, versions: Sequence[Archived], key: bytes) -> Archived:
    """The version that a key has signed, or the only one; several without a key are ambiguous."""
    found = [each for each in versions if not key or each.key == key]
    if not found:
        raise errors.match_not_found(match_id)
    if len(found) > 1:
        raise errors.several_signers(match_id, [each.key for each in found])
    return found[0]


def _shown_source(source: str) -> str:
    """What others are shown of the importer's words: normalised, cut, and without what does not show."""
    cut = normalised(source[:MAX_SOURCE])[:MAX_SOURCE]
    return "".join(char if is_visible(char) else "\N{REPLACEMENT CHARACTER}" for char in cut).strip()
