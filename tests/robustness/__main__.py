"""``make robustness``: the faults, in earnest, with their counts printed."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.robustness import kill_server


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory() as folder:
        history, verdict = asyncio.run(kill_server.run(Path(folder), kills, print))
    print(
        f"\nkill -9: {kills} kills, {len(history.matches)} matches, {len(history.acknowledged)} acknowledged moves, "
        f"{history.retried} calls repeated\n"
        f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, out of order {len(verdict.disordered)}, "
        f"divergent {len(verdict.divergent)}"
    )
    for line in (*verdict.lost, *verdict.doubled, *verdict.disordered, *verdict.divergent):
        print(line, file=sys.stderr)
    return 0 if verdict.clean else 1


if __name__ == "__main__":
    sys.exit(main())
