"""The records that mutants are made of: matches of all three games, forks among them, each with a seat that was left
where there is more than one."""

import gzip
from functools import cache

from tests.corpus.grow import FOLDER
from tests.kit.fair_matches import FAIR_MATCHES
from tests.kit.records import lines_of
from tests.kit.table import Table
from tests.mutants.draft import Draft, read_draft

RANDOM_SIDES = "akros-random-sides"
"""Played for the suite: no record of the corpus leaves the sides to chance."""
NAMES = (
    RANDOM_SIDES,
    "akros-a",
    "akros-aborted",
    "akros-forked",
    "akros-resigned",
    "akros-rotated",
    "akrotiri-aborted",
    "akrotiri-forked",
    "akrotiri-greedy",
    "akrotiri-resigned",
    "akrotiri-strategist",
    "amphipolis-2-first-1",
    "amphipolis-2-resigned",
    "amphipolis-3-forked",
    "amphipolis-3-rotated",
    "amphipolis-4-a",
    "amphipolis-4-aborted",
    "amphipolis-solo-a",
)
MARK = {"edition": 2}
"""What servers of edition 2 write into `match.Opened`."""


@cache
def bases(*, marked: bool) -> tuple[Draft, ...]:
    """Every base, written by a server with the mark or by an older one."""
    return tuple(_base(name, marked=marked) for name in NAMES)


@cache
def fair_bases() -> tuple[Draft, ...]:
    """The records of fair play, in which times and seats depend on each other: other kinds do not start from them."""
    return tuple(read_draft(name, _content(name)).keep() for name in FAIR_MATCHES)


def _content(name: str) -> bytes:
    if name == RANDOM_SIDES:
        table = Table("akros", 2, {"sides": "random"}, seed=11)
        return b"".join(line + b"\n" for line in lines_of(table.finish()))
    return gzip.decompress((FOLDER / f"{name}.clio.gz").read_bytes())


def _base(name: str, *, marked: bool) -> Draft:
    draft = read_draft(name, _content(name))
    for key in MARK:
        draft.entries[0].public.pop(key, None)
    if marked:
        draft.entries[0].public.update(MARK)
    if draft.entries[0].public["seats"] > 1:  # a match for one starts as soon as its seat is joined
        _leave_early(draft)
    return draft.keep()


def _leave_early(draft: Draft) -> None:
    joined = draft.place("match.Joined")
    draft.insert(
        joined, "match.Joined", {"entropy": "ff", "name": "Early", "seat": 0}, actor="seat:0", request="early-1"
    )
    draft.insert(joined + 1, "match.Left", {"seat": 0}, actor="seat:0", request="early-2")
