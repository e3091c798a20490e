"""Fair play: settings, readiness, consent, and times that no clock can have shown."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, LEGALITY, Case, Cases, Kind, at, moves, with_values

_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"
OFTEN = 40
"""Later events than this are shifted by no mutant: the record is long enough by then."""


def fair(name: str, level: int, cases: Cases, change: Any) -> Kind:
    return Kind(f"fair play: {name}", level, cases, change, fair=True)


def _has(key: str) -> Cases:
    return lambda draft: [()] if key in draft.entries[0].public else []


def _set(key: str) -> Any:
    def change(draft: Draft, value: object) -> None:
        draft.entries[0].public[key] = value

    return change


def _drop(key: str) -> Any:
    def change(draft: Draft) -> None:
        del draft.entries[0].public[key]

    return change


def field(name: str) -> Any:
    def change(draft: Draft, place: int, value: object) -> None:
        draft.entries[place].public[name] = value

    return change


def _add_field(name: str, value: object) -> Any:
    def change(draft: Draft, place: int) -> None:
        draft.entries[place].public[name] = value

    return change


def remove(draft: Draft, place: int) -> None:
    del draft.entries[place]


def set_actor(draft: Draft, place: int, actor: str) -> None:
    draft.entries[place].event["actor"] = actor


def _shift_before(seconds: float) -> Any:
    """Everything from an event on happens earlier: as early as the event before, at most."""

    def change(draft: Draft, place: int) -> None:
        moment = datetime.strptime(draft.entries[place].event["at"], _FORM) - timedelta(seconds=seconds)  # noqa: DTZ007
        before = datetime.strptime(draft.entries[place - 1].event["at"], _FORM)  # noqa: DTZ007
        _at_request(draft, place, max(moment, before))

    return change


def _at_request(draft: Draft, place: int, moment: datetime) -> None:
    request = draft.entries[place].event["request"]
    for entry in draft.entries:
        if entry.event["request"] == request:
            entry.event["at"] = moment.strftime(_FORM)


def _add_to_clock(draft: Draft, place: int, milliseconds: int) -> None:
    draft.entries[place].public["clock"] += milliseconds


def _no_clock(draft: Draft, place: int) -> None:
    del draft.entries[place].public["clock"]


def _played(draft: Draft) -> list[Case]:
    return list(moves(draft)) if draft.find("match.Started") else []


def timed_moves(draft: Draft) -> Iterator[Case]:
    return ((place,) for (place,) in _played(draft) if "clock" in draft.entries[place].public)


def _untimed_moves(draft: Draft) -> Iterator[Case]:
    return ((place,) for (place,) in _played(draft) if "clock" not in draft.entries[place].public)


def insert(type_: str, public: dict[str, object], actor: str) -> Any:
    def change(draft: Draft, place: int) -> None:
        draft.insert(place, type_, public, actor=actor)

    return change


def after_first_move(draft: Draft) -> Iterator[Case]:
    """Between two requests, after a seat has moved."""
    played = [place for (place,) in _played(draft)]
    for place in range(played[0] + 1 if played else len(draft.entries), min(len(draft.entries), OFTEN)):
        if draft.entries[place - 1].event["request"] != draft.entries[place].event["request"]:
            yield (place,)


def _abort_alone(draft: Draft, place: int) -> None:
    seed = draft.entries[-1].public["server_seed"]
    del draft.entries[place:]
    draft.insert(place, "match.Aborted", {"reason": "I lose.", "server_seed": seed}, actor="host")


def _abort_as(cause: str, actor: str) -> Any:
    def change(draft: Draft, place: int) -> None:
        seed = draft.entries[-1].public["server_seed"]
        del draft.entries[place:]
        draft.insert(place, "match.Aborted", {"cause": cause, "reason": "x", "server_seed": seed}, actor=actor)

    return change


def _with_roles(draft: Draft) -> Iterator[Case]:
    return after_first_move(draft) if "roles" in draft.entries[0].public else iter(())


def _own_flags(draft: Draft) -> list[Case]:
    """Not those of a fork's history, whose clock is in another record."""
    return [(place,) for place in draft.find("match.TimedOut") if "clock" in draft.entries[0].public]


def _not_directed(draft: Draft) -> Iterator[Case]:
    roles = draft.entries[0].public.get("roles", {})
    return after_first_move(draft) if roles.get("director") == "nobody" else iter(())


def _clocked(draft: Draft) -> Iterator[Case]:
    return _not_directed(draft) if "clock" in draft.entries[0].public else iter(())


def _reveals(draft: Draft, place: int, value: str) -> None:
    draft.entries[place].public["entropy"] = value
    draft.entries[0].public.setdefault("commit_reveal", True)
    draft.entries[0].public.setdefault("ready_within", 60)


def _lapses(draft: Draft, place: int) -> bool:
    """Whether a consent lapsed, so that nothing depends on it."""
    return draft.entries[place].public["to"] == "abort" and any(place < pause for pause in draft.find("match.Paused"))


def binding_consents(draft: Draft) -> list[Case]:
    return [(place,) for place in draft.find("match.Consented") if not _lapses(draft, place)]


def _expired(draft: Draft) -> list[Case]:
    return [(place,) for place in draft.find("match.Aborted") if draft.entries[place].public.get("cause") == "expired"]


BAD_SECONDS = (0, -1, "60", None, 31_622_401)
BAD_ROLES = ({}, {"director": "seat:0"}, {"director": "host", "x": 1}, None)
BAD_TIMES = ("", "2020-01-01T00:00:00.000000Z", 5, None)
TIME = {"milliseconds": 5, "reason": "x", "seat": 0}
NO_CLOCKS = (
    "none",
    "",
    "fischer/0+1",
    "fischer/5",
    "move/01",
    "days/61",
    "move/86401",
    "fischer/60+3601",
    5,
    None,
    True,
)
KINDS = (
    fair("a clock of nonsense", INTEGRITY, with_values(_has("clock"), NO_CLOCKS), _set("clock")),
    fair(
        "a time to get ready of nonsense",
        INTEGRITY,
        with_values(_has("ready_within"), BAD_SECONDS),
        _set("ready_within"),
    ),
    fair(
        "an abandonment of nonsense",
        INTEGRITY,
        with_values(_has("abandon_after"), BAD_SECONDS),
        _set("abandon_after"),
    ),
    fair(
        "an expiry of nonsense",
        INTEGRITY,
        with_values(_has("open_until"), BAD_TIMES),
        _set("open_until"),
    ),
    fair(
        "roles of nonsense",
        INTEGRITY,
        with_values(_has("roles"), BAD_ROLES),
        _set("roles"),
    ),
    fair("no time to get ready", INTEGRITY, _has("ready_within"), _drop("ready_within")),
    fair(
        "readiness that is neither on nor off",
        INTEGRITY,
        with_values(_has("commit_reveal"), [1, "true", None]),
        _set("commit_reveal"),
    ),
    fair(
        "other entropy than committed to",
        INTEGRITY,
        with_values(at("match.Ready"), ["00" * 32, "", "0" * 63]),
        field("entropy"),
    ),
    fair("no next commitment", INTEGRITY, with_values(at("match.Ready"), ["", "xx", 5]), field("next")),
    fair("ready for another seat", INTEGRITY, with_values(at("match.Ready"), ["server", "host"]), set_actor),
    fair("a reveal that is missing", INTEGRITY, at("match.Ready"), remove),
    fair(
        "entropy beside a commitment",
        INTEGRITY,
        with_values(at("match.Joined"), ["ab"]),
        _reveals,
    ),
    fair(
        "a lapse of other seats",
        INTEGRITY,
        with_values(at("match.Lapsed"), [[], [0], [2], [0, 1, 2], [1, 0]]),
        field("seats"),
    ),
    fair("a lapse too early", INTEGRITY, at("match.Lapsed"), _shift_before(2)),
    fair("a flag of no seat", INTEGRITY, with_values(at("match.TimedOut"), [-1, 16, "0"]), field("seat")),
    fair("a flag by somebody", INTEGRITY, with_values(at("match.TimedOut"), ["host", "seat:0"]), set_actor),
    fair("a claim by nobody who plays", INTEGRITY, with_values(at("match.Abandoned"), [-1, 9]), field("by")),
    fair(
        "a consent that is missing",
        INTEGRITY,
        lambda draft: [(place,) for place in draft.find("match.Consented") if not _lapses(draft, place)],
        remove,
    ),
    fair("consent to something else", INTEGRITY, with_values(at("match.Consented"), ["win", "", 5]), field("to")),
    fair("a pause by nobody", INTEGRITY, _not_directed, insert("match.Paused", {"reason": "x"}, "server")),
    fair(
        "a pause by a host who directs nothing",
        INTEGRITY,
        _not_directed,
        insert("match.Paused", {"reason": "x"}, "host"),
    ),
    fair("an end of no pause", INTEGRITY, after_first_move, insert("match.Resumed", {"reason": "x"}, "server")),
    fair(
        "time added by a host who directs nothing",
        INTEGRITY,
        _clocked,
        insert("match.TimeAdded", TIME, "host"),
    ),
    fair(
        "too much time added",
        INTEGRITY,
        with_values(at("match.TimeAdded"), [0, -5, 86_400_001, "5"]),
        field("milliseconds"),
    ),
    fair(
        "more time given back than has passed",
        INTEGRITY,
        with_values(at("match.TimeCredited"), [0, -1, 10**9, "5"]),
        field("milliseconds"),
    ),
    fair("aborted by the host after the first move", INTEGRITY, _with_roles, _abort_alone),
    fair("aborted by a consent that nobody gave", INTEGRITY, after_first_move, _abort_as("consent", "server")),
    fair("voided without a director", INTEGRITY, _not_directed, _abort_as("director", "host")),
    fair("expired during play", INTEGRITY, after_first_move, _abort_as("expired", "server")),
    fair("an unknown cause", INTEGRITY, after_first_move, _abort_as("boredom", "host")),
    fair(
        "an expiry too early",
        INTEGRITY,
        lambda draft: [
            (place,) for place in draft.find("match.Aborted") if draft.entries[place].public.get("cause") == "expired"
        ],
        _shift_before(2 * 86_400),
    ),
    fair("a clock that shows more", LEGALITY, with_values(timed_moves, [1, 60_000]), _add_to_clock),
    fair("a clock that shows less", LEGALITY, with_values(timed_moves, [-1]), _add_to_clock),
    fair("a clock that shows nothing", LEGALITY, timed_moves, _no_clock),
    fair("a clock in a match without one", LEGALITY, _untimed_moves, _add_field("clock", 5000)),
    fair("a flag too early", LEGALITY, _own_flags, _shift_before(100)),
    fair("a seat abandoned too early", LEGALITY, at("match.Abandoned"), _shift_before(2 * 86_400)),
)
