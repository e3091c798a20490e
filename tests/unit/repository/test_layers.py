import ast
import subprocess
import sys
from pathlib import Path

from tests.unit.repository.tree import ROOT

HOLDS_A_SERVER = {"clio.cli.local.server", "clio.cli.local.embedded_server"}

LOAD_ALL = """
import importlib, sys
for module in sys.argv[1:]:
    importlib.import_module(module)
heavy = ("clio.kernel", "clio.games", "clio.projections", "clio.server", "clio.bots", "clio.verify")
print(*(name for name in sorted(sys.modules) if name.startswith(heavy)))
"""


def _module(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_the_layers_import_only_what_they_may() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([lint_imports, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_of_eventsourcing_the_domain_takes_the_domain_module_only() -> None:
    taken = {
        (str(file.relative_to(ROOT)), name)
        for file in (ROOT / "domain").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        if name.split(".")[0] == "eventsourcing"
    }
    assert {name for _, name in taken} <= {"eventsourcing.domain"}, taken


def test_the_sdk_and_the_cli_load_no_rules_until_they_are_used() -> None:
    modules = [
        module
        for thin in ("client", "cli")
        for file in sorted((ROOT / "clients" / "clio" / thin).rglob("*.py"))
        if (module := _module(file)) not in HOLDS_A_SERVER and file.name != "__main__.py"
    ]
    assert modules
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD_ALL, *modules],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT / 'clients'}:{ROOT / 'proto'}"},
    )
    assert loaded.stdout.split() == []
