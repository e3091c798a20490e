"""``make fuzz``: hostile calls, garbage below gRPC and HTTP, records built to exhaust, then parsers under atheris."""

import argparse
import asyncio
import importlib.util
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz import call_flood, exhaustion, http_flood
from tests.fuzz.hostile_call import SEEDS
from tests.fuzz.regression_inputs import TARGETS
from tests.kit.server_process import ROOT

PATH = os.pathsep.join((str(ROOT), str(ROOT / "proto")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200_000, help="hostile calls")
    parser.add_argument("--requests", type=int, default=20_000, help="damaged requests over HTTP")
    parser.add_argument(
        "--seed", type=int, default=None, help="the same seed makes the same calls; random unless given"
    )
    parser.add_argument("--keep", type=Path, default=SEEDS, help="where calls that fail are saved")
    parser.add_argument("--samples", type=int, default=1_000, help="of calls timed while quiet, and under attack")
    parser.add_argument("--seconds", type=int, default=30, help="of atheris for each parser, where it is installed")
    given = parser.parse_args()
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    clean = True
    if given.calls:
        print(f"{given.calls} hostile calls, seed {seed}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            counts = asyncio.run(call_flood.run(Path(folder), given.calls, seed, print, given.keep))
        print(*counts.lines(), sep="\n", flush=True)
        clean &= counts.clean
    if given.requests:
        print(f"bad requests over HTTP, seed {seed}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            answers = asyncio.run(http_flood.run(Path(folder), given.requests, seed, print))
        print(*answers.lines(), sep="\n", flush=True)
        clean &= answers.clean
    if given.samples:
        print(f"records built to exhaust, {given.samples} samples quiet and under attack", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            toll = asyncio.run(exhaustion.run(Path(folder), given.samples, print))
        print(*toll.lines(), sep="\n", flush=True)
        clean &= toll.clean
    if given.seconds:
        clean &= _explore(given.seconds)
    return 0 if clean else 1


def _explore(seconds: int) -> bool:
    """Each parser under atheris, in a process of its own: a find ends it, and is kept as a seed."""
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed, so the parsers are left to the tests: pip install 'clio-referee[fuzz]'")
        return True
    clean = True
    for target in TARGETS:
        command = [sys.executable, "-m", "tests.fuzz.explore", target, str(seconds)]
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                command, cwd=folder, env=os.environ | {"PYTHONPATH": PATH}, capture_output=True, text=True, check=False
            )
        told = [
            line for line in run.stderr.splitlines() if line.startswith(("Done", "SUMMARY", " ==", "AssertionError"))
        ]
        print(f"{target}: {'holds' if run.returncode == 0 else 'DOES NOT HOLD'}", *told, sep="\n  ", flush=True)
        clean &= run.returncode == 0
    return clean


if __name__ == "__main__":
    sys.exit(main())
