"""The dependencies of heavy calls: workers, the byte budget, and the weight of what they send."""

import asyncio
from typing import Final

from clio.server.app.byte_budget import ByteBudget, Lease
from clio.server.app.call_context import Account, current_call
from clio.server.app.replay_cache import ReplayCache
from clio.server.app.workers import Workers


class HeavyWork:
    """Workers and budgets, counted for the caller of the current call."""

    def __init__(self, workers: Workers, budget: ByteBudget, replays: ReplayCache) -> None:
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
