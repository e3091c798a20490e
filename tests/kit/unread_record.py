"""A record before its lines are read: the checks of single events take it in any condition a test chooses."""

import msgspec

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import Envelope, Payload
from clio.kernel.game import DataSet
from clio.kernel.record_format.lifecycle_checks import follow
from clio.kernel.record_format.record import Fact, FlawError, Header, Record
from clio.verify.record_files import TYPES

MATCH = "match-of-checks"
AT = "2026-03-01T12:00:00.000000Z"
DIGEST = "0f" * 32


def opened(**changes: object) -> Opened:
    """Event 1 of a match of three seats without fair play."""
    plain = Opened(DataSet("standard", DIGEST), "akros", {}, "1", 3, DIGEST)
    return msgspec.structs.replace(plain, **changes)


def record(first: Opened | None = None, **conditions: object) -> Record:
    """A record that has come to these conditions; with none, one whose three seats are taken and which has started."""
    usual: dict[str, object] = {
        "opened": opened() if first is None else first,
        "names": {0: "A", 1: "B", 2: "C"},
        "entropies": dict.fromkeys(range(3), b""),
        "commitments": dict.fromkeys(range(3), ""),
        "started": True,
        "last_time": AT,
    }
    return Record(Header("clio-record", "akros", MATCH, "1"), TYPES, **(usual | conditions))  # type: ignore[arg-type]


def fact(at: str = AT, schema: int = 1) -> Fact:
    """An event of which the checks see the time and the schema only."""
    envelope = Envelope(
        actor="server", at=at, match=MATCH, public=msgspec.Raw(b"{}"), request="r", schema=schema, seq=1, type="x"
    )
    return Fact(envelope, b"", b"", None, {}, [], exact=False)


def flaw(into: Record, payload: Payload, actor: str = "server", seq: int = 9) -> str:
    """Why an event is not allowed in the record; empty if it is, and then the record has followed it."""
    try:
        follow(into, payload, actor, seq)
    except FlawError as found:
        return found.why if found.seq == seq else f"of event {found.seq}: {found.why}"
    return ""
