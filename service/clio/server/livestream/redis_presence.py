"""Presence noted in Redis, for all servers to see."""

import asyncio
import secrets
import time
from typing import Any, Final

from clio.server.livestream.presence import Place
from clio.server.livestream.redis_connection import ANSWER_SECONDS, FAULTS, Client, Connect
from clio.server.livestream.redis_entry import presence_key

BELIEVED_SECONDS: Final = 25.0
"""How long the report of a crashed server is valid; servers renew theirs twice in that time."""
MAX_NOTES: Final = 1_000
"""The maximum number of reports read for a match."""
MAX_MEMBER: Final = 64


class RedisPresenceBoard:
    """One sorted set per match: a member per server and place, its score the time until which it is believed."""

    def __init__(self, connect: Connect) -> None:
        self._client: Final[Client] = connect(ANSWER_SECONDS)
        self._server: Final = secrets.token_hex(8)

    async def note(self, present: set[Place], gone: set[Place]) -> None:
        """Reports who is connected here, and who no longer is."""
        if not present and not gone:
            return
        pipeline: Any = self._client.pipeline(transaction=False)
        until = time.time() + BELIEVED_SECONDS
        for place in present:
            pipeline.zadd(presence_key(place.match_id), {self._member(place): until})
            pipeline.expire(presence_key(place.match_id), int(BELIEVED_SECONDS))
        for place in gone:
            pipeline.zrem(presence_key(place.match_id), self._member(place))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await pipeline.execute(raise_on_error=False)
        except FAULTS:
            return

    async def others(self, match_id: str) -> set[Place]:
        """Returns who is connected to a match, on any server."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                members: Any = await self._client.zrangebyscore(
                    presence_key(match_id), time.time(), "+inf", start=0, num=MAX_NOTES
                )
        except FAULTS:
            return set()
        return {place for member in members if (place := _place(match_id, member)) is not None}

    def _member(self, place: Place) -> str:
        """The seat comes last, where servers of earlier versions expect it."""
        return f"{self._server}@{place.since}:{place.seat}"

    async def close(self) -> None:
        """Closes the connection."""
        await self._client.aclose()


def _place(match_id: str, member: bytes) -> Place | None:
    """The place that a member means; None for what an earlier version wrote, or a stranger."""
    server, _, seat = member.rpartition(b":")
    since = server.rpartition(b"@")[2]
    if len(member) > MAX_MEMBER or b"@" not in server or not (seat.isdigit() and since.isdigit()):
        return None
    return Place(match_id, int(seat), int(since))
