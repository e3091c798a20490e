"""Records from elsewhere: checked at the door, kept apart, replayed like the rest."""

import asyncio
import zlib
from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.event_types import EventTypes
from domain.kernel.game import Game
from domain.kernel.match import BrokenChainError
from domain.kernel.match_event import MatchEvent
from domain.kernel.record import FlawError, Record, flaw_of
from domain.kernel.record_reading import read_lines
from domain.kernel.replay import Replay
from service import errors
from service.clock import timestamp
from service.foreign import telling
from service.record.archive import Archive, Archived
from service.record.lines import split, unpacked
from service.signing import is_signed
from service.wire.matches import to_message
from service.work.workers import Workers, paced

LARGEST_RECORD: Final = 8 * 1024 * 1024
LONGEST_SOURCE: Final = 200
_MIB: Final = 1024 * 1024


class Archiving:
    """Takes foreign records in and gives them out again."""

    def __init__(
        self,
        archive: Archive,
        games: Mapping[str, Game[Any, Any]],
        types: EventTypes,
        most_mib: int,
        workers: Workers | None = None,
    ) -> None:
        """``workers`` read and fold records, a few at a time; without them one thread of its own does."""
        self.archive: Final = archive
        self._games: Final = games
        self._types: Final = types
        self._most_mib: Final = most_mib
        self._workers: Final = workers or Workers(1)
        self._one_at_a_time: Final = asyncio.Lock()

    async def take(self, content: bytes | bytearray, source: str) -> tuple[Archived, bool]:
        """Archives a record that holds at level 1; says whether it was there before."""
        async with self._one_at_a_time:
            return await self._workers.run(self._take, content, source[:LONGEST_SOURCE])

    async def find(self, match_id: str) -> Archived:
        """A record without its content."""
        archived = await asyncio.to_thread(self.archive.find, match_id)
        if archived is None:
            raise errors.match_not_found(match_id)
        return archived

    async def lines(self, match_id: str) -> list[bytes]:
        """The lines of a record without their ends."""
        return await self._workers.run(self._lines, match_id)

    async def events(self, match_id: str) -> list[MatchEvent]:
        """The events of a record, with what it opens of their secrets."""
        return await self._workers.run(self.read_events, match_id)

    def _lines(self, match_id: str) -> list[bytes]:
        lines = self.archive.lines(match_id)
        if lines is None:
            raise errors.match_not_found(match_id)
        return lines

    def read_events(self, match_id: str) -> list[MatchEvent]:
        """The same, for a worker."""
        try:
            return read_lines(paced(self._lines(match_id)), self._types).events()
        except FlawError as error:
            # It was archived by a server that had other limits.
            raise errors.record_not_valid(error.seq, error.why) from error

    def _take(self, content: bytes | bytearray, source: str) -> tuple[Archived, bool]:
        plain = self._plain(bytes(content))
        record = self._sound(plain)
        known = self.archive.find(record.header.match)
        if known is not None and self._continues(known, record):
            return known, True
        if self.archive.size() + len(content) > self._most_mib * _MIB:
            raise errors.archive_full(self._most_mib)
        archived = self._archived(record, source)
        self.archive.keep(archived, plain)
        return self.archive.find(archived.match_id) or archived, False

    def _plain(self, content: bytes) -> bytes:
        try:
            plain = unpacked(content, LARGEST_RECORD)
        except zlib.error as error:
            raise errors.record_not_valid(None, "it is not whole gzip") from error
        if plain is None:
            raise errors.too_large(LARGEST_RECORD + 1, LARGEST_RECORD)
        if not plain.endswith(b"\n"):
            raise errors.record_not_valid(None, "its last line has no end")
        return plain

    def _sound(self, plain: bytes) -> Record:
        try:
            record = read_lines(paced(split(plain)), self._types)
            flaw = flaw_of(record)
            record.events()
        except FlawError as error:
            raise errors.record_not_valid(error.seq, error.why) from error
        if flaw is not None:
            raise errors.record_not_valid(flaw.seq, flaw.why)
        head = record.head
        try:
            signed = head is not None and is_signed(
                bytes.fromhex(head.key),
                bytes.fromhex(head.signature),
                record.header.match,
                head.seq,
                record.digest,
            )
        except ValueError:
            signed = False
        if not signed:
            raise errors.record_not_valid(None, "the signature of the head is false")
        return record

    def _continues(self, known: Archived, record: Record) -> bool:
        """Whether the archive has the record, or a longer one; a different history of the same match is refused."""
        if len(record.facts) > known.seq:
            if record.facts[known.seq - 1].digest != known.digest:
                raise errors.history_differs(known.seq)
            return False
        mine = read_lines(paced(self.archive.lines(known.match_id) or []), self._types)
        if mine.facts[len(record.facts) - 1].digest != record.digest:
            raise errors.history_differs(len(record.facts))
        return True

    def _archived(self, record: Record, source: str) -> Archived:
        events = record.events()
        with telling():
            try:
                match = Replay(events, self._games).at(len(events), paced)
            except BrokenChainError as error:
                raise errors.record_not_valid(None, str(error)) from error
            told = to_message(match).SerializeToString()
        return Archived(
            match_id=match.id,
            game=match.game.name,
            seq=match.seq,
            digest=match.digest,
            key=bytes.fromhex(record.head.key) if record.head else b"",
            source=source,
            imported_at=timestamp(),
            updated_at=match.updated_at,
            match=told,
        )
