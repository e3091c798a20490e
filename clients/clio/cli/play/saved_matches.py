"""Unfinished matches of ``clio play``, saved so that they can be resumed."""

import fcntl
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from clio.cli.session.token_store import state_folder


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A saved match: the user's seat and the bots on the others."""

    match_id: str
    game: str
    seat: int
    bots: dict[int, str] = field(default_factory=dict)


class SavedMatches:
    """The saved matches of a server, oldest first."""

    def __init__(self, server: str, folder: Path | None = None) -> None:
        self._server: Final = server
        self._file: Final = (folder or state_folder()) / "play.json"

    def all(self) -> list[SavedMatch]:
        """All saved matches, newest first."""
        return self._all()[::-1]

    def of_game(self, game: str) -> list[SavedMatch]:
        """The saved matches of a game, newest first."""
        return [saved for saved in self.all() if saved.game == game]

    def of_match(self, match_id: str) -> list[SavedMatch]:
        """A match by the seats that the user plays in it."""
        return [saved for saved in self._all() if saved.match_id == match_id]

    def add(self, saved: SavedMatch) -> None:
        """Saves a seat of a match."""
        key = (saved.match_id, saved.seat)
        self._change(lambda known: [*(other for other in known if (other.match_id, other.seat) != key), saved])

    def remove(self, match_id: str) -> None:
        """Removes a match that is over."""
        self._change(lambda known: [saved for saved in known if saved.match_id != match_id])

    def _content(self) -> dict[str, Any]:
        try:
            content = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            # An unreadable file loses only a convenience: the tokens are stored elsewhere.
            return {}
        return content if isinstance(content, dict) else {}

    def _all(self) -> list[SavedMatch]:
        return [
            SavedMatch(
                entry["match"], entry["game"], entry["seat"], {int(seat): bot for seat, bot in entry["bots"].items()}
            )
            for entry in self._content().get(self._server, [])
        ]

    def _change(self, change: Callable[[list[SavedMatch]], list[SavedMatch]]) -> None:
        """Replaces the saved matches; one process at a time."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self._file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            entries = [
                {"match": saved.match_id, "game": saved.game, "seat": saved.seat, "bots": saved.bots}
                for saved in change(self._all())
            ]
            partial = self._file.with_suffix(".new")
            partial.write_text(json.dumps({**self._content(), self._server: entries}, indent=1))
            partial.replace(self._file)
        finally:
            os.close(lock)
