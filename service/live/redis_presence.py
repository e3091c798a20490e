"""Presence noted in Redis, for all servers to see."""

import asyncio
import secrets
import time
from typing import Any, Final

from service.live.redis_connection import ANSWER_SECONDS, FAULTS, Client, Connect
from service.live.redis_entry import presence_key

BELIEVED_SECONDS: Final = 25.0
"""A server that died without a word is believed so long; it renews its notes twice within."""
MOST_NOTES: Final = 1_000
"""Notes of one match that are read at most."""
_MOST_DIGITS: Final = 2


class RedisPresenceBoard:
    """One sorted set per match: a member per server and seat, its score the time until which it is believed."""

    def __init__(self, connect: Connect) -> None:
        self._client: Final[Client] = connect(ANSWER_SECONDS)
        self._server: Final = secrets.token_hex(8)

    async def note(self, present: set[tuple[str, int]], gone: set[tuple[str, int]]) -> None:
        """See ``PresenceBoard``."""
        if not present and not gone:
            return
        pipeline: Any = self._client.pipeline(transaction=False)
        until = time.time() + BELIEVED_SECONDS
        for match_id, seat in present:
            pipeline.zadd(presence_key(match_id), {f"{self._server}:{seat}": until})
            pipeline.expire(presence_key(match_id), int(BELIEVED_SECONDS))
        for match_id, seat in gone:
            pipeline.zrem(presence_key(match_id), f"{self._server}:{seat}")
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await pipeline.execute(raise_on_error=False)
        except FAULTS:
            return

    async def others(self, match_id: str) -> set[int]:
        """See ``PresenceBoard``."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                members: Any = await self._client.zrangebyscore(
                    presence_key(match_id), time.time(), "+inf", start=0, num=MOST_NOTES
                )
        except FAULTS:
            return set()
        # Whoever can write to Redis can write anything here: what is no seat is passed over.
        seats = (member.rpartition(b":")[2] for member in members)
        return {int(seat) for seat in seats if len(seat) <= _MOST_DIGITS and seat.isdigit()}

    async def close(self) -> None:
        """See ``PresenceBoard``."""
        await self._client.aclose()
