import json
import re
import tomllib

import pytest

from tests.unit.repository.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = ("requirements.txt", "requirements-dev.txt")


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[._-]+", "-", found[0]).lower()


def _explained(heading: str) -> list[str]:
    page = (ROOT / "docs" / "dependencies.md").read_text()
    section = page.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([^`]+)` \| \S.* \|$", section, re.MULTILINE)


def _locked(lock: str) -> dict[str, str]:
    """Each locked package with its version."""
    pins = re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return {_name(name): version for name, version in pins}


@pytest.mark.parametrize(
    ("heading", "requirements"),
    [
        ("Running", PROJECT["dependencies"]),
        ("Server", EXTRAS["server"]),
        ("Playing", EXTRAS["play"]),
        ("Bots", EXTRAS["bots"]),
        ("PostgreSQL", EXTRAS["postgres"]),
        ("Tracing", EXTRAS["tracing"]),
        ("Moving pictures", EXTRAS["gif"]),
        ("Developing", EXTRAS["dev"]),
        ("Fuzzing", EXTRAS["fuzz"]),
    ],
)
def test_every_dependency_has_one_line_that_says_why(heading: str, requirements: list[str]) -> None:
    assert _explained(heading) == sorted(_name(requirement) for requirement in requirements)


@pytest.mark.parametrize(
    ("heading", "package"),
    [("The TypeScript client", "typescript"), ("The web app", "web"), ("The Node example", "examples/node")],
)
def test_every_npm_dependency_has_one_line_that_says_why(heading: str, package: str) -> None:
    described = json.loads((ROOT / "clients" / package / "package.json").read_text())
    assert _explained(heading) == sorted(described["dependencies"] | described.get("devDependencies", {}))


@pytest.mark.parametrize("package", ["typescript", "web", "examples/node"])
def test_every_locked_npm_package_has_its_hash_and_no_place_to_download_from(package: str) -> None:
    locked = json.loads((ROOT / "clients" / package / "package-lock.json").read_text())["packages"]
    others = {name: entry for name, entry in locked.items() if name and not entry.get("link")}
    assert [name for name, entry in others.items() if not entry.get("integrity") or "resolved" in entry] == []


def test_what_runs_is_locked_and_developing_adds_to_it() -> None:
    running, developing = map(_locked, LOCKS)
    extras = ("server", "play", "bots", "postgres", "tracing")
    needed = [*PROJECT["dependencies"], *(requirement for extra in extras for requirement in EXTRAS[extra])]
    assert {_name(requirement) for requirement in needed} <= running.keys()
    assert {_name(requirement) for requirement in EXTRAS["dev"]} <= developing.keys()
    assert running.items() <= developing.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    text = re.sub(r"^#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    entry = re.compile(r"[a-z0-9._-]+==[^\s;]+( ; [^-]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in text.splitlines() if not entry.fullmatch(line.strip())] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_download_from(lock: str) -> None:
    assert re.findall(r"(?m)^\s*(?:-i|-f|--\w*-?(?:index|links|host).*)$|\S*://\S*", (ROOT / lock).read_text()) == []
