import importlib.util
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


def test_every_program_that_a_target_runs_exists() -> None:
    modules = re.findall(r"\$\(BIN\)/python -m ([\w.]+)", MAKEFILE)
    assert len(modules) > 20
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    missing += [file for file in re.findall(r"\$\(BIN\)/python ([\w/]+\.py)", MAKEFILE) if not (ROOT / file).exists()]
    assert missing == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_that_a_page_names_exists(page: str) -> None:
    named = set(re.findall(r"(?:`|^\$ )make ([a-z-]+)", (ROOT / page).read_text(), re.MULTILINE))
    assert named <= TARGETS


def _tests_of(gate: str) -> set[str]:
    """The folders under tests/ that a gate runs, as make would."""
    shown = subprocess.run(["make", "-n", gate], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (line,) = [line for line in shown.splitlines() if "-m pytest" in line]
    return set(re.findall(r" tests/(\w+)", line))


def test_each_gate_holds_the_one_before_it() -> None:
    check, test, everything = map(_tests_of, ("check", "test", "test-all"))
    assert {"unit", "contract", "property"} <= check < test < everything
    assert {"integration", "e2e"} <= test


def test_the_last_gate_runs_every_folder_that_holds_tests() -> None:
    assert _tests_of("test-all") == {file.relative_to(ROOT).parts[1] for file in (ROOT / "tests").rglob("test_*.py")}


def test_only_the_last_gate_runs_the_slow_tests() -> None:
    def command(gate: str) -> str:
        return subprocess.run(["make", "-n", gate], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "-m 'not slow'" in command("check")
    assert "-m 'not slow'" in command("test")
    assert "slow" not in command("test-all")


@pytest.mark.parametrize("gate", ["check", "test", "test-all"])
def test_no_gate_tries_again_what_has_failed(gate: str) -> None:
    shown = subprocess.run(["make", "-n", gate], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "lint-imports" in shown
    assert not re.search(r"last-failed|--lf|reruns|AGAIN", shown)


def test_running_installs_no_tools_to_develop_with() -> None:
    shown = subprocess.run(["make", "-n", "-B", "run"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-r requirements.txt" in shown
    assert "-r requirements-dev.txt" not in shown


def test_ci_runs_the_last_gate() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[1:] == ["exec make test-all"]
