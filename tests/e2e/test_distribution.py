"""The wheel: one package in site-packages, a small base install, and extras that say how to get them."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from clio.cli.errors.exit_codes import ExitCode
from clio.cli.extras import EXTRA_OF_MODULE
from tests.e2e.fresh_environment import PROJECT, FreshEnvironment, needed

ROOT = Path(__file__).parents[2]
BASE: frozenset[str] = frozenset()
MAX_BASE_DISTRIBUTIONS = 16
RECORD = ROOT / "tests" / "corpus" / "akros-a.clio.gz"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    return FreshEnvironment(tmp_path_factory.mktemp("base"), wheel, BASE)


@pytest.fixture(scope="module")
def server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    return FreshEnvironment(tmp_path_factory.mktemp("server"), wheel, frozenset({"server"}))


def test_only_clio_lands_in_site_packages(wheel: Path, tmp_path: Path) -> None:
    fresh = FreshEnvironment(tmp_path, wheel, BASE, dependencies=False)
    found = {entry.name for entry in fresh.site_packages.iterdir()}
    assert {re.sub(r"-.*\.dist-info$", ".dist-info", name) for name in found} == {"clio", "clio_referee.dist-info"}


def test_the_base_install_is_small() -> None:
    assert len(needed(BASE)) <= MAX_BASE_DISTRIBUTIONS, sorted(needed(BASE))
    assert needed(BASE) < needed(frozenset({"server"}))


def test_the_client_loads_without_the_dependencies_of_a_server(base: FreshEnvironment, tmp_path: Path) -> None:
    probe = (
        "from importlib.util import find_spec; from clio.client import Client; import clio.cli.program; "
        f"print([name for name in {sorted(EXTRA_OF_MODULE)!r} if find_spec(name)])"
    )
    loaded = base.run(base.python, "-c", probe, cwd=tmp_path)
    assert (loaded.stdout, loaded.returncode) == ("[]\n", 0), loaded.stderr


def test_the_base_install_verifies_a_record(base: FreshEnvironment, tmp_path: Path) -> None:
    verified = base.run(base.clio, "verify", RECORD, cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_the_verifier_alone_needs_no_other_file_of_the_wheel(base: FreshEnvironment, tmp_path: Path) -> None:
    alone = shutil.copy(base.site_packages / "clio" / "verify" / "verify_match.py", tmp_path)
    verified = base.run(sys.executable, "-I", alone, RECORD, cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve",), "server"),
        (("play", "akros"), "server"),
        (("selfplay", "akros"), "server"),
        (("arena", "akros", "random", "random"), "bots"),
        (("replay", str(RECORD), "--record", "film.gif"), "gif"),
    ],
)
def test_a_missing_extra_is_named_with_the_line_that_installs_it(
    base: FreshEnvironment, tmp_path: Path, command: tuple[str, ...], extra: str
) -> None:
    line = f"pip install '{PROJECT}[{extra}]'"
    english = base.run(base.clio, *command, cwd=tmp_path)
    spanish = base.run(base.clio, "--lang", "es", *command, cwd=tmp_path)
    assert (english.returncode, spanish.returncode) == (ExitCode.NOT_INSTALLED, ExitCode.NOT_INSTALLED), english.stderr
    assert line in english.stderr
    assert line in spanish.stderr
    assert english.stderr != spanish.stderr
    document = json.loads(base.run(base.clio, *command, "--json", cwd=tmp_path).stdout)
    assert document["error"]["reason"] == "EXTRA_MISSING"


def test_packages_of_a_project_do_not_shadow_those_of_clio(server: FreshEnvironment, tmp_path: Path) -> None:
    for package in ("service", "domain", "clients", "projections", "proto"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("raise ImportError('the package of somebody else')\n")
    played = server.run(server.clio, "play", "akros", cwd=tmp_path, text="q\n", PYTHONPATH=str(tmp_path))
    assert played.returncode == 0, played.stderr
    assert "clio play akros" in played.stdout


def test_the_wheel_plays_and_verifies_a_match_without_the_repository(server: FreshEnvironment, tmp_path: Path) -> None:
    played = server.run(server.clio, "selfplay", "akros", "--matches", "1", "--out", ".", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    (record,) = tmp_path.glob("*.clio")
    assert server.run(server.clio, "verify", record, cwd=tmp_path).returncode == 0


def test_the_wheel_holds_types_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    packages = {name.split("/")[1] for name in names if name.endswith(".py")}
    assert packages == {
        "bots",
        "cli",
        "client",
        "games",
        "kernel",
        "projections",
        "server",
        "supervision",
        "v1",
        "verify",
    }
    assert {f"clio/{package}/py.typed" for package in packages} <= set(names)
    assert not [name for name in names if "/test" in name]
    assert [name for name in names if name.endswith(".dist-info/licenses/LICENSE")]


def test_every_extra_that_a_message_names_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {*EXTRA_OF_MODULE.values(), "bots"} <= project["optional-dependencies"].keys()
    assert project["name"] == PROJECT
