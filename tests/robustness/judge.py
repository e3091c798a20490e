"""Compares a history with the record: nothing may be lost, duplicated or reordered."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from tests.robustness.players import History


class Recorded(Protocol):
    """An event read from the record."""

    @property
    def seq(self) -> int: ...
    @property
    def request_id(self) -> str: ...
    @property
    def canonical(self) -> bytes: ...
    @property
    def digest(self) -> bytes: ...


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    disordered: list[str] = field(default_factory=list)
    divergent: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    """Watchers that did not receive all events in time."""

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.disordered or self.divergent or self.unseen)


def judge(history: History, record: dict[str, Iterable[Recorded]]) -> Verdict:
    """Every acknowledged move is in the record, once, at its acknowledged position, on an unbroken chain."""
    verdict = Verdict(divergent=list(history.contradictions))
    answers_of: dict[str, list[tuple[str, tuple[int, int, bytes]]]] = {}
    for (match_id, request_id), told in history.acknowledged.items():
        answers_of.setdefault(match_id, []).append((request_id, told))
    for match_id in history.matches:
        events = list(record.get(match_id, ()))
        runs = _judge_match(match_id, events, verdict)
        for (watcher, of_match), seen in history.sightings.items():
            if of_match == match_id:
                _judge_watcher(f"{match_id} {watcher}", seen, events, verdict)
        for request_id, told in answers_of.get(match_id, ()):
            if request_id not in runs:
                verdict.lost.append(f"{match_id} {request_id}")
            elif runs[request_id] != told:
                verdict.divergent.append(f"{match_id} {request_id}: told {told}, recorded {runs[request_id]}")
    return verdict


def _judge_match(match_id: str, events: Iterable[Recorded], verdict: Verdict) -> dict[str, tuple[int, int, bytes]]:
    runs: dict[str, tuple[int, int, bytes]] = {}
    digest, seq, last_request = sha256(b"clio-record/1").digest(), 0, ""
    for event in events:
        digest = sha256(digest + event.canonical).digest()
        if event.seq != seq + 1:
            verdict.disordered.append(f"{match_id}: {event.seq} after {seq}")
        if event.digest != digest:
            verdict.divergent.append(f"{match_id}: event {event.seq}")
        seq = event.seq
        if event.request_id == last_request:
            first = runs[event.request_id][0]
        else:
            if event.request_id in runs:
                verdict.doubled.append(f"{match_id} {event.request_id}")
            first = event.seq
        runs[event.request_id] = (first, event.seq, event.digest)
        last_request = event.request_id
    return runs


def _judge_watcher(name: str, seen: list[tuple[int, bytes]], events: list[Recorded], verdict: Verdict) -> None:
    """A watcher receives a dense prefix of the record with its digests, and finally all of it."""
    recorded = {event.seq: event.digest for event in events}
    for expected, (seq, digest) in enumerate(seen, 1):
        if seq != expected:
            verdict.disordered.append(f"{name} saw {seq} where {expected} was next")
            return
        if recorded.get(seq) != digest:
            verdict.divergent.append(f"{name} saw another event {seq}")
    if len(seen) < len(events):
        verdict.unseen.append(f"{name} saw {len(seen)} of {len(events)} events")
