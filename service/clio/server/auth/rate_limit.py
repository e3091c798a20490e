"""Rate limits of callers: the limits, the cost of each call, token buckets, and one account per caller."""

import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from clio.server import errors
from clio.server.app.call_context import Call
from clio.server.auth.open_matches import OpenMatches
from clio.server.settings import Settings

MAX_ACCOUNTS: Final = 20_000
"""A caller with more addresses than this gets fresh buckets; accounts with open streams are never evicted."""
_HOUR_SECONDS: Final = 3_600.0
_BURST_SECONDS: Final = 2.0
"""A burst may use this many seconds' worth of calls at once."""

WEIGHT_OF: Final[Mapping[str, float]] = {
    "/clio.v1.ArchiveService/ExportArchivedRecord": 5,
    "/clio.v1.ArchiveService/ExportArchivedRecords": 20,
    "/clio.v1.ArchiveService/ForkArchivedRecord": 20,
    "/clio.v1.ArchiveService/ImportRecord": 20,
    "/clio.v1.ArchiveService/UploadRecord": 20,
    "/clio.v1.ArchiveService/VerifyRecord": 20,
    "/clio.v1.ArchiveService/ListArchivedRecords": 2,
    "/clio.v1.ArchiveService/ReplayArchivedRecord": 10,
    "/clio.v1.BotService/SuggestMove": 10,
    "/clio.v1.FeedService/StreamChanges": 5,
    "/clio.v1.MatchService/BatchGetMatches": 10,
    "/clio.v1.MatchService/GetView": 2,
    "/clio.v1.MatchService/ListMatches": 2,
    "/clio.v1.MatchService/PreviewMove": 2,
    "/clio.v1.MatchService/WatchMatch": 2,
    "/clio.v1.RecordService/ExportRecord": 5,
    "/clio.v1.RecordService/ExportRecords": 20,
    "/clio.v1.RecordService/ForkMatch": 20,
    "/clio.v1.RecordService/ReplayMatch": 10,
    "/clio.v1.ScoreService/GetScores": 2,
    "/clio.v1.StandingsService/ListPlayerMatches": 2,
    "/clio.v1.StandingsService/ListStandings": 2,
    "/clio.v1.StatisticsService/GetStatistics": 2,
}
"""How many calls a method counts for, 1 if not listed. A call that costs more than a burst needs a full bucket."""
WEIGHT_OF_A_VIEW: Final = 0.05
"""Cost of each view that ``ReplayMatch`` sends."""
WEIGHT_OF_AN_EVENT: Final = 0.01
"""Cost of each event that ``ReplayMatch`` sends without a view."""
WEIGHT_OF_A_PART: Final = 0.125
"""Cost of each 64 KiB that an export sends or an import receives."""


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limits of one caller; 0 means that the server's default applies."""

    calls_per_second: float = 0.0
    moves_per_second: float = 0.0
    matches_per_hour: float = 0.0
    open_matches: int = 0
    watchers: int = 0
    streams: int = 0
    archive_mib: int = 0

    def over(self, defaults: "Limits") -> "Limits":
        """Returns these limits, with defaults for those that are not set."""
        given = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        return msgspec.structs.replace(defaults, **given)


def limits_of(settings: Settings) -> Limits:
    """Returns the server's default limits."""
    return Limits(
        settings.limit_calls_per_second,
        settings.limit_moves_per_second,
        settings.limit_matches_per_hour,
        settings.limit_open_matches,
        settings.limit_watchers,
        settings.limit_streams,
        settings.limit_archive_mib,
    )


class TokenBucket:
    """A token bucket: refills at a steady rate up to its size, so that a burst may spend a full bucket at once."""

    __slots__ = ("_filled_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        """``rate`` is in tokens per second; the bucket holds at least one token."""
        self._rate: Final = rate
        self._size: Final = max(1.0, size)
        self._left = self._size
        self._filled_at = time.monotonic()

    def spend(self, weight: float = 1.0) -> float:
        """Takes tokens and returns 0, or returns the seconds until there are enough.

        A weight beyond the bucket's size takes a full bucket.
        """
        weight = min(weight, self._size)
        left = self._fill()
        if left >= weight:
            self._left = left - weight
            return 0.0
        return (weight - left) / self._rate

    def refund(self) -> None:
        """Returns one token."""
        self._left = min(self._left + 1.0, self._size)

    def owe(self, weight: float) -> float:
        """Takes tokens even if that leaves a debt; returns the seconds until the debt is paid."""
        self._left = left = self._fill() - weight
        return max(0.0, -left / self._rate)

    def _fill(self) -> float:
        now = time.monotonic()
        self._left = left = min(self._left + (now - self._filled_at) * self._rate, self._size)
        self._filled_at = now
        return left


class RateLimitAccount:
    """What one caller, an API key or an address, has used of its limits at this server."""

    __slots__ = ("_calls", "_matches", "_moves", "caller", "hosted", "key_id", "limits", "open_calls", "watchers")

    def __init__(self, limits: Limits, key_id: str = "", address: str = "") -> None:
        self.limits: Final = limits
        self.caller: Final = key_id or address
        self.key_id: Final = key_id
        self._calls: Final = _bucket(limits.calls_per_second)
        self._moves: Final = _bucket(limits.moves_per_second)
        self._matches: Final = (
            TokenBucket(limits.matches_per_hour / _HOUR_SECONDS, limits.matches_per_hour)
            if limits.matches_per_hour
            else None
        )
        self.hosted: Final = OpenMatches()
        """The matches that the caller has opened or is opening."""
        self.open_calls: Final[set[Call]] = set()
        self.watchers = 0

    def spend_call(self, weight: float = 1.0) -> None:
        """Charges a call by its weight, or rejects it."""
        if self._calls is not None and (pause := self._calls.spend(weight)):
            raise errors.too_many("calls_per_second", self.limits.calls_per_second, pause)

    def work_pause(self, weight: float) -> float:
        """Charges the work of a stream; returns the seconds to wait before it goes on."""
        return self._calls.owe(weight) if self._calls is not None else 0.0

    def spend_move(self) -> None:
        """Charges a move, or rejects it."""
        if pause := self.move_pause():
            raise errors.too_many("moves_per_second", self.limits.moves_per_second, pause)

    def move_pause(self) -> float:
        """Charges a move and returns 0, or returns the seconds to wait before the next attempt."""
        return self._moves.spend() if self._moves is not None else 0.0

    def spend_match(self) -> None:
        """Charges the opening of a match, or rejects it."""
        if self._matches is not None and (pause := self._matches.spend()):
            raise errors.too_many("matches_per_hour", self.limits.matches_per_hour, pause)

    def refund_match(self) -> None:
        """Takes the charge for a match back: the request was a repeat."""
        if self._matches is not None:
            self._matches.refund()

    def begin_stream(self, call: Call, *, watches: bool) -> None:
        """Counts a stream, or rejects it."""
        limits = self.limits
        if limits.streams and len(self.open_calls) >= limits.streams:
            raise errors.too_many("streams", limits.streams, 1.0)
        if watches and limits.watchers and self.watchers >= limits.watchers:
            raise errors.too_many("watchers", limits.watchers, 1.0)
        self.open_calls.add(call)
        self.watchers += watches

    def end_stream(self, call: Call, *, watches: bool) -> None:
        """Ends the count of a stream."""
        self.open_calls.discard(call)
        self.watchers -= watches


class RateLimitAccounts:
    """The accounts of the most recent callers, by key id or address; evicts the least recently used."""

    def __init__(self, defaults: Limits, max_accounts: int = MAX_ACCOUNTS) -> None:
        self.defaults: Final = defaults
        self._max_accounts: Final = max_accounts
        self._accounts: Final[OrderedDict[str, RateLimitAccount]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._accounts)

    def of(self, caller: str) -> RateLimitAccount:
        """Returns the account of an address."""
        account = self._accounts.get(caller)
        if account is None:
            return self._add(caller, RateLimitAccount(self.defaults, address=caller))
        self._accounts.move_to_end(caller)
        return account

    def of_key(self, key_id: str, limits: Limits) -> RateLimitAccount:
        """Returns the account of an API key."""
        account = self._accounts.get(key_id)
        if account is None:
            return self._add(key_id, RateLimitAccount(limits.over(self.defaults), key_id))
        self._accounts.move_to_end(key_id)
        return account

    def with_streams(self) -> Iterator[RateLimitAccount]:
        """Yields the accounts of API keys that have open streams."""
        return (account for account in tuple(self._accounts.values()) if account.key_id and account.open_calls)

    def _add(self, caller: str, account: RateLimitAccount) -> RateLimitAccount:
        while len(self._accounts) >= self._max_accounts:
            oldest, idle = self._accounts.popitem(last=False)
            if idle.open_calls:
                self._accounts[oldest] = idle
                break
        self._accounts[caller] = account
        return account


def _bucket(rate: float) -> TokenBucket | None:
    return TokenBucket(rate, rate * _BURST_SECONDS) if rate else None
