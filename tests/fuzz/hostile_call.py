"""One hostile call as data: sent, named, saved to a file and replayed."""

import base64
import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.fuzz.contract import METHODS

SEEDS = Path(__file__).parent / "seeds" / "calls"
LARGEST_HEADERS = 4_000
LARGEST_MESSAGE = 1_000_000
Metadata = tuple[tuple[str, str | bytes], ...]


@dataclass(frozen=True)
class HostileCall:
    """The method, its messages, and when the caller cancels."""

    path: str
    parts: tuple[bytes, ...] = (b"",)
    metadata: Metadata = ()
    reads: int = 3
    """Of an answer that is a stream, so many parts are read before the caller hangs up."""
    hangs_up: bool = False
    """Cancels without waiting for a response."""

    @property
    def streams_in(self) -> bool:
        method = METHODS.get(self.path)
        return len(self.parts) != 1 or (method is not None and method.streams_in)

    @property
    def streams_out(self) -> bool:
        method = METHODS.get(self.path)
        return method is not None and method.streams_out

    @property
    def is_heavy(self) -> bool:
        """Whether gRPC itself does not let it pass: its headers are too large, or a message is."""
        if any(len(part) > LARGEST_MESSAGE for part in self.parts):
            return True
        return len(self.path) + sum(len(key) + len(value) for key, value in self.metadata) > LARGEST_HEADERS

    @property
    def name(self) -> str:
        short = self.path.rpartition("/")[2][:40] or "nothing"
        return f"{short}-{sha256(self.to_json().encode()).hexdigest()[:12]}"

    def to_json(self) -> str:
        told = {
            "path": self.path,
            "parts": [base64.b64encode(part).decode() for part in self.parts],
            "metadata": [[key, _written(value)] for key, value in self.metadata],
            "reads": self.reads,
            "hangs_up": self.hangs_up,
        }
        return json.dumps(told, indent=1)

    @staticmethod
    def from_json(text: str) -> "HostileCall":
        told: dict[str, Any] = json.loads(text)
        return HostileCall(
            path=told["path"],
            parts=tuple(base64.b64decode(part) for part in told["parts"]),
            metadata=tuple((key, _read(value)) for key, value in told["metadata"]),
            reads=told["reads"],
            hangs_up=told["hangs_up"],
        )

    def save(self, folder: Path = SEEDS) -> Path:
        """Saves the call as a regression test."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        path.write_text(self.to_json() + "\n")
        return path


def kept_calls() -> dict[str, HostileCall]:
    return {path.stem: HostileCall.from_json(path.read_text()) for path in sorted(SEEDS.glob("*.json"))}


def _written(value: str | bytes) -> str | dict[str, str]:
    return value if isinstance(value, str) else {"base64": base64.b64encode(value).decode()}


def _read(value: str | dict[str, str]) -> str | bytes:
    return value if isinstance(value, str) else base64.b64decode(value["base64"])
