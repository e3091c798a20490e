"""Opens matches, as many at once as a caller may have."""

from itertools import islice
from typing import Final

from domain.kernel.commands import Fork, Open
from service.access import refusals
from service.access.account import Account
from service.calls.call import current_call
from service.job import Done
from service.matches import Matches

MOST_LOOKED_AT: Final = 16
"""Matches that are looked at when a caller wants one more than it may have: some may be over."""
_TRY_AGAIN_SECONDS: Final = 10.0


class Hosting:
    """Remembers which matches a caller has opened at this server since it started."""

    def __init__(self, matches: Matches) -> None:
        self._matches: Final = matches

    async def open(self, command: Open | Fork, request: str) -> Done:
        """Records a new match or fork, unless the caller has as many open as it may."""
        account = _account()
        if account is None:
            return await self._matches.open(command, request)
        if len(account.hosted) >= account.limits.open_matches and command.match_id not in account.hosted:
            await self._demand_room(account)
        done = await self._matches.open(command, request)
        account.hosted[command.match_id] = None
        return done

    async def _demand_room(self, account: Account) -> None:
        for match_id in tuple(islice(account.hosted, MOST_LOOKED_AT)):
            account.hosted.pop(match_id, None)
            if not (await self._matches.get(match_id)).is_over:
                account.hosted[match_id] = None
        if len(account.hosted) >= account.limits.open_matches:
            raise refusals.too_many("open_matches", account.limits.open_matches, _TRY_AGAIN_SECONDS)


def _account() -> Account | None:
    call = current_call()
    account = None if call is None else call.account
    return account if account is not None and account.limits.open_matches else None
