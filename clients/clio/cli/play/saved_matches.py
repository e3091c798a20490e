"""Unfinished matches of ``clio play``, saved so that they can be resumed."""

import json
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

    def of_game(self, game: str) -> list[SavedMatch]:
        """The saved matches of a game, newest first."""
        return [saved for saved in reversed(self._all()) if saved.game == game]

    def find(self, match_id: str) -> SavedMatch | None:
        """Finds a saved match."""
        return next((saved for saved in self._all() if saved.match_id == match_id), None)

    def add(self, saved: SavedMatch) -> None:
        """Saves a match."""
        self._write([*(other for other in self._all() if other.match_id != saved.match_id), saved])

    def remove(self, match_id: str) -> None:
        """Removes a match that is over."""
        self._write([saved for saved in self._all() if saved.match_id != match_id])

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

    def _write(self, matches: list[SavedMatch]) -> None:
        entries = [
            {"match": saved.match_id, "game": saved.game, "seat": saved.seat, "bots": saved.bots} for saved in matches
        ]
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self._file.with_suffix(".new")
        partial.write_text(json.dumps({**self._content(), self._server: entries}, indent=1))
        partial.replace(self._file)
