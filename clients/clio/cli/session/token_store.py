"""Persistent store of the user's tokens, in a file that only the user can read."""

import fcntl
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled
from clio.client.entropy import SeatEntropy
from clio.client.readiness_round import Sent

_VERSION: Final = 1


@dataclass(slots=True)
class Holding:
    """The user's tokens of one match: the host token, and seat tokens by seat."""

    host: str = ""
    seats: dict[int, str] = field(default_factory=dict)


class TokenStore:
    """Tokens by server and match; written whole and atomically, one writer at a time."""

    def __init__(self, server: str, folder: Path | None = None) -> None:
        self.server: Final = server
        self._folder: Final = folder or state_folder()
        self.file: Final = self._folder / "tokens.json"

    def match_ids(self) -> list[str]:
        """Lists the matches of this server that have stored tokens."""
        return sorted(self._matches(self._read()))

    def all_match_ids(self) -> list[str]:
        """Lists the matches of all servers that have stored tokens; none where the file cannot be read."""
        try:
            return sorted({match_id for matches in self._read()["servers"].values() for match_id in matches})
        except (Failure, OSError):
            return []

    def holding(self, match_id: str) -> Holding:
        """The user's tokens of a match."""
        entry = self._matches(self._read()).get(match_id, {})
        return Holding(
            host=str(entry.get("host", "")),
            seats=dict(sorted((int(seat), str(token)) for seat, token in entry.get("seats", {}).items())),
        )

    def invite(self, match_id: str) -> str:
        """A token of a match that proves the right to read it; empty where none is stored."""
        holding = self.holding(match_id)
        return holding.host or next(iter(holding.seats.values()), "")

    def keep_host(self, match_id: str, token: str) -> None:
        """Stores a host token."""
        with self._change() as content:
            self._entry(content, match_id)["host"] = token

    def keep_seat(self, match_id: str, seat: int, token: str) -> None:
        """Stores a seat token."""
        with self._change() as content:
            self._entry(content, match_id).setdefault("seats", {})[str(seat)] = token

    def of_match(self, match_id: str) -> dict[int, SeatEntropy]:
        """The entropy that the user's seats of a match are committed to; see ``EntropyStore``."""
        entry = self._matches(self._read()).get(match_id, {}).get("entropy", {})
        return {
            int(seat): SeatEntropy(
                str(kept["token"]),
                [bytes.fromhex(secret) for secret in kept["secrets"]],
                bool(kept["settled"]),
                {
                    bytes.fromhex(secret): Sent(int(seq), bytes.fromhex(digest))
                    for secret, (seq, digest) in kept.get("sent", {}).items()
                },
            )
            for seat, kept in sorted(entry.items())
        }

    def kept_secrets(self, match_id: str) -> dict[int, list[bytes]]:
        """The entropy of the user's seats of a match, on whichever server it was played."""
        found: dict[int, list[bytes]] = {}
        for matches in self._read()["servers"].values():
            for seat, kept in matches.get(match_id, {}).get("entropy", {}).items():
                found.setdefault(int(seat), []).extend(bytes.fromhex(secret) for secret in kept["secrets"])
        return found

    def keep(self, match_id: str, seat: int, kept: SeatEntropy) -> None:
        """Stores the entropy of a seat, and for ever: it proves what the seat added to chance."""
        with self._change() as content:
            self._entry(content, match_id).setdefault("entropy", {})[str(seat)] = {
                "token": kept.token,
                "secrets": [secret.hex() for secret in kept.entropies],
                "settled": kept.settled,
                "sent": {secret.hex(): [sent.seq, sent.digest.hex()] for secret, sent in kept.sent.items()},
            }

    def drop_seat(self, match_id: str, seat: int) -> None:
        """Removes a seat token."""
        with self._change() as content:
            self._entry(content, match_id).get("seats", {}).pop(str(seat), None)

    def _matches(self, content: dict[str, Any]) -> dict[str, Any]:
        matches: dict[str, Any] = content["servers"].get(self.server, {})
        return matches

    def _entry(self, content: dict[str, Any], match_id: str) -> dict[str, Any]:
        entry: dict[str, Any] = content["servers"].setdefault(self.server, {}).setdefault(match_id, {})
        return entry

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self.file.read_bytes())
        except FileNotFoundError:
            return {"servers": {}, "version": _VERSION}
        except ValueError:
            content = None
        if not isinstance(content, dict) or content.get("version") != _VERSION or "servers" not in content:
            raise Failure(
                ExitCode.USAGE,
                "TOKEN_FILE",
                filled("{file} is not a token file of this version of clio; move or rename it.", file=self.file),
            )
        return content

    @contextmanager
    def _change(self) -> Iterator[dict[str, Any]]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            content = self._read()
            yield content
            self._write(json.dumps(content, indent=1, sort_keys=True).encode() + b"\n")
        finally:
            os.close(lock)

    def _write(self, content: bytes) -> None:
        # mkstemp creates the file with mode 0600.
        descriptor, name = tempfile.mkstemp(prefix=".tokens-", dir=self._folder)
        partial = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.file)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def state_folder() -> Path:
    """The user's state folder; a relative XDG_STATE_HOME is ignored, as its specification demands."""
    given = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "state") / "clio"
