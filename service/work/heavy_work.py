"""What a handler of heavy calls stands on: workers, the budget of bytes, and the weight of what it sends."""

import asyncio
from typing import Final

from service.access.account import Account
from service.calls.call import current_call
from service.replaying import Replays
from service.work.byte_budget import ByteBudget, Lease
from service.work.workers import Workers


class HeavyWork:
    """Workers and budgets, counted for the caller of the current call."""

    def __init__(self, workers: Workers, budget: ByteBudget, replays: Replays) -> None:
        self.run: Final = workers.run
        self.replays: Final = replays
        self._budget: Final = budget

    def lease(self) -> Lease:
        """Bytes that the current call holds."""
        return self._budget.lease(self.caller())

    @staticmethod
    def caller() -> Account | None:
        """Whose share of the budget the current call uses."""
        call = current_call()
        return None if call is None else call.account

    async def charge(self, weight: float) -> None:
        """Counts work of a stream against its caller's rate, and waits where that is used up."""
        account = self.caller()
        if account is not None and (pause := account.work_pause(weight)):
            await asyncio.sleep(pause)
