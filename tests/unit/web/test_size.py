"""The size budget of the web app: what a browser loads before it shows the home page and follows a match."""

import gzip
import re
from pathlib import Path

from tests.unit.repository.tree import ROOT

WEB = ROOT / "service" / "clio" / "server" / "http" / "web"
BUDGET = 150 * 1024
STATIC_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"\./([\w.-]+\.js)"')


def first_load(folder: Path) -> dict[str, int]:
    """The scripts of the page and of the stream worker with all that they import, and their compressed sizes."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    waiting = re.findall(r'"/assets/([\w.-]+\.js)"', page) + [
        path.name for path in folder.glob("assets/stream-worker-*.js")
    ]
    sizes: dict[str, int] = {}
    while waiting:
        name = waiting.pop()
        if name not in sizes:
            content = (folder / "assets" / name).read_bytes()
            sizes[name] = len(gzip.compress(content, 9))
            waiting += STATIC_IMPORT.findall(content.decode())
    return sizes


def test_the_first_load_is_within_its_budget() -> None:
    sizes = first_load(WEB)
    total = sum(sizes.values())
    print(f"first load: {len(sizes)} scripts, {total / 1024:.1f} of {BUDGET / 1024:.0f} KiB compressed")  # noqa: T201 (the budget is to be printed)
    assert any(name.startswith("stream-worker-") for name in sizes)
    assert any(name.startswith("stream-hub-") for name in sizes)
    assert total <= BUDGET
