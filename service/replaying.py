"""Matches to jump about in: the last ones replayed are kept with their checkpoints."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from domain.kernel.game import Game
from domain.kernel.match_event import MatchEvent
from domain.kernel.replay import Replay

MOST_KEPT: Final = 64


class Replays:
    """Replays by a key that names the match and how far it had come."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], most_events: int) -> None:
        """``most_events`` are those of all matches kept together; a foreign record can be long."""
        self._games: Final = games
        self._most_events: Final = most_events
        self._kept: Final[OrderedDict[tuple[str, bytes, int], Replay]] = OrderedDict()

    async def get(
        self, match_id: str, seq: int, read: Callable[[str], Awaitable[list[MatchEvent]]], *, archived: bytes = b""
    ) -> Replay:
        """The replay of a match up to its event ``seq``, read now or kept from before.

        ``archived`` is the digest of a foreign record: several may tell of one match.
        """
        key = (match_id, archived, seq)
        replay = self._kept.get(key)
        if replay is None:
            replay = self._kept[key] = Replay((await read(match_id))[:seq], self._games)
            while len(self._kept) > MOST_KEPT or (len(self._kept) > 1 and self._events() > self._most_events):
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return replay

    def _events(self) -> int:
        return sum(replay.last for replay in self._kept.values())
