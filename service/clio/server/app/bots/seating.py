"""Gives bots of the server seats in matches, and resumes them after a restart."""

from collections.abc import Iterable
from itertools import count
from typing import Final

from clio.kernel.confusables import are_confusable
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.authority import require_host
from clio.server.app.bots.catalog import ServerBot
from clio.server.app.bots.runner import BotRunner
from clio.server.app.bots.seat_token import bot_entropy, bot_return_request, bot_token
from clio.server.app.call_context import current_call
from clio.server.app.command_request import CommandResult
from clio.server.app.match_service import MatchService
from clio.server.app.rematch import BOT_CODE
from clio.server.identifiers import token_hash


class BotSeating:
    """Lets the bots that are offered take seats."""

    def __init__(self, matches: MatchService, runner: BotRunner, bots: tuple[ServerBot, ...]) -> None:
        self._matches: Final = matches
        self.runner: Final = runner
        self.bots: Final = bots
        self._titles: Final = {each.bot: each.title.text for each in bots}

    async def seat(
        self, match_id: str, bot: str, seat: int | None, caller: Caller, request_id: str
    ) -> tuple[CommandResult, int]:
        """Has a bot take a seat, for the host; returns the seat's number too."""
        # The token is checked first: a caller without it learns nothing else.
        require_host(await self._matches.get(match_id), caller)
        title = self._titles.get(bot)
        if title is None:
            raise errors.bot_not_found(bot, list(self._titles))
        call = current_call()
        account = None if call is None else call.account
        self.runner.reserve(match_id, account)
        taken: list[int] = []

        def command_for(match: Match) -> Join:
            require_host(match, caller)
            number, name = _repeated(match, request_id) or (_free_seat(match, seat), _free_name(match, title))
            taken[:] = [number]
            return Join(
                seat=number,
                name=name,
                # The server cannot bind itself to entropy that it makes: with commitments its bots add none.
                entropy=b"" if match.opened.commit_reveal is True else bot_entropy(match, number),
                token_hash=token_hash(bot_token(match, number)),
                bot=bot,
            )

        done = await self._matches.execute_for(match_id, request_id, command_for)
        self.runner.run(match_id, account)
        return done, taken[0]

    def check(self, bots: Iterable[str]) -> None:
        """Refuses bots that are not offered."""
        for bot in bots:
            if bot not in self._titles:
                raise errors.bot_not_found(bot, list(self._titles))

    async def return_to(self, match: Match, seat: int, bot: str, name: str) -> None:
        """Has a bot take the seat that is reserved for it in a rematch, unless it has."""
        match = await self._matches.get(match.id)
        held = match.seats[seat]
        if held is not None and held.bot:
            self.runner.run(match.id)
            return
        call = current_call()
        account = None if call is None else call.account
        self.runner.reserve(match.id, account)
        entropy = b"" if match.opened.commit_reveal is True else bot_entropy(match, seat)
        token = token_hash(bot_token(match, seat))
        join = Join(seat=seat, name=name, entropy=entropy, token_hash=token, bot=bot, code_hash=BOT_CODE)
        await self._matches.execute(match.id, bot_return_request(match, seat), join)
        self.runner.run(match.id, account)


def _repeated(match: Match, request_id: str) -> tuple[int, str] | None:
    """The seat and the name that the same request has given before."""
    first = match.requests.get(request_id)
    for number, seat in enumerate(match.seats):
        if first is not None and seat is not None and seat.since == first:
            return number, seat.name
    return None


def _free_seat(match: Match, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    return next((number for number, seat in enumerate(match.seats) if seat is None), 0)


def _free_name(match: Match, title: str) -> str:
    """The bot's title, with a number where another seat has a name that looks like it."""
    names = [seat.name for seat in match.seats if seat is not None]
    candidates = (title if number == 1 else f"{title} {number}" for number in count(1))
    return next(name for name in candidates if not any(are_confusable(name, other) for other in names))
