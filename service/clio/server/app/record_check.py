"""Checks a foreign record: level 1 of docs/record.md, the head's signature, and that its events can be followed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.game import Game
from clio.kernel.match.aggregate import BrokenChainError
from clio.kernel.match.replay import Replay
from clio.kernel.message import Message
from clio.kernel.record_format.reader import read_lines
from clio.kernel.record_format.record import FlawError, Record, flaw_of
from clio.server.codec.matches import to_message
from clio.server.eventstore.record_lines import split
from clio.server.signing_keys import is_signed

DIGEST_BYTES: Final = 32
T = TypeVar("T")
Pace = Callable[[Iterable[T]], Iterator[T]]


class CheckedRecord(msgspec.Struct, frozen=True):
    """What the archive stores about a valid record."""

    match_id: str
    game: str
    seq: int
    digest: bytes
    key: bytes
    """The public key that signed the head."""
    updated_at: str
    match: bytes
    """The match after its last event, as a serialised message."""
    digests: bytes
    """The chain digests of all its events, joined."""

    def digest_at(self, seq: int) -> bytes:
        """The chain digest after an event."""
        return self.digests[(seq - 1) * DIGEST_BYTES : seq * DIGEST_BYTES]


class RecordFlaw(msgspec.Struct, frozen=True):
    """Why a record is not valid, and at which event."""

    seq: int | None
    message: Message


def check_record(
    plain: bytes, games: Mapping[str, Game[Any, Any]], types: EventTypes, pace: Pace[Any] = iter
) -> CheckedRecord | RecordFlaw:
    """Reads a record and follows it to its end."""
    try:
        record = read_lines(pace(split(plain)), types)
        flaw = flaw_of(record)
        if flaw is not None:
            return RecordFlaw(flaw.seq, flaw.message)
        if not _is_signed(record):
            return RecordFlaw(None, Message("the signature of the head is false"))
        return _followed(record, games, pace)
    except FlawError as error:
        return RecordFlaw(error.seq, error.message)


def _is_signed(record: Record) -> bool:
    head = record.head
    if head is None:
        return False
    try:
        key, signature = bytes.fromhex(head.key), bytes.fromhex(head.signature)
        return is_signed(key, signature, record.header.match, head.seq, record.digest)
    except ValueError:
        return False


def _followed(record: Record, games: Mapping[str, Game[Any, Any]], pace: Pace[Any]) -> CheckedRecord | RecordFlaw:
    events = record.events()
    try:
        match = Replay(events, games).at(len(events), pace)
        message = to_message(match).SerializeToString(deterministic=True)
    except BrokenChainError:
        return RecordFlaw(None, Message("its events do not continue each other"))
    except Exception:  # noqa: BLE001 (a signer can have signed anything: whatever fails here is the record's fault)
        return RecordFlaw(None, Message("its events cannot be followed"))
    return CheckedRecord(
        match_id=match.id,
        game=match.game.name,
        seq=match.seq,
        digest=match.digest,
        key=bytes.fromhex(record.head.key) if record.head else b"",
        updated_at=match.updated_at,
        match=message,
        digests=b"".join(fact.digest for fact in record.facts),
    )
