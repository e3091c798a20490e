"""The web app in the package is what its sources give, and it is small."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

from tests.unit.repository.tree import ROOT

BUILT = ROOT / "service" / "clio" / "server" / "http" / "web"
MAX_KIB = 150


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_committed_files_are_what_the_sources_give(tmp_path: Path) -> None:
    variables = (f"BIN={Path(sys.executable).parent}", f"WEB_OUT={tmp_path / 'web'}")
    made = subprocess.run(
        ["make", "-s", "-o", "setup", "web", *variables], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    fresh, kept = files(tmp_path / "web"), files(BUILT)
    assert sorted(name for name in fresh | kept if fresh.get(name) != kept.get(name)) == [], "run `make web`"


def test_the_first_load_is_within_its_budget() -> None:
    """The entry and everything it imports at once, compressed; pages and boards load when they are opened."""
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    loaded: set[str] = set()
    waiting = re.findall(r'(?:src|href)="/(assets/[\w.-]+\.js)"', page)
    assert waiting
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            code = (BUILT / name).read_text(encoding="utf-8")
            waiting += [f"assets/{found}" for found in re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', code)]
    size = sum(len(gzip.compress((BUILT / name).read_bytes(), 9)) for name in loaded)
    print(f"first load: {size / 1024:.1f} KiB of compressed JavaScript in {len(loaded)} files")  # noqa: T201 (a budget)
    assert size < MAX_KIB * 1024


def test_the_page_runs_nothing_inline() -> None:
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"\son\w+=", page) == []
    code = "".join(file.read_text(encoding="utf-8") for file in BUILT.rglob("*.js"))
    assert not re.search(r"\beval\(|new Function\(", code)
