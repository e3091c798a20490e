"""``make fuzz``: hostile calls by the hundred thousand, then garbage below gRPC, then parsers under atheris."""

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

from tests.fuzz import onslaught
from tests.fuzz.hostile_call import SEEDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200_000, help="hostile calls")
    parser.add_argument(
        "--seed", type=int, default=None, help="the same seed makes the same calls; random unless given"
    )
    parser.add_argument("--keep", type=Path, default=SEEDS, help="where calls that fail are saved")
    given = parser.parse_args()
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    clean = True
    if given.calls:
        print(f"{given.calls} hostile calls, seed {seed}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            tally = asyncio.run(onslaught.run(Path(folder), given.calls, seed, print, given.keep))
        print(*tally.lines(), sep="\n", flush=True)
        clean &= tally.clean
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
