"""The example package Kalah as an installed plug-in: a folder for the module path of a server of its own."""

import os
import tomllib
from pathlib import Path

from tests.unit.repository.tree import ROOT

EXAMPLE = ROOT / "clients" / "examples" / "kalah"
SOURCES = tuple(ROOT / part for part in ("proto", "domain", "projections", "service", "clients"))


def module_path(folder: Path) -> str:
    """What an installer leaves, as far as entry points go; the value of PYTHONPATH for the server."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    information = folder / f"clio_kalah-{project['version']}.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (information / "entry_points.txt").write_text("".join(lines), encoding="utf-8")
    return os.pathsep.join(map(str, [*SOURCES, EXAMPLE, folder]))
