"""Heads that this user has seen: what a server said once is compared with what it says later."""

import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class KnownHead:
    """How far a match had come when it was last met, and the chain's digest there."""

    seq: int
    digest: bytes


class KnownHeads(Protocol):
    """Remembers the last head of each match."""

    def known(self, match_id: str) -> KnownHead | None:
        """The head that was seen last."""

    def keep(self, match_id: str, head: KnownHead) -> None:
        """Remembers a head that continues the one before."""


class HeadFolder:
    """Heads of one server's matches, one small file each; written whole, so that nothing is ever half there."""

    def __init__(self, folder: Path, server: str) -> None:
        self._folder: Final = folder / "heads" / re.sub(r"[^A-Za-z0-9.-]", "_", server)

    def known(self, match_id: str) -> KnownHead | None:
        """See ``KnownHeads``; what cannot be read is not known."""
        try:
            kept = json.loads(self._file(match_id).read_bytes())
            return KnownHead(int(kept["seq"]), bytes.fromhex(kept["digest"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, match_id: str, head: KnownHead) -> None:
        """See ``KnownHeads``; a disk that takes nothing does not stop a match."""
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
