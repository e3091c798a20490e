"""The wheel that is built holds all that a user needs: code, data, contract, verifier."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def run(unpacked: Path, *arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"}
    environment.pop("CLIO_SERVER", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_wheel_plays_and_verifies_a_match_without_the_repository(unpacked: Path, tmp_path: Path) -> None:
    played = run(unpacked, "-m", "clio.cli.main", "selfplay", "akros", "--matches", "1", "--out", ".", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    (record,) = tmp_path.glob("*.clio")
    verified = run(unpacked, str(unpacked / "clio/verify/verify_match.py"), str(record), cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_the_wheel_holds_types_and_no_tests(unpacked: Path) -> None:
    for package in ("kernel", "games", "projections", "server", "client", "cli", "bots", "verify"):
        assert (unpacked / "clio" / package / "py.typed").exists()
    assert not (unpacked / "tests").exists()
    assert list(unpacked.glob("*.dist-info/licenses/LICENSE"))
