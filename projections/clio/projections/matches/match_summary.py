"""The summary of a match in lists: a fold of its events without the board."""

import msgspec

from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Left, Opened, Origin, Resigned, Started, Status
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.outcome import Outcome


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat in a summary."""

    name: str = ""
    taken: bool = False
    resigned: bool = False
    bot: str = ""


class MatchSummary(msgspec.Struct, frozen=True):
    """A match in a list. ``position`` is the log position of its first event; lists are sorted by it."""

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


def summarise(summary: MatchSummary | None, event: MatchEvent, position: int) -> MatchSummary:
    """Returns the summary after one more event."""
    if summary is None:
        return _opened(event, position)
    changes: dict[str, object] = {"seq": event.seq, "digest": event.digest.hex(), "updated_at": event.at}
    match event.payload:
        case Joined(seat=seat, name=name):
            changes["seats"] = _with_seat(
                summary, seat, SeatSummary(name, taken=True, bot=event.private.get("bot", ""))
            )
        case Left(seat=seat):
            changes["seats"] = _with_seat(summary, seat, SeatSummary())
        case Started():
            changes["status"] = "playing"
        case Resigned(seat=seat):
            changes["seats"] = _with_seat(summary, seat, msgspec.structs.replace(summary.seats[seat], resigned=True))
        case Finished(scores=scores, winners=winners, decided_by=decided_by):
            changes |= {"status": "finished", "outcome": Outcome(scores, winners, decided_by)}
        case Aborted(reason=reason):
            changes |= {"status": "aborted", "abort_reason": reason}
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
    )


def _with_seat(summary: MatchSummary, number: int, seat: SeatSummary) -> tuple[SeatSummary, ...]:
    return (*summary.seats[:number], seat, *summary.seats[number + 1 :])
