"""Copies all matches of one event store into another; verifies every chain while copying and at the end."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.chain import GENESIS, link
from clio.kernel.message import MessageError
from clio.server.eventstore.match_store import MatchStore

PAGE: Final = 500


class Head(NamedTuple):
    """The last position of a match, and its digest."""

    seq: int
    digest: bytes


class CopyError(MessageError):
    """A record that cannot be copied; the message names the match and the reason."""


class Copied(NamedTuple):
    """The result of a copy."""

    matches: int
    events: int
    already_there: int


def copy_record(source: MatchStore, target: MatchStore, on_progress: Callable[[int], None]) -> Copied:
    """Copies in log order. Compares what the target already has, so that an interrupted copy can be repeated."""
    there = verified_heads(target, "the target")
    copied = already = 0
    heads: dict[str, Head] = {}
    for page in _pages(source):
        fresh = []
        for event in page:
            heads[event.match_id] = _next(heads.get(event.match_id), event, "the source")
            known = there.get(event.match_id)
            if known is None or event.seq > known.seq:
                fresh.append(event)
            elif event.seq == known.seq and event.digest != known.digest:
                raise CopyError(
                    "Both records have match {match_id}, and they differ up to event {seq}.",
                    match_id=event.match_id,
                    seq=event.seq,
                )
            else:
                already += 1
        if fresh:
            target.append(fresh)
            copied += len(fresh)
        on_progress(copied + already)
    _compare(heads, verified_heads(target, "the target"))
    return Copied(len(heads), copied, already)


def verified_heads(record: MatchStore, name: str) -> dict[str, Head]:
    """The heads of all matches, after every event was checked against the chain."""
    heads: dict[str, Head] = {}
    for page in _pages(record):
        for event in page:
            heads[event.match_id] = _next(heads.get(event.match_id), event, name)
    return heads


def _pages(record: MatchStore) -> Iterator[list[MatchEvent]]:
    position = 0
    while page := record.follow(position, PAGE):
        position = page[-1][0]
        yield [event for _, event in page]


def _next(head: Head | None, event: MatchEvent, name: str) -> Head:
    head = head or Head(0, GENESIS)
    if event.seq != head.seq + 1 or link(head.digest, event.canonical) != event.digest:
        raise CopyError(
            "Match {match_id} is broken in {name}: event {seq} does not follow {head}.",
            match_id=event.match_id,
            name=name,
            seq=event.seq,
            head=head.seq,
        )
    return Head(event.seq, event.digest)


def _compare(source: dict[str, Head], target: dict[str, Head]) -> None:
    for match_id, head in source.items():
        found = target.get(match_id)
        if found is None or found.seq < head.seq or (found.seq == head.seq and found.digest != head.digest):
            raise CopyError("Match {match_id} did not arrive whole in the target.", match_id=match_id)
