"""Plays the seats of the server's bots, one task per match."""

import asyncio
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Final

import structlog

from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match
from clio.kernel.match.rules_version import refusal_of_rules
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.bots.seat_token import bot_choice, bot_request, bot_token
from clio.server.app.bots.thinking import BotThinking, Question
from clio.server.app.match_service import MatchService
from clio.server.app.play import PlayRequest, play
from clio.server.livestream.stream import HistoryReplacedError, StreamClosedError
from clio.v1 import move_pb2

WAIT_SECONDS: Final = 15.0
"""How long a task waits for an event before it reads the record."""
PAUSE_SECONDS: Final = 0.4
"""The pause before a move, so that people can follow it."""
RETRY_SECONDS: Final = 2.0
QUOTA_RETRY_SECONDS: Final = 60.0
MAX_FAILURES: Final = 20
MAX_MATCHES: Final = 500
MAX_MATCHES_OF_CALLER: Final = 20
log = structlog.get_logger()


class BotRunner:
    """Plays the bots of the matches it was given until these are over. Used by the event loop only."""

    def __init__(self, matches: MatchService, thinking: BotThinking) -> None:
        self._matches: Final = matches
        self._thinking: Final = thinking
        self._tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._by_caller: Final[Counter[Hashable]] = Counter()
        self._closed = False

    def reserve(self, match_id: str, caller: Hashable) -> None:
        """Refuses another match with bots above the limit of this caller or of the server."""
        if match_id in self._tasks:
            return
        if len(self._tasks) >= MAX_MATCHES:
            raise errors.server_busy("bot_matches", MAX_MATCHES, RETRY_SECONDS)
        if caller is not None and self._by_caller[caller] >= MAX_MATCHES_OF_CALLER:
            raise errors.too_many("bot_matches", MAX_MATCHES_OF_CALLER, QUOTA_RETRY_SECONDS)

    def run(self, match_id: str, caller: Hashable = None) -> None:
        """Starts to play the bots of a match, unless they are being played."""
        if match_id in self._tasks or self._closed:
            return
        self._by_caller[caller] += 1
        task = self._tasks[match_id] = asyncio.ensure_future(self._play_to_end(match_id))

        def end(done: "asyncio.Task[None]") -> None:
            del self._tasks[match_id]
            self._by_caller[caller] -= 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]
            if not done.cancelled() and (error := done.exception()) is not None:
                log.error("bot.stopped", match_id=match_id, error=str(error))

        task.add_done_callback(end)

    @property
    def running(self) -> frozenset[str]:
        """The matches whose bots are being played."""
        return frozenset(self._tasks)

    async def close(self) -> None:
        """Ends all tasks; the record has everything that another server needs to go on."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._thinking.close)

    async def _play_to_end(self, match_id: str) -> None:
        failures = 0
        while failures < MAX_FAILURES:
            try:
                match = await self._matches.get(match_id)
                if match.is_over or not any(seat is not None and seat.bot for seat in match.seats):
                    return
                seat = bot_to_move(match)
                if seat is None:
                    await self._news(match)
                else:
                    await self._move(match, seat)
                failures = 0
            except errors.ServiceError as error:
                failures += 1
                log.warning("bot.refused", match_id=match_id, reason=error.reason)
                await asyncio.sleep(RETRY_SECONDS)

    async def _news(self, match: Match) -> None:
        """Waits until the match may have changed."""
        subscription = self._matches.live.subscribe(match.id, match.seq, match.digest)
        try:
            with suppress(HistoryReplacedError):
                await subscription.next(WAIT_SECONDS)
        except StreamClosedError as error:
            raise asyncio.CancelledError from error
        finally:
            subscription.close()

    async def _move(self, match: Match, seat: int) -> None:
        # The match moves on while the bot thinks: what it is asked is taken from one position.
        seq, state = match.seq, match.state
        await asyncio.sleep(PAUSE_SECONDS)
        held = match.seats[seat]
        bot = held.bot if held is not None else ""
        move = await self._choose(match, state, seat, bot, seq)
        # The id follows from seed and position: a second server that plays the same seat repeats this request.
        request = PlayRequest(
            match.id,
            bot_request(match, seat, seq),
            Caller(token=bot_token(match, seat)),
            move_pb2.Move(notation=move),
            expected_seq=seq,
        )
        await play(self._matches, request)

    async def suggest(self, match: Match, seat: int, bot: str) -> tuple[str, int]:
        """The move that a bot would play for a seat, in notation, and the position it holds for."""
        seq, state = match.seq, match.state
        return await self._choose(match, state, seat, bot, seq), seq

    async def _choose(self, match: Match, state: object, seat: int, bot: str, seq: int) -> str:
        question = await self._matches.heavily(_question, match.game, state, seat, bot, bot_choice(match, seat, seq))
        move = await self._thinking.choose(question)
        if move is None:
            raise errors.server_busy("bots", 1, RETRY_SECONDS)
        return move


def bot_to_move(match: Match) -> int | None:
    """The first bot whose move it is; none where another server must play, which has the rules of the match."""
    if refusal_of_rules(match.game, match.rules):
        return None
    for number in match.to_move:
        seat = match.seats[number]
        if seat is not None and seat.bot:
            return number
    return None


def _question(game: Game[Any, Any], state: object, seat: int, bot: str, seed: str) -> Question:
    return Question(
        bot=bot,
        game=game.name,
        seat=seat,
        moves=[game.format_move(move) for move in game.legal_moves(state, seat)],
        # Only what the seat itself may know: the process has no other way to the match.
        position=game.format_position(state, seat),
        seed=seed,
    )
