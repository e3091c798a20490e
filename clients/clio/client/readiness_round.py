"""A round of readiness as the record shows it: which seats are bound to which entropy, and since which event.

A reveal is safe only towards seats that are bound already: who binds a seat later can choose its entropy knowing ours.
The server's word is not enough for that, because the operator may hold a seat; the chain of events is.
"""

import json
from typing import Any, Final, NamedTuple

from clio.client.chain import GENESIS, link
from clio.client.errors import IntegrityError
from clio.v1.event_pb2 import Event

ENDS: Final = frozenset({"match.Started", "match.Finished", "match.Aborted"})
"""After these there is no round any more."""


class Bound(NamedTuple):
    """A taken seat: its commitment (empty for a seat that adds nothing to chance), and the event that made it."""

    commitment: bytes
    seq: int


class Sent(NamedTuple):
    """The last event of the match when entropy was sent for the first time, and the digest of the chain there."""

    seq: int
    digest: bytes


class Round:
    """Follows the events of a match from the first on; reads only what the chain covers."""

    def __init__(self, match_id: str) -> None:
        self._match_id: Final = match_id
        self._seats = 0
        self._next: Final[dict[int, Bound]] = {}
        self._digests: Final = [GENESIS]
        self.bound: Final[dict[int, Bound]] = {}
        """The taken seats."""

    @property
    def head(self) -> Sent:
        """The last event."""
        return Sent(len(self._digests) - 1, self._digests[-1])

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken."""
        return 0 < self._seats == len(self.bound)

    def is_ready(self, seat: int) -> bool:
        """Whether a seat has revealed its entropy."""
        return seat in self._next

    def apply(self, event: Event) -> None:
        """Takes the next event in; IntegrityError if it does not continue the chain."""
        if event.seq != len(self._digests) or event.digest != link(self._digests[-1], event.canonical):
            raise IntegrityError(event.seq, f"Event {event.seq} does not fit the chain: its digest is a different one.")
        self._digests.append(event.digest)
        try:
            envelope = json.loads(event.canonical)
            is_own = envelope["match"] == self._match_id
            self._apply(str(envelope["type"]), envelope["public"], event.seq)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise IntegrityError(event.seq, f"Event {event.seq} cannot be read.") from error
        if not is_own:
            raise IntegrityError(event.seq, f"Event {event.seq} is one of another match.")

    def check(self, seat: int, sent: Sent) -> None:
        """IntegrityError if another seat was bound after the entropy of a seat was sent, or the history is another."""
        if sent.seq > self.head.seq or self._digests[sent.seq] != sent.digest:
            raise IntegrityError(sent.seq, f"The server has replaced event {sent.seq} since you revealed your entropy.")
        for other, bound in self.bound.items():
            if other != seat and bound.commitment and bound.seq > sent.seq:
                raise IntegrityError(
                    bound.seq,
                    f"Seat {other} was bound to its entropy after you had sent yours: it could be chosen knowing yours."
                    " Leave this match, or do not count it.",
                )

    def _apply(self, kind: str, public: dict[str, Any], seq: int) -> None:
        match kind:
            case "match.Opened":
                self._seats = int(public["seats"])
            case "match.Joined":
                self.bound[int(public["seat"])] = Bound(bytes.fromhex(public.get("commitment", "")), seq)
            case "match.Ready":
                self._next[int(public["seat"])] = Bound(bytes.fromhex(public["next"]), seq)
            case "match.Left":
                self._free([int(public["seat"])])
            case "match.Lapsed":
                self._free([int(seat) for seat in public["seats"]])
            case _:
                pass

    def _free(self, seats: list[int]) -> None:
        """Frees seats; the others are bound by their next commitment where they have revealed the first."""
        self.bound.update(self._next)
        self._next.clear()
        for seat in seats:
            self.bound.pop(seat, None)
