"""The import graph of the installed packages, read from the source."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.unit.repository.tree import ROOT

SOURCE_ROOTS = ("domain", "projections", "service", "clients")


def modules() -> dict[str, Path]:
    """Every module of ours under its dotted name."""
    found = {}
    for root in SOURCE_ROOTS:
        for file in sorted((ROOT / root / "clio").rglob("*.py")):
            parts = file.relative_to(ROOT / root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def package_of(module: str, known: Mapping[str, Path]) -> str:
    """The package of a module; a module directly in a top package counts as a package of its own."""
    if known[module].name == "__init__.py":
        return module
    package = module.rpartition(".")[0]
    return module if package.count(".") == 1 else package


def package_graph() -> dict[str, set[str]]:
    """Which package imports which; imports inside functions and for types count too."""
    known = modules()
    graph: dict[str, set[str]] = defaultdict(set)
    for module, file in known.items():
        for imported in _imported(file, known):
            one, other = package_of(module, known), package_of(imported, known)
            graph[one].add(other) if one != other else graph[one]
    return graph


def _imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if full in known:
                    yield full
                elif node.module in known:
                    yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components with more than one package (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found
