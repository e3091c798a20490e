"""The TypeScript client, generated and built, with the packages of its lock file."""

import shutil
import subprocess
import sys
import tempfile
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path

from tests.kit.private_server import MissingServerError
from tests.unit.repository.tree import ROOT

LOCK = Path(tempfile.gettempdir()) / "clio-test-typescript.lock"


@cache
def typescript_client() -> Path:
    """The folder of the TypeScript client, built."""
    if shutil.which("npm") is None:
        raise MissingServerError("The tests need Node.js 20 or later and npm: install them.")
    with LOCK.open("w") as lock:
        flock(lock, LOCK_EX)  # Test workers would otherwise build concurrently.
        if _is_stale():
            command = ["make", "-s", "-o", "setup", "typescript", f"BIN={Path(sys.executable).parent}"]
            made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert made.returncode == 0, made.stdout + made.stderr
    return ROOT / "clients" / "typescript"


def _is_stale() -> bool:
    """Whether a source is newer than what was built: another worker may be reading it."""
    folder = ROOT / "clients" / "typescript"
    built = folder / "dist" / "index.js"
    sources = [*(ROOT / "proto").rglob("*.proto"), *folder.glob("*.json"), *(folder / "src").rglob("*.ts")]
    written = [file.stat().st_mtime for file in sources if "contract" not in file.relative_to(ROOT).parts]
    return not built.exists() or built.stat().st_mtime < max(written)


@cache
def web_packages() -> Path:
    """The installed packages of the web app, `axe-core` among them."""
    folder = ROOT / "clients" / "web"
    if shutil.which("npm") is None:
        raise MissingServerError("The tests need Node.js 20 or later and npm: install them.")
    with LOCK.open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "node_modules" / "axe-core").is_dir():
            command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "node_modules"
