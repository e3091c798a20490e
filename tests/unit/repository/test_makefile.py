import re
import subprocess

import pytest

from tests.unit.repository.tree import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))


def test_help_lists_every_target() -> None:
    shown = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^  make ([a-z-]+) +\S", shown, re.MULTILINE)) == TARGETS


def test_every_target_is_phony() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == TARGETS


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_that_a_page_names_exists(page: str) -> None:
    named = set(re.findall(r"(?:`|^\$ )make ([a-z-]+)", (ROOT / page).read_text(), re.MULTILINE))
    assert named <= TARGETS


def test_ci_runs_what_contributors_run() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[1:] == ["exec make test"]
