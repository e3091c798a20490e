"""Suggests moves: what a bot of the server would play in a player's place. Nothing is recorded."""

from typing import Final, NamedTuple

from clio.kernel.match.aggregate import Match
from clio.kernel.match.referee import refusal_to_play
from clio.kernel.match.rules_version import refusal_of_rules
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.authority import seat_with, viewer_of
from clio.server.app.bots.catalog import ServerBot
from clio.server.app.bots.runner import BotRunner
from clio.server.app.match_service import MatchService
from clio.server.codec import moves as move_wire
from clio.v1 import move_pb2

USUAL: Final = "greedy"
"""Answers at once, and plays better than a beginner."""


class Suggestion(NamedTuple):
    """A move, the position it holds for, and the bot that would play it."""

    move: move_pb2.Move
    seq: int
    bot: str


class BotSuggestions:
    """Asks the bots that are offered, for players of matches that are not rated."""

    def __init__(self, matches: MatchService, runner: BotRunner, bots: tuple[ServerBot, ...]) -> None:
        self._matches: Final = matches
        self._runner: Final = runner
        self._bots: Final = [each.bot for each in bots]

    async def suggest(self, match_id: str, bot: str, caller: Caller) -> Suggestion:
        """The move that a bot would play for the caller's seat."""
        match = await self._matches.get(match_id)
        seat = seat_with(match, caller)
        viewer = viewer_of(self._matches, match, caller)
        chosen = bot or self._usual()
        if chosen not in self._bots:
            raise errors.bot_not_found(chosen, self._bots)
        if not _is_unrated(match):
            raise errors.match_may_be_rated()
        if refusal := refusal_of_rules(match.game, match.rules) or refusal_to_play(match, seat):
            raise errors.refused(refusal)
        notation, seq = await self._runner.suggest(match, seat, chosen)
        # The token may have been replaced meanwhile, and what a bot would play tells of the seat's secrets.
        await viewer.demand(seq)
        move = move_wire.from_message(match.game, move_pb2.Move(notation=notation))
        return Suggestion(move_wire.to_message(match.game, move), seq, chosen)

    def _usual(self) -> str:
        if USUAL in self._bots or not self._bots:
            return USUAL
        return self._bots[-1]


def _is_unrated(match: Match) -> bool:
    """Whether a bot of the server has a seat: such a match counts for nobody's rating."""
    return any(seat is not None and seat.bot for seat in match.seats)
