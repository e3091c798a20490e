"""A consistent snapshot of a running server: the log is append-only, so a position defines one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from clio.kernel.message import Message, message
from clio.server import errors
from clio.server.auth.api_keys import ApiKey
from clio.server.backup.payload import (
    API_KEYS,
    ARCHIVED,
    KEYS,
    NAMES,
    PREFACE,
    TRAILER,
    Counts,
    Keys,
    Preface,
    Trailer,
    encode_frame,
    event_frame,
)
from clio.server.clock import timestamp
from clio.server.eventstore.archive import Archive, Archived
from clio.server.eventstore.match_store import MatchEventMapper, MatchStore
from clio.server.eventstore.player_names import PlayerNames
from clio.server.signing_keys import load_signing_keys

PAGE: Final = 500


class Content(NamedTuple):
    """The sources of a backup."""

    record: MatchStore
    archive: Archive
    head_key: Path
    api_keys: Callable[[], list[ApiKey]]
    names: PlayerNames


class Snapshot:
    """Everything that the server cannot rebuild, up to the position at the time of the request. Blocking."""

    def __init__(self, content: Content, *, encrypted: bool) -> None:
        if not isinstance(content.record.mapper, MatchEventMapper):
            raise TypeError("the record has a mapper of its own")
        self._record: Final = content.record
        self._mapper: Final = content.record.mapper
        self._archive: Final = content.archive
        self._head_key: Final = content.head_key
        self._api_keys: Final = content.api_keys
        self._names: Final = content.names
        self._encrypted: Final = encrypted
        self.position = 0
        self.counts = Counts()

    def frames(self) -> Iterator[bytes]:
        """Yields the payload; holds at most one page of it in memory."""
        total = sha256()
        for frame in self._content():
            total.update(frame)
            yield frame
        yield encode_frame(TRAILER, msgspec.json.encode(Trailer(self.counts, total.hexdigest())))

    def _content(self) -> Iterator[bytes]:
        self.position = self._record.last_position()
        yield encode_frame(PREFACE, msgspec.json.encode(Preface(timestamp(), self.position)))
        yield encode_frame(KEYS, msgspec.json.encode(self._keys()))
        keys = self._api_keys()
        self._count(keys=len(keys))
        yield encode_frame(API_KEYS, msgspec.json.encode(keys))
        yield from self._player_names()
        yield from self._archived()
        yield from self._events()

    def _keys(self) -> Keys:
        signing_keys = load_signing_keys(self._head_key)
        private = self._head_key.read_bytes().hex() if self._encrypted else ""
        return Keys(signing_keys.signer.public_key.hex(), private, signing_keys.retired)

    def _player_names(self) -> Iterator[bytes]:
        """A frame for each page of names: none where there are no names, so that earlier versions read the backup."""
        after = ""
        while page := self._names.page(after, PAGE):
            after = page[-1].pseudonym
            self._count(names=self.counts.names + len(page))
            yield encode_frame(NAMES, msgspec.json.encode(page))

    def _archived(self) -> Iterator[bytes]:
        after = 0
        while following := self._following(after):
            found, content = following
            after = found.position
            self._count(archived=self.counts.archived + 1)
            yield encode_frame(ARCHIVED, msgspec.json.encode(found) + b"\n" + content)

    def _following(self, after: int) -> tuple[Archived, bytes] | None:
        with _decrypting(Message("A record of the archive")):
            return self._archive.following(after)

    def _events(self) -> Iterator[bytes]:
        after = 0
        while after < self.position:
            page = self._record.stored(after, PAGE, self.position)
            if not page:
                return
            after = page[-1].id
            opened = sum(stored.originator_version == 1 for stored in page)
            self._count(events=self.counts.events + len(page), matches=self.counts.matches + opened)
            for stored in page:
                with _decrypting(
                    message(
                        "Event {seq} of match {match}", seq=stored.originator_version, match=str(stored.originator_id)
                    )
                ):
                    plain = self._mapper.plain(stored)
                yield event_frame(stored.id, plain)

    def _count(self, **changes: int) -> None:
        self.counts = msgspec.structs.replace(self.counts, **changes)


@contextmanager
def _decrypting(what: Message) -> Iterator[None]:
    """Names the item that the server's key does not decrypt; ciphers raise ``ValueError``."""
    try:
        yield
    except ValueError as error:
        raise errors.backup_undecipherable(what) from error
