"""``clio admin`` as operators type it, and keys."""

import json
import secrets
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

from tests.integration.cli.terminal import CLIO, ROOT, environment


def new_key() -> str:
    return b64encode(secrets.token_bytes(32)).decode()


def clio(home: Path, *arguments: str, **settings: str) -> tuple[int, dict[str, Any]]:
    """Runs a command; gives its exit code and what it says."""
    done = subprocess.run(
        [*CLIO, *arguments, "--json"],
        cwd=ROOT,
        env=environment(home, **settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, json.loads(done.stdout)


def told(home: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """Runs a command; gives its exit code and what it tells people."""
    done = subprocess.run(
        [*CLIO, *arguments],
        cwd=ROOT,
        env=environment(home, **settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def place(data: Path, database_url: str = "", key: str = "") -> dict[str, str]:
    """The settings of a server there."""
    return {"CLIO_DATA": str(data), "CLIO_DATABASE_URL": database_url, "CLIO_CIPHER_KEY": key}
