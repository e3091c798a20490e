"""What a handler of heavy calls stands on: workers, the budget of bytes, and the weight of what it sends."""

import asyncio
from typing import Final

from clio.server.app.call_context import current_call
from clio.server.app.replay_cache import ReplayCache
from clio.server.app.work.byte_budget import ByteBudget, Lease
from clio.server.app.work.workers import Workers
from clio.server.auth.rate_limit import RateLimitAccount


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
    def caller() -> RateLimitAccount | None:
        """Whose share of the budget the current call uses."""
        call = current_call()
        return None if call is None else call.account

    async def charge(self, weight: float) -> None:
        """Counts work of a stream against its caller's rate, and waits where that is used up."""
        account = self.caller()
        if account is not None and (pause := account.work_pause(weight)):
            await asyncio.sleep(pause)
