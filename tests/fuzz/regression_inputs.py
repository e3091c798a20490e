"""Regression inputs: files of earlier findings, run again with every test run."""

import base64
import json
from hashlib import sha256
from pathlib import Path

SEEDS = Path(__file__).parent / "seeds"
TARGETS = ("canonical", "imported", "notation", "record_files")


def kept(target: str) -> dict[str, bytes]:
    """The inputs kept for a target, by name."""
    found = sorted((SEEDS / target).glob("*.json"))
    return {path.stem: base64.b64decode(json.loads(path.read_text())["base64"]) for path in found}


def keep(target: str, data: bytes) -> Path:
    """Keeps an input for a target."""
    path = SEEDS / target / f"found-{sha256(data).hexdigest()[:12]}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"base64": base64.b64encode(data).decode()}) + "\n")
    return path
