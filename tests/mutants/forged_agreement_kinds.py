"""Reveals, consents, pauses and clocks that were said twice, by somebody else, too early or too late."""

from tests.mutants.draft import Draft
from tests.mutants.fair_play_kinds import (
    after_first_move,
    binding_consents,
    fair,
    field,
    insert,
    remove,
    set_actor,
    timed_moves,
)
from tests.mutants.kind import INTEGRITY, LEGALITY, Case, at, with_values


def _double(draft: Draft, place: int) -> None:
    event = draft.entries[place]
    draft.insert(place + 1, event.type, dict(event.public), actor=event.event["actor"], request=f"again-{place}")


def _ready_early(draft: Draft) -> list[Case]:
    """A reveal, and the last seat that was taken before it."""
    taken = [place for (place,) in at("match.Joined")(draft)]
    return [
        (place, max(seat for seat in taken if seat < place))
        for (place,) in at("match.Ready")(draft)
        if draft.entries[place].public["seat"] != draft.entries[max(s for s in taken if s < place)].public["seat"]
    ]


def _move_to(draft: Draft, place: int, earlier: int) -> None:
    event = draft.entries[place]
    del draft.entries[place]
    draft.insert(earlier, event.type, event.public, actor=event.event["actor"], request=event.event["request"])


def _as_seat(draft: Draft, place: int) -> None:
    """The fact of a seat, said by another one."""
    seat = draft.entries[place].public["seat"]
    draft.entries[place].event["actor"] = f"seat:{1 - seat if seat < 2 else 0}"


def _committed(draft: Draft) -> list[Case]:
    """The commitments that are opened: the last one of each seat, in a match that starts."""
    started = draft.find("match.Started")
    last = {draft.entries[place].public["seat"]: place for place in draft.find("match.Joined") if started}
    return [(place,) for place in last.values() if draft.entries[place].public.get("commitment")]


def _agreed_ends(draft: Draft) -> list[Case]:
    """The ends of pauses after which nothing but play follows."""
    return [(place,) for place in draft.find("match.Resumed") if draft.entries[place].event["actor"] == "server"]


def _claims_itself(draft: Draft, place: int) -> None:
    seat = draft.entries[place].public["seat"]
    draft.entries[place].public["by"] = seat
    draft.entries[place].event["actor"] = f"seat:{seat}"


KINDS = (
    fair("a reveal twice", INTEGRITY, at("match.Ready"), _double),
    fair("a reveal before the last seat is bound", INTEGRITY, _ready_early, _move_to),
    fair("a reveal in the name of another seat", INTEGRITY, at("match.Ready"), _as_seat),
    fair(
        "a reveal after the start",
        INTEGRITY,
        after_first_move,
        insert("match.Ready", {"entropy": "00" * 32, "next": "00" * 32, "seat": 0}, "seat:0"),
    ),
    fair("a lapse after the start", INTEGRITY, after_first_move, insert("match.Lapsed", {"seats": [0]}, "server")),
    fair("another commitment", INTEGRITY, with_values(_committed, ["00" * 32, "xx", "ab", 5]), field("commitment")),
    fair("a flag twice", INTEGRITY, at("match.TimedOut"), _double),
    fair("a pause twice", INTEGRITY, at("match.Paused"), _double),
    fair("a consent twice", INTEGRITY, binding_consents, _double),
    fair("a consent in the name of another seat", INTEGRITY, at("match.Consented"), _as_seat),
    fair("a claim of one's own seat", INTEGRITY, at("match.Abandoned"), _claims_itself),
    fair("a pause that play does not end", LEGALITY, _agreed_ends, remove),
    fair(
        "time added by the server or a seat",
        INTEGRITY,
        with_values(at("match.TimeAdded"), ["server", "seat:0"]),
        set_actor,
    ),
    fair(
        "time given back by somebody", INTEGRITY, with_values(at("match.TimeCredited"), ["host", "seat:0"]), set_actor
    ),
    fair("a clock that no number is", INTEGRITY, with_values(timed_moves, [1.5, 2**53]), field("clock")),
    fair("a clock that no clock shows", LEGALITY, with_values(timed_moves, [-1, "5", None, True]), field("clock")),
)
