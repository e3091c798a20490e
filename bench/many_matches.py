"""A record of very many matches with its views, filled as fast as two cores can.

One match in four was started and given up; the others were called off before they began. All of them verify.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from typing import Final

from eventsourcing.persistence import StoredEvent

from bench.stored_matches import REFEREE, Table, short_match
from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.commands import Abort, Join
from clio.projections.runtime.build import GenerationBuilder
from clio.server.bootstrap import open_projection_context
from clio.server.eventstore.match_store import MatchEventMapper
from clio.server.identifiers import match_id_for
from clio.server.settings import Settings

PROCESSES: Final = 2
CHUNK: Final = 1_000
AHEAD: Final = 4 * PROCESSES
STARTED: Final = 4
"""One match in so many."""


def fill(settings: Settings, matches: int) -> int:
    """Writes so many matches, then builds the views; gives the number of events."""
    chunks = (range(first, min(first + CHUNK, matches)) for first in range(0, matches, CHUNK))
    context = open_projection_context(settings)
    written = 0
    try:
        with _pool(matches) as pool:
            for stored in _ahead(pool, chunks):
                context.record.recorder.insert_events(stored)
                written += len(stored)
            names = list(context.projections)
            for name in names:
                projection = context.projections[name]()
                context.generation_store.add(name, projection.version, "serving", projection.tables)
            list(pool.map(build_view, [settings] * len(names), names))
    finally:
        context.close()
    return written


def started_matches(matches: int, most: int) -> list[str]:
    """The ids of some that were started, from all over the record."""
    numbers = range(0, matches, STARTED)
    return [match_id_for("bench", f"stored-{number}") for number in numbers[:: max(1, len(numbers) // most)][:most]]


def stored_matches(numbers: range) -> list[StoredEvent]:
    """The events of these matches, as a store keeps them."""
    mapper = MatchEventMapper(REFEREE.types, None, None)
    return [mapper.to_stored_event(event) for event in chain.from_iterable(map(_match, numbers))]


def build_view(settings: Settings, name: str) -> None:
    """Takes the whole record into a view."""
    context = open_projection_context(settings)
    serving = next(
        each for each in context.generation_store.generations() if (each.name, each.role) == (name, "serving")
    )
    GenerationBuilder(context.record, context.generation_store, lambda _progress: None).build(
        context.projections[name](), serving, None
    )
    context.close()


def _match(number: int) -> list[MatchEvent]:
    return called_off(number) if number % STARTED else short_match(number)


def called_off(number: int) -> list[MatchEvent]:
    """A match for which only one player came."""
    table = Table(sorted(GAMES)[number % len(GAMES)], number)
    table.do(Join(0, f"Player {number % 499}", b"", "0" * 64))
    table.do(Abort("Nobody else came."))
    return table.events


def _pool(matches: int) -> Executor:
    """Processes where they pay, else a thread."""
    return ProcessPoolExecutor(PROCESSES, get_context("spawn")) if matches > CHUNK else ThreadPoolExecutor(1)


def _ahead(pool: Executor, chunks: Iterator[range]) -> Iterator[list[StoredEvent]]:
    """What the processes make, in order; only a few chunks wait, however many there will be."""
    waiting = [pool.submit(stored_matches, numbers) for numbers in islice(chunks, AHEAD)]
    while waiting:
        yield waiting.pop(0).result()
        waiting += [pool.submit(stored_matches, numbers) for numbers in islice(chunks, 1)]
