"""Kept replays: bounded by the events of all of them together."""

from domain.games import GAMES
from domain.kernel.match_event import MatchEvent
from service.replaying import Replays
from tests.kit.table import Table


async def test_long_matches_push_others_out_so_that_memory_is_bounded() -> None:
    events = Table("akros", 2).play(10).events
    reads: list[str] = []

    async def read(match_id: str) -> list[MatchEvent]:
        reads.append(match_id)
        return events

    replays = Replays(GAMES, 3 * len(events))
    for match_id in ("a", "b", "c", "d", "d", "a"):
        await replays.get(match_id, len(events), read, archived=bytes(32))
    assert reads == ["a", "b", "c", "d", "a"]
    assert replays._events() <= 3 * len(events)
