"""The image without a container engine: the Dockerfile's steps, run under a folder that stands for its root."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.deploy.dockerfile import Stage, Step, read_stages
from tests.deploy.files import DEPLOY, ROOT

OURS = re.compile(r"(?<![\w./-])/(opt|src|var/lib/clio)(?=[\s/\"':]|$)")
"""The paths that the steps may make; all others are the machine's, for reading."""
MACHINE = "/usr/local/bin:/usr/bin:/bin"


class Image:
    """Built stage by stage; both stages share the root, so that copying between them has nothing to do."""

    def __init__(self, *, download: bool) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="clio-image-"))
        # The user of the image must get through.
        self.root.chmod(0o755)
        self.build, self.final = read_stages(DEPLOY / "Dockerfile")
        self._download = download
        self._folder = self.root
        self._variables = {"PATH": f"{self.root / 'bin'}:{MACHINE}", "HOME": str(self.root)}
        (self.root / "bin").mkdir()

    def make(self) -> None:
        """Runs all steps."""
        (self.root / "bin" / "python").symlink_to(self._interpreter())
        for stage in (self.build, self.final):
            for step in stage.steps:
                getattr(self, f"_{step.instruction.lower()}", self._nothing)(step)

    def remove(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def path(self, text: str) -> str:
        """A text with the image's paths where they are here."""
        return OURS.sub(lambda found: f"{self.root}/{found[1]}", text)

    @property
    def user(self) -> int:
        """The number of the user it runs as."""
        assert self.final.last("USER").text == "$CLIO_UID:$CLIO_UID"
        return int(self.final.all("ARG")[0].text.partition("=")[2])

    @property
    def environment(self) -> dict[str, str]:
        return dict(self._variables)

    def as_its_user(self, *command: str) -> list[str]:
        """A command as the image's user would run it: no rights, and none to be had."""
        if os.geteuid() != 0:
            return [*command]
        number = str(self.user)
        return ["setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups", "--no-new-privs", "--", *command]

    def _interpreter(self) -> str:
        """What stands for the image's Python: this one or its like, wherever the image's user can run it."""
        name = f"python{sys.version_info.major}.{sys.version_info.minor}"
        for found in (sys._base_executable, shutil.which(name, path=MACHINE)):
            if found and subprocess.run(self.as_its_user("test", "-x", found), check=False).returncode == 0:
                return found
        raise AssertionError(f"The image's user can run no {name}: install one outside of root's home.")

    def _nothing(self, step: Step) -> None:
        assert step.instruction in {"USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}

    def _workdir(self, step: Step) -> None:
        self._folder = Path(self.path(step.text))
        self._folder.mkdir(parents=True, exist_ok=True)

    def _arg(self, step: Step) -> None:
        name, _, value = step.text.partition("=")
        # Who is not root cannot give files away, and is the image's user himself.
        self._variables[name] = value if os.geteuid() == 0 else str(os.getuid())

    def _env(self, step: Step) -> None:
        name, _, value = step.text.partition("=")
        self._variables[name] = self.path(self._expanded(value))

    def _copy(self, step: Step) -> None:
        *sources, target = step.words
        if sources[0].startswith("--from="):
            assert sources[1:] == [target]
            return
        place = Path(self.path(target)) if target.startswith("/") else self._folder / target
        for name in sources:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, place / source.name if target.endswith("/") else place)

    def _run(self, step: Step) -> None:
        if not self._download and "--require-hashes" in step.text:
            self._lend(step)
        command = ["sh", "-euc", self.path(step.text)]
        done = subprocess.run(
            command, cwd=self._folder, env=self._variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step.text}\n{done.stdout}\n{done.stderr}"

    def _lend(self, step: Step) -> None:
        """Copies the locked packages from those that run the tests; pip then checks versions and loads nothing."""
        other = re.search(r" --python (\S+)", step.text)
        venv = Path(self.path(other[1])) if other else Path(self.path(step.words[0])).parents[1]
        (packages,) = venv.glob("lib/python*/site-packages")
        lock = (self._folder / step.words[-1]).read_text()
        for name in re.findall(r"^([A-Za-z0-9._-]+)==", lock, re.MULTILINE):
            _copy_package(name, packages)
        self._variables["PIP_NO_INDEX"] = "1"

    def _expanded(self, text: str) -> str:
        return re.sub(r"\$(\w+)", lambda found: self._variables.get(found[1], ""), text)


def _copy_package(name: str, packages: Path) -> None:
    """A package that is installed here, with what it says of itself."""
    found = importlib.metadata.distribution(name)
    for file in found.files or ():
        source = Path(str(found.locate_file(file)))
        if ".." in file.parts or not source.exists():
            continue
        place = packages / file
        place.parent.mkdir(parents=True, exist_ok=True)
        # With its time, by which Python knows that the compiled file beside it is of this source.
        shutil.copy2(source, place)


def writable(image: Image) -> Sequence[str]:
    """The folders and files of the image that its user may write to."""
    command = image.as_its_user("find", ".", "-writable", "-not", "-type", "l")
    return subprocess.run(command, cwd=image.root, check=True, capture_output=True, text=True).stdout.split()


def final_stage() -> Stage:
    """What the image says about itself."""
    return read_stages(DEPLOY / "Dockerfile")[-1]
