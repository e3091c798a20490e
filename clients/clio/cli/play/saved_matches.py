"""The matches that were begun with ``clio play``, so that returning goes on where somebody left."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from clio.cli.session.token_store import state_folder


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """Which seat the user plays, and which bots sit at the others."""

    match_id: str
    game: str
    seat: int
    bots: dict[int, str] = field(default_factory=dict)


class SavedMatches:
    """By server, the newest last."""

    def __init__(self, server: str, folder: Path | None = None) -> None:
        self._server: Final = server
        self._file: Final = (folder or state_folder()) / "play.json"

    def of_game(self, game: str) -> list[SavedMatch]:
        """Those of a game, the newest first."""
        return [kept for kept in reversed(self._all()) if kept.game == game]

    def find(self, match_id: str) -> SavedMatch | None:
        """One of them."""
        return next((kept for kept in self._all() if kept.match_id == match_id), None)

    def keep(self, kept: SavedMatch) -> None:
        """Remembers one."""
        self._write([*(other for other in self._all() if other.match_id != kept.match_id), kept])

    def forget(self, match_id: str) -> None:
        """Forgets one that is over."""
        self._write([kept for kept in self._all() if kept.match_id != match_id])

    def _content(self) -> dict[str, Any]:
        try:
            content = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            # What cannot be read is only a convenience lost: the tokens are kept elsewhere.
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
            {"match": kept.match_id, "game": kept.game, "seat": kept.seat, "bots": kept.bots} for kept in matches
        ]
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self._file.with_suffix(".new")
        partial.write_text(json.dumps({**self._content(), self._server: entries}, indent=1))
        partial.replace(self._file)
