"""The checks themselves reject forged histories."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

import pytest

from tests.robustness.judge import Verdict, judge
from tests.robustness.players import History


@dataclass(frozen=True)
class Event:
    seq: int
    request_id: str
    canonical: bytes
    digest: bytes


def record(requests: str = "aabccd") -> list[Event]:
    digest, events = sha256(b"clio-record/1").digest(), []
    for seq, request in enumerate(requests, 1):
        canonical = f"{seq}{request}".encode()
        digest = sha256(digest + canonical).digest()
        events.append(Event(seq, request, canonical, digest))
    return events


def history(events: list[Event]) -> History:
    told = History(matches={"m"})
    told.acknowledged = {
        ("m", "a"): (1, 2, events[1].digest),
        ("m", "b"): (3, 3, events[2].digest),
        ("m", "c"): (4, 5, events[4].digest),
    }
    return told


def test_an_honest_history_passes() -> None:
    events = record()
    assert judge(history(events), {"m": events}).clean


def test_a_move_that_was_recorded_but_never_acknowledged_is_no_fault() -> None:
    events = record("aabccdd")
    assert judge(history(events), {"m": events}).clean


FORGERIES: dict[str, tuple[Callable[[list[Event]], list[Event]], Callable[[Verdict], list[str]]]] = {
    "a lost tail": (lambda e: e[:3], lambda v: v.lost),
    "a lost match": (lambda e: [], lambda v: v.lost),
    "a move applied twice": (lambda e: record("aabccdb"), lambda v: v.doubled),
    "a hole": (lambda e: [*e[:2], *e[3:]], lambda v: v.disordered),
    "two events swapped": (lambda e: [e[1], e[0], *e[2:]], lambda v: v.disordered),
    "a changed event": (lambda e: [*e[:3], replace(e[3], canonical=b"x"), *e[4:]], lambda v: v.divergent),
    "another history": (lambda e: record("aabcccd"), lambda v: v.divergent),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_record_is_found_out(name: str) -> None:
    forge, fault = FORGERIES[name]
    events = record()
    verdict = judge(history(events), {"m": forge(events)})
    assert fault(verdict), verdict


def test_two_answers_that_differ_are_found_out() -> None:
    events = record()
    told = history(events)
    told.contradictions.append("m a: told (1, 2), then (7, 8)")
    assert judge(told, {"m": events}).divergent


def watched(events: list[Event]) -> list[tuple[int, bytes]]:
    return [(event.seq, event.digest) for event in events]


def test_a_watcher_that_saw_everything_passes() -> None:
    events = record()
    told = history(events)
    told.sightings[("w", "m")] = watched(events)
    assert judge(told, {"m": events}).clean


SIGHTINGS: dict[str, tuple[Callable[[list[Event]], list[Event]], Callable[[Verdict], list[str]]]] = {
    "a skipped event": (lambda e: [*e[:2], *e[3:]], lambda v: v.disordered),
    "a late start": (lambda e: e[1:], lambda v: v.disordered),
    "an event twice": (lambda e: [*e[:3], e[2], *e[3:]], lambda v: v.disordered),
    "two events swapped": (lambda e: [e[1], e[0], *e[2:]], lambda v: v.disordered),
    "another digest": (lambda e: [replace(e[0], digest=b"x"), *e[1:]], lambda v: v.divergent),
    "an event that was never recorded": (lambda e: record("aabccde"), lambda v: v.divergent),
    "silence": (lambda e: [], lambda v: v.unseen),
    "a missing end": (lambda e: e[:-1], lambda v: v.unseen),
}


@pytest.mark.parametrize("name", SIGHTINGS)
def test_a_watcher_that_saw_something_else_is_found_out(name: str) -> None:
    forge, fault = SIGHTINGS[name]
    events = record()
    told = history(events)
    told.sightings[("w", "m")] = watched(forge(events))
    verdict = judge(told, {"m": events})
    assert fault(verdict), verdict
    assert not verdict.clean
