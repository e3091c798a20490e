"""The quota of open matches per caller."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork, Open
from clio.server import errors
from clio.server.app.call_context import current_call
from clio.server.app.command_request import CommandResult
from clio.server.app.match_service import MatchService
from clio.server.auth.rate_limit import RateLimitAccount

MAX_CHECKED: Final = 16
"""How many matches are checked when a caller is at its quota: some may be over."""
_TRY_AGAIN_SECONDS: Final = 10.0
Charge = Callable[[], Awaitable[None]]


class MatchQuota:
    """Counts the matches that a caller has opened at this server since it started."""

    def __init__(self, matches: MatchService) -> None:
        self._matches: Final = matches

    async def open(self, command: Open | Fork, request: str, charge: Charge | None = None) -> CommandResult:
        """Records a new match or fork, unless the caller has as many open as it may.

        ``charge`` counts what else the match takes, or refuses; it is called last, so that a refusal costs nothing.
        """
        call = current_call()
        account = None if call is None else call.account
        if not isinstance(account, RateLimitAccount):
            return await self._charged(command, request, charge)
        done = await self._counted(account, command, request, charge)
        if done.repeated:
            account.refund_match()
        return done

    async def _charged(self, command: Open | Fork, request: str, charge: Charge | None) -> CommandResult:
        if charge is not None:
            await charge()
        return await self._matches.open(command, request)

    async def _counted(
        self, account: RateLimitAccount, command: Open | Fork, request: str, charge: Charge | None
    ) -> CommandResult:
        if not account.limits.open_matches:
            return await self._charged(command, request, charge)
        await self._admit(account, command.match_id)
        # The reservation belongs to the opening, not to the call: a caller that hangs up does not stop the opening.
        task = asyncio.ensure_future(self._charged(command, request, charge))
        task.add_done_callback(partial(_on_opened, account, command.match_id))
        return await asyncio.shield(task)

    async def _admit(self, account: RateLimitAccount, match_id: str) -> None:
        """Reserves a slot for the match, or rejects it. No await lies between the last check and the reservation."""
        hosted, most = account.hosted, account.limits.open_matches
        if len(hosted) >= most and match_id not in hosted:
            if await self._find(match_id) is not None:
                # A repeated request, perhaps after a restart that lost the count: it opens nothing new.
                return
            await self._free_slots(account)
            if len(hosted) >= most and match_id not in hosted:
                raise errors.too_many("open_matches", most, _TRY_AGAIN_SECONDS)
        hosted.reserve(match_id)

    async def _free_slots(self, account: RateLimitAccount) -> None:
        for match_id in account.hosted.least_recently_checked(MAX_CHECKED):
            match = await self._find(match_id)
            account.hosted.checked(match_id, is_open=match is not None and not match.is_over)

    async def _find(self, match_id: str) -> Match | None:
        try:
            return await self._matches.get(match_id)
        except errors.ServiceError as refusal:
            if refusal.reason != "MATCH_NOT_FOUND":
                raise
            return None


def _on_opened(account: RateLimitAccount, match_id: str, task: "asyncio.Task[CommandResult]") -> None:
    """Confirms a reservation, or releases it if certainly nothing was opened."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, errors.ServiceError) and error.kind is not errors.ErrorKind.UNAVAILABLE:
        account.hosted.release(match_id)
    else:
        # Also after a fault: the commit may be durable. The match counts until the event store says otherwise.
        account.hosted.confirm(match_id)
