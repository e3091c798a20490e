import sys

import pytest

from tests.unit.repository.import_graph import SOURCE_ROOTS, cycles, modules, package_graph
from tests.unit.repository.tree import ROOT

MAX_LOOSE_MODULES = 10


def test_no_packages_import_each_other_in_a_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    graph = package_graph()
    with capsys.disabled():
        edges = sum(len(targets) for targets in graph.values())
        sys.stdout.write(
            f"\nimport graph: {len(graph)} packages, {edges} imports between them, {len(cycles(graph))} cycles\n"
        )
    assert cycles(graph) == []


def test_a_cycle_would_be_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert cycles(graph) == [["a", "b", "c"]]


@pytest.mark.parametrize("package", ["service/clio/server", "clients/clio/cli"])
def test_a_large_package_keeps_few_loose_modules(package: str) -> None:
    loose = [file.name for file in sorted((ROOT / package).glob("*.py")) if file.name != "__init__.py"]
    assert len(loose) <= MAX_LOOSE_MODULES, loose


def test_everything_installed_is_under_one_import_root() -> None:
    for root in SOURCE_ROOTS:
        assert [file.name for file in (ROOT / root).glob("*.py")] == []
        assert not (ROOT / root / "clio" / "__init__.py").exists()
    assert all(name.startswith("clio.") for name in modules())
