"""The course of a match: who sits where, what comes once, what comes before what."""

from collections.abc import Callable, Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, PASS, Case, Kind, at, once, with_values

FORKED = "forked_from"


def _double(draft: Draft, place: int) -> None:
    entry = draft.copy().entries[place]
    draft.entries.insert(place + 1, entry)


def _drop(draft: Draft, place: int) -> None:
    del draft.entries[place]


def _after_the_start(draft: Draft) -> list[Case]:
    start, last = draft.place("match.Started"), len(draft.entries) - 1
    return [(place,) for place in _between_requests(draft) if start < place <= last]


def _before_the_start(draft: Draft) -> list[Case]:
    first, start = draft.place("match.Joined"), draft.place("match.Started")
    return [(place,) for place in _between_requests(draft) if first <= place < start]


def _between_requests(draft: Draft) -> Iterator[int]:
    for place in range(1, len(draft.entries)):
        if draft.entries[place - 1].event["request"] != draft.entries[place].event["request"]:
            yield place


def _join(draft: Draft, place: int) -> None:
    draft.insert(place, "match.Joined", {"entropy": "", "name": "Late", "seat": 0}, actor="seat:0")


def _leave(draft: Draft, place: int) -> None:
    draft.insert(place, "match.Left", {"seat": 0}, actor="seat:0")


def _leave_empty(draft: Draft) -> None:
    draft.insert(draft.place("match.Joined"), "match.Left", {"seat": 0}, actor="seat:0")


def _leave_twice(draft: Draft, place: int) -> None:
    draft.insert(place + 1, "match.Left", {"seat": 0}, actor="seat:0")


def _joined_seat(draft: Draft) -> list[Case]:
    left = draft.find("match.Left")
    return [(place,) for place in draft.find("match.Joined") if not left or place > left[0]]


def _join_taken(draft: Draft, place: int) -> None:
    public = dict(draft.entries[place].public)
    draft.insert(place, "match.Joined", {**public, "name": "First"}, actor=f"seat:{public['seat']}", request="first")


def _resign_early(draft: Draft, place: int) -> None:
    draft.insert(place, "match.Resigned", {"seat": 0}, actor="seat:0")


def _start_again(draft: Draft, place: int) -> None:
    names = draft.entries[draft.place("match.Started")].public["names"]
    draft.insert(place, "match.Started", {"names": names}, actor="server")


def _open_again(draft: Draft, place: int) -> None:
    draft.insert(place, "match.Opened", dict(draft.entries[0].public), actor="host")


def _not_opened(draft: Draft) -> None:
    draft.entries[0], draft.entries[1] = draft.entries[1], draft.entries[0]


def _after_the_end(draft: Draft, type_: str) -> None:
    public: dict[str, object] = {
        "match.TokenRotated": {},
        "match.Resigned": {"seat": 0},
        "match.Aborted": {"reason": "again", "server_seed": draft.seed.hex()},
    }[type_]
    actor = "seat:0" if type_ == "match.Resigned" else "host"
    draft.insert(len(draft.entries), type_, public, actor=actor)


def _ends_twice(draft: Draft) -> None:
    draft.entries.append(draft.copy().entries[-1])


def _aborted_within(draft: Draft, place: int) -> None:
    draft.insert(place, "match.Aborted", {"reason": "x", "server_seed": draft.seed.hex()}, actor="host")


def _finished_before_the_start(draft: Draft) -> None:
    end = draft.entries[-1]
    del draft.entries[draft.place("match.Started") :]
    draft.entries.append(end)


def _finished(draft: Draft) -> list[Case]:
    return [()] if draft.entries[-1].type == "match.Finished" else []


def _seat_not_joined(draft: Draft, place: int) -> None:
    """The match starts with an empty seat; its name stands in the start's list all the same."""
    request = draft.entries[place].event["request"]
    del draft.entries[place]
    for entry in draft.entries:
        if entry.event["request"] == request:
            entry.event["request"] = "kept"


def _names(change: Callable[[list[str]], list[str]]) -> Callable[[Draft], None]:
    def apply(draft: Draft) -> None:
        public = draft.entries[draft.place("match.Started")].public
        public["names"] = change(list(public["names"]))

    return apply


def _several_seats(draft: Draft) -> list[Case]:
    return [()] if draft.entries[0].public["seats"] > 1 else []


def _set_up_early(draft: Draft) -> None:
    """The set-up comes before the start."""
    start = draft.place("match.Started")
    draft.entries.insert(start, draft.entries.pop(start + 1))


def _no_fork(draft: Draft) -> list[Case]:
    return [()] if FORKED not in draft.entries[0].public else []


def _unknown(draft: Draft, place: int, type_: str) -> None:
    draft.insert(place, type_, {"seat": 0}, actor="server")


def _rotate_without_a_seat(draft: Draft, place: int) -> None:
    draft.insert(place, "match.TokenRotated", {"seat": 0}, actor="seat:0")


def _rotate(draft: Draft, place: int) -> None:
    draft.insert(place, "match.TokenRotated", {}, actor="host")


UNKNOWN = ("match.Paused", "match.TimedOut", "match.Invented", "match.finished", "match.Finished2")


def _forks(draft: Draft) -> list[Case]:
    return [()] if FORKED in draft.entries[0].public else []


def _without_history(draft: Draft) -> None:
    del draft.entries[1 : draft.place("match.Joined")]


def _join_in_history(draft: Draft) -> None:
    draft.entries[draft.place("match.Joined")].event["request"] = draft.entries[0].event["request"]


def _request_of_the_opening(draft: Draft) -> None:
    draft.entries[1].event["request"] = draft.entries[0].event["request"]


def _no_fork_any_more(draft: Draft) -> None:
    del draft.entries[0].public[FORKED]


def _a_fork_all_at_once(draft: Draft) -> None:
    draft.entries[0].public[FORKED] = {"digest": "5a" * 32, "match": "origin", "seq": 1}


def _resign_again(draft: Draft, place: int) -> None:
    public = dict(draft.entries[place].public)
    draft.insert(len(draft.entries) - 1, "match.Resigned", public, actor=f"seat:{public['seat']}")


def _ends_of_requests(draft: Draft) -> list[Case]:
    return [(place,) for place in _between_requests(draft)]


def _cut(draft: Draft, place: int) -> None:
    del draft.entries[place:]


def _cut_and_closed(draft: Draft, place: int) -> None:
    _cut(draft, place)
    for entry in draft.entries:
        entry.resealed = False
        entry.openings = []


KINDS = (
    Kind("a fork without history", INTEGRITY, _forks, _without_history),
    Kind("a fork's history with a joining", INTEGRITY, _forks, _join_in_history),
    Kind("a fork without its origin", INTEGRITY, _forks, _no_fork_any_more),
    Kind("an origin where there is no history", INTEGRITY, _no_fork, _a_fork_all_at_once),
    Kind("the request that opens the match goes on", INTEGRITY, _no_fork, _request_of_the_opening),
    Kind("match.Resigned again later", INTEGRITY, at("match.Resigned"), _resign_again),
    Kind(
        "a running match, cut between requests",
        PASS,
        _ends_of_requests,
        _cut,
        reason="a part of a record is a record; what needs the rest is pending",
    ),
    Kind(
        "a running match, cut between requests, its secrets kept",
        PASS,
        _ends_of_requests,
        _cut_and_closed,
        reason="a record holds what its reader may see",
    ),
    Kind("match.Started twice", INTEGRITY, at("match.Started"), _double),
    Kind("match.Started again later", INTEGRITY, _after_the_start, _start_again),
    Kind("match.Started missing", INTEGRITY, at("match.Started"), _drop),
    Kind("match.Opened twice", INTEGRITY, at("match.Opened"), _double),
    Kind("match.Opened again later", INTEGRITY, _after_the_start, _open_again),
    Kind("match.Opened missing", INTEGRITY, at("match.Opened"), _drop),
    Kind("match.Opened second", INTEGRITY, once, _not_opened),
    Kind("match.Joined missing", INTEGRITY, _joined_seat, _seat_not_joined),
    Kind("match.Joined of a taken seat", INTEGRITY, _joined_seat, _join_taken),
    Kind("match.Joined after the start", INTEGRITY, _after_the_start, _join),
    Kind("match.Left after the start", INTEGRITY, _after_the_start, _leave),
    Kind("match.Left of an empty seat", INTEGRITY, once, _leave_empty),
    Kind("match.Left twice", INTEGRITY, at("match.Left"), _leave_twice),
    Kind(
        "match.Left of an empty seat, old record",
        PASS,
        once,
        _leave_empty,
        reason="earlier servers recorded a second leaving: a note",
        marked=False,
    ),
    Kind(
        "match.Left twice, old record",
        PASS,
        at("match.Left"),
        _leave_twice,
        reason="earlier servers recorded a second leaving: a note",
        marked=False,
    ),
    Kind("match.Resigned before the start", INTEGRITY, _before_the_start, _resign_early),
    Kind("match.Resigned twice", INTEGRITY, at("match.Resigned"), _double),
    Kind("match.Finished before the start", INTEGRITY, _finished, _finished_before_the_start),
    Kind(
        "an event after the end",
        INTEGRITY,
        with_values(once, ["match.TokenRotated", "match.Resigned", "match.Aborted"]),
        _after_the_end,
    ),
    Kind("an end twice", INTEGRITY, once, _ends_twice),
    Kind("match.Aborted within the match", INTEGRITY, _after_the_start, _aborted_within),
    Kind("names of the start: one missing", INTEGRITY, once, _names(lambda names: names[:-1])),
    Kind("names of the start: one too many", INTEGRITY, once, _names(lambda names: [*names, "Nobody"])),
    Kind("names of the start: another one", INTEGRITY, once, _names(lambda names: ["Nobody", *names[1:]])),
    Kind("names of the start: another order", INTEGRITY, _several_seats, _names(lambda names: names[::-1])),
    Kind("the set-up before the start", INTEGRITY, _no_fork, _set_up_early),
    Kind("an unknown match.* event", INTEGRITY, with_values(_after_the_start, UNKNOWN), _unknown),
    Kind(
        "match.TokenRotated of an empty seat",
        INTEGRITY,
        at("match.Left"),
        lambda d, p: _rotate_without_a_seat(d, p + 1),
    ),
    Kind(
        "match.TokenRotated anywhere between requests",
        PASS,
        _after_the_start,
        _rotate,
        reason="the host may rotate its token whenever the match runs",
    ),
)
