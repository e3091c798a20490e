"""Events of fair play in a record: each is allowed in its conditions and refused just outside of them."""

from typing import Any

import pytest

from clio.kernel.events.fair_play import (
    Abandoned,
    Consented,
    Lapsed,
    Paused,
    Ready,
    Resumed,
    Roles,
    TimeAdded,
    TimeCredited,
    TimedOut,
)
from clio.kernel.events.lifecycle import Aborted, Joined, Left, Opened, Origin, Resigned
from clio.kernel.integrity.chance import entropy_commitment
from clio.kernel.limits import MAX_ADDED_MILLISECONDS, MAX_DURATION_SECONDS
from clio.kernel.record_format.record import Record
from tests.kit.unread_record import AT, DIGEST, MATCH, fact, flaw, opened, record

DIRECTED, AGREEING = Roles("host"), Roles("nobody")
SEED = "07" * 32
LATER = "2026-03-01T12:01:00.000000Z"
JUST_BEFORE = "2026-03-01T12:00:59.999999Z"
ENTROPY = bytes(range(32))
DUE = entropy_commitment(MATCH, 1, ENTROPY).hex()


def _settings(**changes: object) -> str:
    return flaw(record(started=False, opened=None, names={}), opened(**changes), "host", 1)


@pytest.mark.parametrize("name", ["abandon_after", "ready_within"])
@pytest.mark.parametrize(
    ("seconds", "holds"), [(0, False), (1, True), (MAX_DURATION_SECONDS, True), (MAX_DURATION_SECONDS + 1, False)]
)
def test_a_duration_is_a_second_to_a_year(name: str, seconds: int, *, holds: bool) -> None:
    readiness = {"commit_reveal": True} if name == "ready_within" else {}
    assert _settings(**{name: seconds}, **readiness) == ("" if holds else f"a duration is {seconds} seconds")


SETTINGS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, ""),
    ({"clock": "fischer/60+5"}, ""),
    ({"clock": "sand"}, "the clock is 'sand'"),
    ({"open_until": LATER}, ""),
    ({"open_until": AT}, f"the match is open until '{AT}'"),
    ({"open_until": "tomorrow"}, "the match is open until 'tomorrow'"),
    ({"commit_reveal": True, "ready_within": 60}, ""),
    ({"commit_reveal": False}, ""),
    ({"commit_reveal": True}, "readiness has a time limit where seats commit and reveal, and only there"),
    ({"ready_within": 60}, "readiness has a time limit where seats commit and reveal, and only there"),
    ({"commit_reveal": True, "ready_within": 60, "seats": 1}, "a match of one seat has no round of readiness"),
    ({"seats": 1}, ""),
    ({"commit_reveal": True, "ready_within": 60, "seats": 2}, ""),
)


@pytest.mark.parametrize(("changes", "why"), SETTINGS)
def test_event_1_has_settings_that_go_together(changes: dict[str, Any], why: str) -> None:
    assert _settings(**changes) == why


@pytest.mark.parametrize(
    "setting", [{"clock": "move/9"}, {"commit_reveal": True, "ready_within": 9}, {"open_until": LATER}]
)
def test_a_fork_has_neither_clock_nor_readiness_nor_expiry(setting: dict[str, Any]) -> None:
    origin = Origin(DIGEST, "another", 7)
    assert _settings(forked_from=origin) == ""
    assert _settings(**setting) == ""
    assert _settings(forked_from=origin, **setting) == "a fork has neither clock nor readiness nor expiry"


COMMITTING = opened(commit_reveal=True, ready_within=60)


@pytest.mark.parametrize(
    ("first", "joined", "why"),
    [
        (opened(), Joined("00", "B", 1), ""),
        (COMMITTING, Joined("", "B", 1), ""),
        (COMMITTING, Joined("", "B", 1, DIGEST), ""),
        (COMMITTING, Joined("00", "B", 1), "entropy is given openly in a match that takes commitments"),
        (COMMITTING, Joined("", "B", 1, "short"), "there is no such commitment to entropy"),
        (opened(), Joined("", "B", 1, DIGEST), "there is no such commitment to entropy"),
    ],
)
def test_a_seat_commits_where_the_match_takes_commitments(first: Opened, joined: Joined, why: str) -> None:
    assert flaw(record(first, started=False, names={}), joined, "seat:1") == why


def _round(**conditions: object) -> Record:
    usual: dict[str, object] = {
        "started": False,
        "round_at": AT,
        "commitments": {0: DIGEST, 1: DUE, 2: ""},
    }
    return record(COMMITTING, **(usual | conditions))


READY = Ready(ENTROPY.hex(), DIGEST, 1)


def test_a_seat_reveals_what_it_is_committed_to() -> None:
    during = _round()
    assert flaw(during, READY, "seat:1") == ""
    assert (during.entropies[1], during.ready) == (ENTROPY, {1: DIGEST})
    assert flaw(_round(), READY, "seat:0") == "this is of seat:1, not of 'seat:0'"


@pytest.mark.parametrize(
    ("conditions", "ready", "why"),
    [
        ({"round_at": ""}, READY, "seat 1 has nothing to reveal here"),
        ({"ready": {1: DIGEST}}, READY, "seat 1 has nothing to reveal here"),
        ({"commitments": {0: DIGEST, 1: ""}}, READY, "seat 1 has nothing to reveal here"),
        ({}, Ready(ENTROPY.hex(), "next", 1), "the entropy or the next commitment is not what it must be"),
        ({}, Ready("00", DIGEST, 1), "the entropy or the next commitment is not what it must be"),
        ({}, Ready("ff" * 32, DIGEST, 1), "seat 1 reveals other entropy than it is committed to"),
    ],
)
def test_a_seat_reveals_once_and_nothing_else(conditions: dict[str, Any], ready: Ready, why: str) -> None:
    assert flaw(_round(**conditions), ready, "seat:1") == why


def test_a_round_lapses_when_its_time_is_over_and_frees_the_seats_that_are_late() -> None:
    late = _round(ready={1: "aa" * 32}, entropies={0: b"", 1: ENTROPY, 2: b""}, last_time=LATER)
    assert flaw(late, Lapsed((0,))) == ""
    assert late.names == {1: "B", 2: "C"}
    assert late.entropies == {1: b"", 2: b""}
    assert late.commitments == {1: "aa" * 32, 2: ""}
    assert (late.ready, late.round_at) == ({}, "")


@pytest.mark.parametrize(
    ("conditions", "seats", "why"),
    [
        ({"last_time": JUST_BEFORE}, (0, 1), "the time to get ready is not over"),
        ({}, (0,), "these are not the seats that have to get ready"),
        ({}, (0, 1, 2), "these are not the seats that have to get ready"),
        ({"round_at": ""}, (0, 1), "these are not the seats that have to get ready"),
        ({"opened": opened()}, (0, 1), "these are not the seats that have to get ready"),
    ],
)
def test_no_round_lapses_early_or_for_other_seats(conditions: dict[str, Any], seats: tuple[int, ...], why: str) -> None:
    assert flaw(_round(**({"last_time": LATER} | conditions)), Lapsed(seats)) == why


def test_leaving_a_round_makes_every_reveal_of_it_void() -> None:
    during = _round(ready={1: "aa" * 32}, entropies={0: b"", 1: ENTROPY, 2: b""})
    assert flaw(during, Left(0), "seat:0") == ""
    assert (during.entropies, during.commitments) == ({1: b"", 2: b""}, {1: "aa" * 32, 2: ""})


CLOCKED = opened(clock="fischer/60+5", roles=DIRECTED, abandon_after=60)


def test_time_runs_out_where_there_is_a_clock() -> None:
    playing = record(CLOCKED, consents={("abort", 0)})
    assert flaw(playing, TimedOut(2)) == ""
    assert (playing.resigned, playing.consents) == ({2}, set())
    assert flaw(playing, TimedOut(2)) == "seat 2 is out of the match before"
    assert flaw(record(CLOCKED), TimedOut(3)) == "there is no seat 3"
    assert flaw(record(CLOCKED), TimedOut(-1)) == "there is no seat -1"
    assert flaw(record(), TimedOut(2)) == "the match has no clock"
    # A fork's history has the flags of its origin, before the fork starts.
    assert flaw(record(started=False), TimedOut(2)) == ""


@pytest.mark.parametrize(
    ("seat", "milliseconds", "why"),
    [
        (0, 1, ""),
        (2, MAX_ADDED_MILLISECONDS, ""),
        (0, 0, "nobody can add that time"),
        (0, MAX_ADDED_MILLISECONDS + 1, "nobody can add that time"),
        (1, 1, "nobody plays at seat 1"),
        (3, 1, "nobody plays at seat 3"),
        (-1, 1, "nobody plays at seat -1"),
    ],
)
def test_a_director_adds_time_to_a_seat_that_plays(seat: int, milliseconds: int, why: str) -> None:
    assert flaw(record(CLOCKED, resigned={1}), TimeAdded(milliseconds, "Why.", seat), "host") == why


@pytest.mark.parametrize("roles", [{}, {"roles": AGREEING}])
def test_only_a_director_adds_time(roles: dict[str, Any]) -> None:
    assert flaw(record(opened(clock="move/9", **roles)), TimeAdded(1, "Why.", 0), "host") == "nobody can add that time"
    assert flaw(record(CLOCKED), TimeAdded(1, "Why.", 0), "server") == "this is of host, not of 'server'"


@pytest.mark.parametrize(
    ("milliseconds", "paused_at", "holds"),
    [(1, "", True), (60_000, "", True), (0, "", False), (60_001, "", False), (1, AT, False)],
)
def test_no_more_time_is_given_back_than_has_passed(milliseconds: int, paused_at: str, *, holds: bool) -> None:
    playing = record(CLOCKED, facts=[fact(), fact(AT), fact(LATER)], last_time=LATER, paused_at=paused_at)
    why = "" if holds else f"{milliseconds} milliseconds cannot be given back here"
    assert flaw(playing, TimeCredited(milliseconds)) == why


def test_a_silent_seat_is_abandoned_by_another_one_or_by_the_host() -> None:
    assert flaw(record(CLOCKED), Abandoned(0), "host") == ""
    assert flaw(record(CLOCKED), Abandoned(0), "server") == "this is of host, not of 'server'"
    assert flaw(record(CLOCKED), Abandoned(0, 1), "seat:1") == ""
    assert flaw(record(CLOCKED), Abandoned(0, 1), "seat:2") == "this is of seat:1, not of 'seat:2'"
    assert flaw(record(CLOCKED), Abandoned(0, 0), "seat:0") == "nobody plays at seat 0"
    assert flaw(record(CLOCKED, resigned={1}), Abandoned(0, 1), "seat:1") == "nobody plays at seat 1"
    assert flaw(record(), Abandoned(0), "host") == "no seat can be abandoned in this match"
    assert flaw(record(started=False), Abandoned(0), "host") == ""


CONSENTING = opened(roles=AGREEING, abandon_after=60)


@pytest.mark.parametrize(
    ("to", "paused_at", "holds"),
    [
        ("pause", "", True),
        ("pause", AT, False),
        ("resume", "", False),
        ("resume", AT, True),
        ("abort", "", True),
        ("abort", AT, True),
    ],
)
def test_seats_agree_to_what_can_follow(to: Any, paused_at: str, *, holds: bool) -> None:
    playing = record(CONSENTING, paused_at=paused_at)
    assert flaw(playing, Consented("Why.", 1, to), "seat:1") == ("" if holds else f"nobody can agree to {to} here")
    assert playing.consents == ({(to, 1)} if holds else set())


def test_a_seat_that_plays_agrees_once() -> None:
    consent = Consented("Why.", 1, "abort")
    playing = record(CONSENTING, consents={("pause", 1), ("abort", 0)})
    assert flaw(playing, consent, "seat:1") == ""
    assert flaw(playing, consent, "seat:1") == "seat 1 has agreed to abort before"
    assert flaw(record(CONSENTING), consent, "seat:0") == "this is of seat:1, not of 'seat:0'"
    assert flaw(record(CONSENTING, resigned={1}), consent, "seat:1") == "nobody plays at seat 1"
    assert flaw(record(CONSENTING, started=False), consent, "seat:1") == "the match has not started"
    assert flaw(record(), consent, "seat:1") == "the seats of this match agree to nothing"


ALL = {(to, seat) for to in ("pause", "resume", "abort") for seat in range(3)}
MOST = {(to, seat) for to, seat in ALL if seat < 2}
DISAGREED = "not every seat has agreed to {to}"


@pytest.mark.parametrize(
    ("roles", "actor", "consents", "resigned", "holds"),
    [
        (AGREEING, "server", ALL, set(), True),
        (AGREEING, "server", MOST, set(), False),
        (AGREEING, "server", MOST, {2}, True),
        (AGREEING, "host", ALL, set(), False),
        (AGREEING, "host", set(), set(), False),
        (DIRECTED, "host", set(), set(), True),
        (DIRECTED, "server", set(), set(), False),
        (DIRECTED, "server", ALL, set(), True),
    ],
)
@pytest.mark.parametrize("to", ["pause", "resume", "abort"])
def test_all_seats_that_play_agree_or_the_director_decides(  # noqa: PLR0913 (one condition each)
    to: str, roles: Roles, actor: str, consents: set[tuple[str, int]], resigned: set[int], *, holds: bool
) -> None:
    first = opened(roles=roles, abandon_after=60)
    playing = record(
        first, consents=set(consents), resigned=resigned, paused_at=AT if to == "resume" else "", last_time=JUST_BEFORE
    )
    cause: Any = "director" if actor == "host" else "consent"
    payload = {"pause": Paused("Why."), "resume": Resumed("Why."), "abort": Aborted("Why.", SEED, cause)}[to]
    assert flaw(playing, payload, actor) == ("" if holds else DISAGREED.format(to=to))
    if holds and to != "abort":
        assert (playing.paused_at, playing.consents) == (JUST_BEFORE if to == "pause" else "", set())


@pytest.mark.parametrize(
    ("last_time", "after", "consents", "holds"),
    [
        (LATER, 60, {("resume", 1)}, True),
        (JUST_BEFORE, 60, {("resume", 1)}, False),
        (LATER, 60, {("pause", 1)}, False),
        (LATER, None, {("resume", 1)}, False),
    ],
)
def test_one_seat_ends_a_long_pause(
    last_time: str, after: int | None, consents: set[tuple[str, int]], *, holds: bool
) -> None:
    first = opened(roles=AGREEING, **({} if after is None else {"abandon_after": after}))
    paused = record(first, paused_at=AT, last_time=last_time, consents=consents)
    assert flaw(paused, Resumed("Why.")) == ("" if holds else DISAGREED.format(to="resume"))


def test_a_long_pause_does_not_let_one_seat_abort() -> None:
    paused = record(CONSENTING, paused_at=AT, last_time=LATER, consents={("abort", 1)})
    assert flaw(paused, Aborted("Why.", SEED, "consent")) == DISAGREED.format(to="abort")


def test_a_match_pauses_once_and_resumes_once_after_its_start() -> None:
    assert flaw(record(CLOCKED, paused_at=AT), Paused("Why."), "host") == "the match is paused before"
    assert flaw(record(CLOCKED), Resumed("Why."), "host") == "the match is not paused"
    assert flaw(record(CLOCKED, started=False), Paused("Why."), "host") == "the match has not started"


@pytest.mark.parametrize(
    ("first", "moved", "holds"),
    [
        (opened(), False, True),
        # Matches from before fair play have no roles: their host could always abort.
        (opened(), True, True),
        (CONSENTING, False, True),
        (CONSENTING, True, False),
    ],
)
def test_a_host_aborts_before_the_first_move(first: Opened, *, moved: bool, holds: bool) -> None:
    why = "" if holds else "after the first move the host cannot abort the match"
    assert flaw(record(first, moved=moved), Aborted("Why.", SEED), "host") == why


@pytest.mark.parametrize(
    ("until", "conditions", "holds"),
    [
        (LATER, {}, True),
        (LATER, {"last_time": JUST_BEFORE}, False),
        (LATER, {"started": True}, False),
        (LATER, {"round_at": AT}, False),
        (None, {}, False),
    ],
)
def test_an_open_match_expires_at_its_time(until: str | None, conditions: dict[str, Any], *, holds: bool) -> None:
    waiting = record(
        opened(**({} if until is None else {"open_until": until})),
        **({"started": False, "last_time": LATER} | conditions),
    )
    expired = Aborted("Why.", SEED, "expired")
    assert flaw(waiting, expired) == ("" if holds else "the match cannot expire here")


def test_a_seat_resigns_once() -> None:
    playing = record(consents={("abort", 1)})
    assert flaw(playing, Resigned(1), "seat:1") == ""
    assert (playing.resigned, playing.consents) == ({1}, set())
    assert flaw(playing, Resigned(1), "seat:1") == "seat 1 is out of the match before"
