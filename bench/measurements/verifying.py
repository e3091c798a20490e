"""Verifying records, beside random playouts of the same game in the same run; one core, processor time."""

import random
import time
from collections.abc import AsyncIterator, Callable
from statistics import median

from bench.measurements.playouts import playout
from bench.rig import Rig
from bench.row import Row
from bench.stored_matches import Table
from clio.games.registry import GAMES
from clio.verify import verify_match
from clio.verify.verifier import verify_lines
from tests.kit.records import lines

MATCHES = {"akros": 60, "amphipolis": 60, "akrotiri": 8}


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Every record is another one, so that nothing is remembered."""
    for name, game in GAMES.items():
        tables = [Table(name, number).seat().play() for number in range(rig.effort.count(MATCHES[name], 2))]
        records = [lines(table.events, table.match.salt_key) for table in tables]
        events = sum(len(table.events) for table in tables)
        moves = sum(b'"move":' in event.canonical for table in tables for event in table.events)
        work: dict[str, Callable[[], object]] = {
            "two": lambda records=records: [verify_lines(record, rules=False) for record in records],  # type: ignore[misc]
            "alone": lambda records=records: [verify_match.verify_lines(record) for record in records],  # type: ignore[misc]
            "four": lambda records=records: [verify_lines(record) for record in records],  # type: ignore[misc]
            "played": lambda name=name, tables=tables: [playout(name, random.Random(n)) for n in range(len(tables))],  # type: ignore[misc]
        }
        report = verify_lines(records[0])
        assert (report.integrity.verdict, report.result.verdict) == ("pass", "pass"), report
        seconds = _medians(work, rig.effort.rounds)
        yield Row(
            name=f"{game.title}: levels 1 and 2", figure=events / seconds["two"], unit="events/s", target="verify-two"
        )
        yield Row(
            name=f"{game.title}: levels 1 and 2, the stand-alone verifier",
            figure=events / seconds["alone"],
            unit="events/s",
        )
        yield Row(
            name=f"{game.title}: all four levels",
            figure=moves / seconds["four"],
            unit="moves/s",
            baseline="a playout of as many matches",
            ratio=seconds["played"] / seconds["four"],
            target="verify-four",
            note=f"{events / seconds['four']:,.0f} events/s",
        )


def _medians(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    taken: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, run in work.items():
            started = time.process_time()
            run()
            taken[name].append(time.process_time() - started)
    return {name: max(median(each), 1e-9) for name, each in taken.items()}
