"""Virtual environments that hold the built wheel and chosen distributions, without a download."""

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.metadata import distribution, requires
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT: Final = "clio-referee"


class FreshEnvironment:
    """A virtual environment with the wheel and the dependencies of the base install and of some extras."""

    def __init__(self, folder: Path, wheel: Path, extras: frozenset[str], *, dependencies: bool = True) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python: Final = folder / "bin" / "python"
        self.clio: Final = folder / "bin" / "clio"
        self.site_packages: Final = Path(sysconfig.get_path("purelib", "venv", vars={"base": str(folder)}))
        install = ["install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)]
        subprocess.run([sys.executable, "-m", "pip", "--python", str(self.python), *install], check=True)
        if dependencies:
            for name in needed(extras) - {PROJECT}:
                self._link(name)

    def run(
        self, *command: str | Path, cwd: Path, text: str = "", **variables: str
    ) -> "subprocess.CompletedProcess[str]":
        """Runs a command in the environment, with only the variables given and those a shell has."""
        kept = {name: os.environ[name] for name in ("HOME", "PATH", "TMPDIR") if name in os.environ}
        environment = kept | {"XDG_STATE_HOME": str(cwd / "state"), "LANG": "C.UTF-8"} | variables
        return subprocess.run(
            command, cwd=cwd, env=environment, input=text, capture_output=True, text=True, timeout=120, check=False
        )

    def _link(self, name: str) -> None:
        found = distribution(name)
        for file in found.files or ():
            source, target = Path(str(found.locate_file(file))), self.site_packages / str(file)
            if ".." in file.parts or not source.exists() or target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(source)


def needed(extras: frozenset[str]) -> set[str]:
    """The project and every distribution that it needs with these extras, by what is installed here."""
    found: set[str] = set()
    waiting = [(PROJECT, extras)]
    while waiting:
        name, wanted = waiting.pop()
        found.add(name)
        for requirement in map(Requirement, requires(name) or ()):
            needs, marker = canonicalize_name(requirement.name), requirement.marker
            applies = marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *wanted))
            if applies and needs not in found:
                waiting.append((needs, frozenset(requirement.extras)))
    return found
