"""Bombs of every kind cost their readers no more than other files of their size."""

import subprocess
import sys

from tests.kit.server_process import ROOT


def test_inputs_made_to_exhaust_are_refused_within_bounds_of_cpu_and_memory() -> None:
    command = [sys.executable, "-m", "tests.fuzz.enormous"]
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}"}
    read = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr
