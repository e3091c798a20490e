"""The summary of a match in lists: a fold of its events without the board."""

import msgspec

from clio.kernel.events.fair_play import Abandoned, Lapsed, TimedOut
from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Left, Opened, Origin, Resigned, Started, Status
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.match_metadata import DEFAULT, NAMESPACE_FIELD, MatchMetadata, metadata_of
from clio.kernel.outcome import Outcome


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat in a summary."""

    name: str = ""
    taken: bool = False
    resigned: bool = False
    bot: str = ""
    namespace: str = ""


class MatchSummary(msgspec.Struct, frozen=True):
    """A match in a list. ``position`` is the log position of its first event, ``updated`` that of its last one.

    ``to_move`` is empty unless the match is being played.
    """

    match_id: str
    position: int
    game: str
    rules: str
    options: dict[str, str]
    seed_commitment: str
    status: Status
    seats: tuple[SeatSummary, ...]
    seq: int
    digest: str
    opened_at: str
    updated_at: str
    outcome: Outcome | None = None
    abort_reason: str = ""
    forked_from: Origin | None = None
    abort_cause: str = ""
    clock: str = ""
    due: tuple[int, ...] = ()
    """The seats that have to reveal their entropy before the match starts."""
    metadata: MatchMetadata = DEFAULT
    to_move: tuple[int, ...] = ()
    updated: int = 0

    @property
    def free_seats(self) -> int:
        """The number of seats that can be taken; none once the match has started or is over."""
        return sum(not seat.taken for seat in self.seats) if self.status == "open" else 0


def summarise(
    summary: MatchSummary | None, event: MatchEvent, position: int, to_move: tuple[int, ...] = ()
) -> MatchSummary:
    """Returns the summary after one more event, after which these seats are to move."""
    if summary is None:
        return _opened(event, position)
    changes: dict[str, object] = {
        "seq": event.seq,
        "digest": event.digest.hex(),
        "updated_at": event.at,
        "to_move": to_move,
        "updated": position,
    }
    match event.payload:
        case Joined(seat=seat, name=name, commitment=commitment):
            changes["seats"] = seats = _with_seat(
                summary,
                seat,
                SeatSummary(
                    name,
                    taken=True,
                    bot=event.private.get("bot", ""),
                    namespace=event.private.get(NAMESPACE_FIELD, ""),
                ),
            )
            changes["due"] = due = (*summary.due, seat) if commitment else summary.due
            changes["status"] = "readying" if due and all(each.taken for each in seats) else "open"
        case Left(seat=seat):
            changes |= _freed(summary, (seat,))
        case Lapsed(seats=lapsed):
            changes |= _freed(summary, lapsed)
        case Started():
            changes["status"] = "playing"
        case Resigned(seat=seat) | TimedOut(seat=seat) | Abandoned(seat=seat):
            changes["seats"] = _with_seat(summary, seat, msgspec.structs.replace(summary.seats[seat], resigned=True))
        case Finished(scores=scores, winners=winners, decided_by=decided_by):
            changes |= {"status": "finished", "outcome": Outcome(scores, winners, decided_by)}
        case Aborted(reason=reason, cause=cause):
            changes |= {"status": "aborted", "abort_reason": reason, "abort_cause": cause or ""}
        case _:
            pass
    return msgspec.structs.replace(summary, **changes)


def _opened(event: MatchEvent, position: int) -> MatchSummary:
    opened = event.payload
    if not isinstance(opened, Opened):
        raise TypeError(f"match {event.match_id}: its first event does not open it")
    return MatchSummary(
        match_id=event.match_id,
        position=position,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seed_commitment=opened.seed_commitment,
        status="open",
        seats=(SeatSummary(),) * opened.seats,
        seq=event.seq,
        digest=event.digest.hex(),
        opened_at=event.at,
        forked_from=opened.forked_from or None,
        updated_at=event.at,
        metadata=metadata_of(event),
        updated=position,
        clock=opened.clock or "",
    )


def _freed(summary: MatchSummary, seats: tuple[int, ...]) -> dict[str, object]:
    free = tuple(SeatSummary() if number in seats else seat for number, seat in enumerate(summary.seats))
    return {"seats": free, "status": "open", "due": tuple(seat for seat in summary.due if seat not in seats)}


def _with_seat(summary: MatchSummary, number: int, seat: SeatSummary) -> tuple[SeatSummary, ...]:
    return (*summary.seats[:number], seat, *summary.seats[number + 1 :])
