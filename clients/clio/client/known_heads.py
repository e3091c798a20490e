"""Store of known heads: detects a server that changes the history of a match."""

import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class KnownHead:
    """The last known event of a match, and the chain's digest there."""

    seq: int
    digest: bytes


class KnownHeads(Protocol):
    """Stores the last known head of each match."""

    def known(self, match_id: str) -> KnownHead | None:
        """The last known head."""

    def keep(self, match_id: str, head: KnownHead) -> None:
        """Stores a head that continues the previous one."""


class HeadFolder:
    """Known heads of one server's matches, one small file each, written atomically."""

    def __init__(self, folder: Path, server: str) -> None:
        self._folder: Final = folder / "heads" / re.sub(r"[^A-Za-z0-9.-]", "_", server)

    def known(self, match_id: str) -> KnownHead | None:
        """The last known head; None where the file cannot be read."""
        try:
            kept = json.loads(self._file(match_id).read_bytes())
            return KnownHead(int(kept["seq"]), bytes.fromhex(kept["digest"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, match_id: str, head: KnownHead) -> None:
        """Stores a head; a full disk does not stop a match."""
        content = json.dumps({"digest": head.digest.hex(), "seq": head.seq}).encode()
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=".head-", dir=self._folder)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            Path(name).replace(self._file(match_id))
        except OSError:
            return

    def _file(self, match_id: str) -> Path:
        return self._folder / f"{re.sub(r'[^A-Za-z0-9-]', '_', match_id)[:64]}.json"
