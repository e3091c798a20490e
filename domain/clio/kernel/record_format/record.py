"""A match record as it was read, and the checks that need the whole of it."""

from collections.abc import Mapping

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import Envelope, MatchEvent, Payload
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.commitments import salt, salt_key
from clio.kernel.message import NO_MESSAGE, Message, MessageError, Param
from clio.kernel.record_format.fast_path_lines import AnyFastPathEnvelope


class FlawError(MessageError):
    """A record does not hold: at which event (None: header, head or the file as a whole), and why."""

    def __init__(self, seq: int | None, template: str | Message, /, **params: Param) -> None:
        super().__init__(template, **params)
        self.seq = seq

    @property
    def why(self) -> str:
        """The flaw in English."""
        return self.message.text


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: str
    game: str
    match: str
    rules: str


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value and the salt of a sealed field, as a line has them."""

    field: str
    salt: str
    seq: int
    value: msgspec.Raw


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed head: the server vouches for the last event."""

    digest: str
    key: str
    seq: int
    signature: str


class Note(msgspec.Struct, frozen=True):
    """A remark on an event that fails no level."""

    seq: int
    message: Message

    @property
    def why(self) -> str:
        """The remark in English."""
        return self.message.text


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event as the file has it. ``payload`` is None if the content could not be decoded as its type.

    ``exact`` means that the payload encodes to the bytes of the file and that nothing is sealed.
    """

    envelope: Envelope | AnyFastPathEnvelope
    canonical: bytes
    digest: bytes
    payload: Payload | None
    secrets: dict[str, msgspec.Raw]
    openings: list[Opening]
    exact: bool
    unreadable: Message = NO_MESSAGE

    @property
    def public(self) -> bytes:
        """The public bytes of the envelope."""
        public = self.envelope.public
        return bytes(public) if isinstance(public, msgspec.Raw) else canonical(public)

    def event(self, private: dict[str, str] | None = None) -> MatchEvent:
        """The event as the aggregate takes it."""
        if self.payload is None:
            raise FlawError(self.envelope.seq, self.unreadable)
        envelope = self.envelope
        return MatchEvent(
            match_id=envelope.match,
            seq=envelope.seq,
            type=envelope.type,
            actor=envelope.actor,
            at=envelope.at,
            request=envelope.request,
            payload=self.payload,
            canonical=self.canonical,
            digest=self.digest,
            sealed=envelope.sealed or {},
            secrets=self.secrets,
            private=private or {},
        )


class Record(msgspec.Struct):
    """A record whose lines are well-formed; ``broken`` is the first break of order, chain or openings."""

    header: Header
    types: EventTypes
    facts: list[Fact] = []
    sealed: list[Fact] = []
    head: Head | None = None
    opened: Opened | None = None
    names: dict[int, str] = {}
    """The names of the taken seats."""
    entropies: dict[int, bytes] = {}
    resigned: set[int] = set()
    """The seats that are out of the match: by resignation, by time, or abandoned."""
    commitments: dict[int, str] = {}
    """What the taken seats are committed to reveal."""
    ready: dict[int, str] = {}
    """The seats that are ready in this round, with their next commitments."""
    round_at: str = ""
    """When the round of readiness began; empty outside of one."""
    moved: bool = False
    """Whether a seat has moved since the start."""
    paused_at: str = ""
    consents: set[tuple[str, int]] = set()
    server_seed: bytes | None = None
    digest: bytes = GENESIS
    players: frozenset[str] = frozenset()
    """The actors that events of a game may have."""
    started: bool = False
    last_time: str = ""
    last_request: str | None = None
    opening_request: str = ""
    requests: set[str] = set()
    own_pools: Mapping[str, tuple[str, ...]] = {}
    """The fields that hold pools by the record's own draw table, by type name; of a game that is not installed only."""
    chance: Chance | None = None
    notes: list[Note] = []
    broken: FlawError | None = None

    @property
    def edition(self) -> int:
        """The edition of docs/record.md that the record claims to conform to."""
        return self.opened.edition if self.opened and self.opened.edition is not msgspec.UNSET else 1

    def excuse(self, seq: int, template: str, /, **params: Param) -> None:
        """Notes a flaw that servers of the first edition could produce; FlawError in a later edition."""
        if self.edition > 1:
            raise FlawError(seq, template, **params)
        self.notes.append(Note(seq, Message(template, params)))

    def note_move(self) -> None:
        """A seat has moved: consents lapse."""
        self.moved = True
        self.consents.clear()

    def add(self, fact: Fact) -> None:
        """Appends the next fact."""
        self.facts.append(fact)
        if fact.envelope.sealed:
            self.sealed.append(fact)

    def events(self) -> list[MatchEvent]:
        """All events as the aggregate takes them."""
        return [fact.event() for fact in self.facts]


def flaw_of(record: Record) -> FlawError | None:
    """The first flaw in a record's chain, openings or head; the signature is not checked here."""
    flaws = [flaw for flaw in (record.broken, _secrets_flaw(record), _head_flaw(record)) if flaw is not None]
    return min(flaws, key=lambda flaw: (flaw.seq is None, flaw.seq or 0)) if flaws else None


def _secrets_flaw(record: Record) -> FlawError | None:
    """Once the seed is revealed, every sealed field must have an opening, with the salt derived from the seed."""
    if record.server_seed is None or not record.sealed:
        return None
    key = salt_key(record.server_seed)
    for fact in record.sealed:
        seq = fact.envelope.seq
        salts = {opening.field: opening.salt for opening in fact.openings}
        for field in fact.envelope.sealed or ():
            if field not in salts:
                return FlawError(seq, "the match is over but {field} has no opening", field=ascii(field))
            if salt(key, seq, field).hex() != salts[field]:
                return FlawError(seq, "the salt of {field} does not follow from the server seed", field=ascii(field))
    return None


def _head_flaw(record: Record) -> FlawError | None:
    head = record.head
    if head is None:
        return FlawError(None, "there is no head")
    if head.seq != len(record.facts):
        return FlawError(
            None, "the head is of event {seq}, the last event is {count}", seq=head.seq, count=len(record.facts)
        )
    if head.digest != record.digest.hex():
        return FlawError(
            None,
            "the head's digest is {digest}, the chain's is {due}",
            digest=ascii(head.digest),
            due=record.digest.hex(),
        )
    return None
