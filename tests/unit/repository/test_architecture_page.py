"""The tables of docs/architecture.md list every package."""

import re

from tests.unit.repository.tree import ROOT

ROOTS = ("clients/clio", "domain/clio", "projections/clio", "service/clio")


def test_the_architecture_page_lists_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = {
        name for cell in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE) for name in re.findall("`([^`]+)`", cell)
    }
    packages = {f"clio.{init.parent.name}" for root in ROOTS for init in (ROOT / root).glob("*/__init__.py")}
    parts = {f"clio.server.{init.parent.name}" for init in (ROOT / "service/clio/server").glob("*/__init__.py")}
    assert packages
    assert parts
    assert (packages | parts) - listed == set()
