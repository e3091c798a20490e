"""``make robustness``: the faults, in earnest, with their counts printed."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.robustness import kill_server, kill_views, selfplay_counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--view-kills", type=int, default=30)
    parser.add_argument("--view-matches", type=int, default=200)
    parser.add_argument("--selfplay", type=int, default=300)
    given = parser.parse_args()
    clean = [
        _record(given.kills),
        _views(given.view_matches, given.view_kills),
        _counts(given.selfplay),
    ]
    return 0 if all(clean) else 1


def _record(kills: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        history, verdict = asyncio.run(kill_server.run(Path(folder), kills, print))
    print(
        f"\nkill -9: {kills} kills, {len(history.matches)} matches, {len(history.acknowledged)} acknowledged moves, "
        f"{history.retried} calls repeated\n"
        f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, out of order {len(verdict.disordered)}, "
        f"divergent {len(verdict.divergent)}\n"
    )
    return _told((*verdict.lost, *verdict.doubled, *verdict.disordered, *verdict.divergent))


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
