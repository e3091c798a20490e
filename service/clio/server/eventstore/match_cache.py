"""The matches in memory: those that were asked for last."""

from collections import OrderedDict
from contextlib import suppress
from typing import Final

from clio.kernel.match.aggregate import Match


class MatchCache:
    """By their ids, a bounded number. Any thread may call; every step is one of the dictionary's own."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._kept: Final[OrderedDict[str, Match]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._kept

    def get(self, match_id: str) -> Match | None:
        """The match, which is then the last to go; None where it is not here."""
        match = self._kept.get(match_id)
        if match is not None:
            try:  # noqa: SIM105 (asked for every move; to suppress costs more than the rest)
                self._kept.move_to_end(match_id)
            except KeyError:
                pass
        return match

    def put(self, match: Match) -> None:
        """Keeps a match, and lets go of those that nobody has asked for for longest."""
        self._kept[match.id] = match
        self._make_room()

    def put_if_absent(self, match: Match) -> Match:
        """Keeps a match that was read from the record; gives the one that is here, which may have come further."""
        kept = self._kept.setdefault(match.id, match)
        self._make_room()
        return kept

    def drop(self, match_id: str) -> None:
        """Forgets a match."""
        self._kept.pop(match_id, None)

    def clear(self) -> None:
        """Forgets all matches."""
        self._kept.clear()

    def _make_room(self) -> None:
        with suppress(KeyError):
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
