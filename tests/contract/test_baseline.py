"""The contract's baseline: what a release has promised is found when it breaks, and additions pass."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.repository.tree import ROOT

MATCH = "clio/v1/match.proto"
SEAT = "  // Whether the player has resigned.\n  bool resigned = 4;\n"


def compared(folder: Path, old: str, new: str) -> subprocess.CompletedProcess[str]:
    """Compares a copy of the contract, changed in one place, with the baseline."""
    for name in ("proto", "third_party"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.py", "*.pyi"))
    shutil.copy(ROOT / "buf.yaml", folder)
    file = folder / "proto" / MATCH
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    command = [Path(sys.executable).parent / "buf", "breaking", "proto", "--against", "proto/baseline.binpb"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "new",
    [
        "",
        SEAT.replace("= 4", "= 40"),
        SEAT.replace("bool", "string"),
        SEAT.replace("resigned =", "gone ="),
    ],
)
def test_a_field_that_is_removed_or_changed_is_found(tmp_path: Path, new: str) -> None:
    done = compared(tmp_path, SEAT, new)
    assert done.returncode
    assert MATCH in done.stdout


def test_a_field_that_is_added_passes(tmp_path: Path) -> None:
    done = compared(tmp_path, SEAT, SEAT + "  // Something new.\n  bool another = 40;\n")
    assert (done.returncode, done.stdout) == (0, "")
