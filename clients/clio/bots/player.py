"""The driver of a bot: plays one or several seats of a match on a server until it ends."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Final

from clio.bots.bot import Bot
from clio.client.client import Client
from clio.client.errors import StaleSeqError
from clio.client.watcher import Sighting
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import Match, MatchStatus

_OVER: Final = (MatchStatus.MATCH_STATUS_FINISHED, MatchStatus.MATCH_STATUS_ABORTED)


class Player:
    """Plays seats of a match with one bot."""

    def __init__(self, client: Client, match_id: str, tokens: Mapping[int, str], bot: Bot, pause: float = 0.0) -> None:
        self._match: Final = client.match(match_id)
        self._seats: Final = {seat: client.seat(match_id, token, seat) for seat, token in tokens.items()}
        self._bot: Final = bot
        self._pause: Final = pause

    async def play(self) -> Match:
        """Plays until the match ends; returns the match."""
        match = await self._match.get()
        watcher = self._match.watch(after_seq=match.seq, after_digest=match.digest)
        async with aclosing(aiter(watcher)) as news:
            while match.status not in _OVER:
                if not await self._play_turns(match.to_move):
                    await _next_event(news, match.seq)
                match = await self._match.get()
        return match

    async def _play_turns(self, to_move: Sequence[int]) -> bool:
        """Plays while it is the turn of one of its seats; returns whether it was."""
        played = False
        while (seat := next((seat for seat in to_move if seat in self._seats), None)) is not None:
            if self._pause:
                await asyncio.sleep(self._pause)
            to_move = await self._play_turn(seat)
            played = True
        return played

    async def _play_turn(self, seat: int) -> Sequence[int]:
        handle = self._seats[seat]
        legal = await handle.list_legal_moves().first_page()
        if not legal.moves:
            return ()
        position = ""
        if self._bot.needs_position:
            position = (await handle.view(seq=legal.seq)).position
        moves = [move.notation for move in legal.moves]
        if self._bot.needs_position:
            # A bot that evaluates positions may compute for long; the connection must stay responsive.
            move = await asyncio.to_thread(self._bot.choose, seat, moves, position)
        else:
            move = self._bot.choose(seat, moves, position)
        try:
            done = await handle.play(move, expected_seq=legal.seq)
        except StaleSeqError:
            return ()
        return done.to_move


async def _next_event(news: AsyncIterator[Sighting], seen: int) -> None:
    """Waits for an event after a sequence number."""
    async for sighting in news:
        if isinstance(sighting, Event) and sighting.seq > seen:
            return
