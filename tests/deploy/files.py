"""The files of deploy/, read."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

from clio.server.settings import Settings
from tests.kit.private_server import binary

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
SETTINGS: Final = {f"CLIO_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}


def read(path: Path) -> Any:
    """A file of one YAML document."""
    return yaml.safe_load(path.read_text())


def read_all(path: Path) -> list[Any]:
    """All documents of a YAML file."""
    return [document for document in yaml.safe_load_all(path.read_text()) if document is not None]


def find(value: Any, key: str) -> Iterator[Any]:
    """Every value that stands under a key, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from find(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from find(inner, key)


def make_secrets(folder: Path, *names: str) -> Path:
    """What secrets.sh makes for these names."""
    binary("openssl", "openssl")
    subprocess.run(["sh", DEPLOY / "secrets.sh", folder, *names], check=True, capture_output=True)
    return folder


def variables(file: Path) -> dict[str, str]:
    """The lines NAME=VALUE of a file."""
    lines = (line for line in file.read_text().splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)
