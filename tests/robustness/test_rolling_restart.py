"""Every server restarted once in every test run, and once from the release before; ``make robustness`` does more."""

import subprocess
from pathlib import Path

import pytest

from tests.kit.server_process import ROOT
from tests.robustness import rolling_restart

PREVIOUS = (Path(__file__).parent / "previous_release.txt").read_text().strip()


@pytest.fixture
def previous_release(tmp_path: Path) -> Path:
    """The sources of the release before this one."""
    found = subprocess.run(["git", "cat-file", "-e", PREVIOUS], cwd=ROOT, check=False, capture_output=True)
    if found.returncode:
        pytest.skip("these sources came without the history that holds the release before")
    packed = tmp_path / "previous.tar"
    packed.write_bytes(subprocess.run(["git", "archive", PREVIOUS], cwd=ROOT, check=True, capture_output=True).stdout)
    sources = tmp_path / "previous"
    sources.mkdir()
    subprocess.run(["tar", "-x", "-f", packed, "-C", sources], check=True)
    return sources


async def test_restarting_one_server_after_the_other_is_noticed_by_nobody(tmp_path: Path) -> None:
    report = await rolling_restart.run(tmp_path, 1, lambda _: None)
    assert report.clean, report
    assert report.restarts == 2
    assert len(report.history.acknowledged) > 50


async def test_two_releases_serve_the_same_matches_side_by_side(tmp_path: Path, previous_release: Path) -> None:
    report = await rolling_restart.run(tmp_path / "servers", 1, lambda _: None, older=previous_release)
    assert report.clean, report
    assert report.side_by_side > 10
