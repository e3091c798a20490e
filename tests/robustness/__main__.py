"""``make robustness``: injects all faults and prints their counts."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.robustness import flush, kill_server, kill_views, rolling_restart, selfplay_counts, several_servers
from tests.robustness.judge import Verdict
from tests.robustness.several_servers import Report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="kill -9 of one server on SQLite")
    parser.add_argument("--faults", type=int, default=100, help="faults of every kind on several servers")
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--watched", type=int, default=100, help="watched matches in which Redis is flushed")
    parser.add_argument("--view-kills", type=int, default=30, help="kill -9 while views are kept")
    parser.add_argument("--view-matches", type=int, default=200)
    parser.add_argument("--restarts", type=int, default=3, help="rounds of restarting all servers one by one")
    parser.add_argument("--selfplay", type=int, default=300, help="matches whose standings are recounted")
    given = parser.parse_args()
    clean = True
    if given.kills:
        with tempfile.TemporaryDirectory() as folder:
            history, verdict = asyncio.run(kill_server.run(Path(folder), given.kills, print))
        print(
            f"\none server on SQLite, kill -9: {given.kills} kills, {len(history.matches)} matches, "
            f"{len(history.acknowledged)} acknowledged moves, {history.retried} calls repeated"
        )
        clean &= _tell(verdict)
    if given.faults:
        with tempfile.TemporaryDirectory() as folder:
            report = asyncio.run(several_servers.run(Path(folder), given.faults, print, servers=given.servers))
        _table(report, given.servers)
        clean &= _tell(report.verdict)
    if given.watched:
        with tempfile.TemporaryDirectory() as folder:
            flushed = asyncio.run(flush.run(Path(folder), given.watched, print))
        print(f"\n{flushed}")
        clean &= not flushed.faults
    if given.view_kills:
        clean &= _views(given.view_matches, given.view_kills)
    if given.restarts:
        clean &= _restarts(given.restarts, given.servers)
    if given.selfplay:
        clean &= _counts(given.selfplay)
    return 0 if clean else 1


def _table(report: Report, servers: int) -> None:
    history = report.history
    print(
        f"\n{servers} servers on PostgreSQL and Redis: {report.runs.total()} faults, {len(history.matches)} matches, "
        f"{len(history.acknowledged)} acknowledged moves, {history.retried} calls repeated, "
        f"{sum(map(len, history.sightings.values()))} sightings by {len(history.sightings)} watchers, "
        f"who had seen everything {report.settled_after:.1f} s after the last fault\n"
    )
    print("| fault | runs | moves acknowledged meanwhile |\n|---|---|---|")
    for name, runs in sorted(report.runs.items()):
        print(f"| {name} | {runs} | {report.moves_during[name]} |")


def _tell(verdict: Verdict) -> bool:
    print(
        f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, out of order {len(verdict.disordered)}, "
        f"divergent {len(verdict.divergent)}, not told in the end {len(verdict.unseen)}"
    )
    for line in (*verdict.lost, *verdict.doubled, *verdict.disordered, *verdict.divergent, *verdict.unseen):
        print(line, file=sys.stderr)
    return verdict.clean


def _restarts(rounds: int, servers: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(rolling_restart.run(Path(folder), rounds, print, servers))
    print(
        f"\nrolling restart of {servers} servers: {report.restarts} restarts, {len(report.history.matches)} matches, "
        f"{len(report.history.acknowledged)} acknowledged moves, {len(report.errors)} errors not absorbed"
    )
    for error in report.errors:
        print(error, file=sys.stderr)
    return _tell(report.verdict) and report.clean


def _views(matches: int, kills: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(kill_views.run(Path(folder), matches, kills, print))
    print(
        f"\nviews: {matches} matches at a time, {report.matches} in all, {report.kills} kills, {report.rebuilds} "
        f"around a rebuild, {report.events} events, {report.boards} boards compared, {len(report.wrong)} wrong"
    )
    for name, digest in report.digests.items():
        print(f"  {name} {digest}")
    return _told(report.wrong)


def _counts(matches: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        counted, wrong = asyncio.run(selfplay_counts.run(Path(folder), matches, print))
    print(
        f"\nselfplay: {sum(counted.finished.values())} matches counted from their records, {len(wrong)} numbers wrong"
    )
    return _told(wrong)


def _told(faults: Sequence[str]) -> bool:
    for line in faults:
        print(line, file=sys.stderr)
    return not faults


if __name__ == "__main__":
    sys.exit(main())
