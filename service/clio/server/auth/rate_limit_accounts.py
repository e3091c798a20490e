"""The accounts of callers: the latest of them, never more than fit."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from clio.server.auth.rate_limit import Limits
from clio.server.auth.rate_limit_account import RateLimitAccount

MOST: Final = 20_000
"""Somebody with more addresses than this meets the limits anew; every account that has streams open stays."""


class RateLimitAccounts:
    """By caller: the id of its key, or its address."""

    def __init__(self, usual: Limits, most: int = MOST) -> None:
        self.usual: Final = usual
        self._most: Final = most
        self._accounts: Final[OrderedDict[str, RateLimitAccount]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._accounts)

    def of(self, caller: str) -> RateLimitAccount:
        """The account of an address."""
        account = self._accounts.get(caller)
        if account is None:
            return self._add(caller, RateLimitAccount(self.usual, address=caller))
        self._accounts.move_to_end(caller)
        return account

    def of_key(self, key_id: str, limits: Limits) -> RateLimitAccount:
        """The account of a key."""
        account = self._accounts.get(key_id)
        if account is None:
            return self._add(key_id, RateLimitAccount(limits.over(self.usual), key_id))
        self._accounts.move_to_end(key_id)
        return account

    def with_streams(self) -> Iterator[RateLimitAccount]:
        """Those of keys that have streams open."""
        return (account for account in tuple(self._accounts.values()) if account.key_id and account.open_calls)

    def _add(self, caller: str, account: RateLimitAccount) -> RateLimitAccount:
        while len(self._accounts) >= self._most:
            oldest, idle = self._accounts.popitem(last=False)
            if idle.open_calls:
                self._accounts[oldest] = idle
                break
        self._accounts[caller] = account
        return account
