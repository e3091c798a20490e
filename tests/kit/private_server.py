"""Third-party servers, each with a private folder and a free port, stopped by its pid."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fcntl import LOCK_EX, flock
from pathlib import Path

from tests.kit.ports import free_port

START_LIMIT = 30.0
ROOM = 2 * 1024**3


class MissingServerError(Exception):
    """A required server is not installed and cannot be installed here."""


def binary(name: str, package: str, *folders: str) -> str:
    """The path of a server's binary; installs the Debian package if it is missing and the user is root. Never skips."""
    return _installed(lambda: _find(name, folders), name, package)


def library(path: str, package: str) -> Path:
    """A file or folder of a Debian package, which is installed in the same way."""
    return Path(_installed(lambda: path if Path(path).exists() else None, path, package))


def _installed(find: Callable[[], str | None], name: str, package: str) -> str:
    if found := find():
        return found
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise MissingServerError(f"The tests need {name}: install it (Debian, Ubuntu: apt-get install {package}).")
    with (Path(tempfile.gettempdir()) / "clio-test-install.lock").open("w") as lock:
        # Test workers would otherwise install concurrently.
        flock(lock, LOCK_EX)
        if not find():
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
                subprocess.run(["apt-get", "-qq", *command], check=True, env=environment, stdout=subprocess.DEVNULL)
    if found := find():
        return found
    raise MissingServerError(f"The package {package} was installed, but there is no {name}.")


def _find(name: str, folders: Sequence[str]) -> str | None:
    places = [str(place) for folder in folders for place in sorted(Path("/").glob(folder), reverse=True)]
    return shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))


def _in_memory() -> Path | None:
    """A folder in memory if there is enough room: most tests do not depend on the disk."""
    memory = Path("/dev/shm")  # noqa: S108 (folders in it are made safely)
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM:
        return memory
    return None


class PrivateServer(ABC):
    """A process that can be killed, paused, and started again on the same port and folder."""

    def __init__(self, name: str, *, on_disk: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"clio-{name}-", dir=None if on_disk else _in_memory()))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> Sequence[str]:
        """The command line."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether the server accepts connections."""

    def start(self) -> None:
        """Returns once the server answers."""
        give_up = time.monotonic() + START_LIMIT
        while time.monotonic() < give_up:
            if self._process is None or self._process.poll() is not None:
                # A process that ends at once collided with the last children of its killed predecessor.
                log = (self.folder / "log").open("ab")
                self._process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
                log.close()
            if self.answers():
                return
            time.sleep(0.02)
        raise TimeoutError(f"{self.command()[0]} does not answer: {(self.folder / 'log').read_text()[-2000:]}")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def kill(self) -> None:
        """Sends SIGKILL: nothing is flushed."""
        self.signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(START_LIMIT)

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    def remove(self) -> None:
        self.resume()
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
