"""What one caller has used up of its limits, at this server, since it was last heard of."""

from typing import Final

from clio.server.app.call_context import Call
from clio.server.auth import auth_errors
from clio.server.auth.open_matches import OpenMatches
from clio.server.auth.rate_limit import Limits
from clio.server.auth.rate_limit_bucket import TokenBucket

_HOUR: Final = 3_600.0
_BURST_SECONDS: Final = 2.0
"""How much of a second's worth may come at once."""


class RateLimitAccount:
    """Kept for a caller: an API key, or an address."""

    __slots__ = ("_calls", "_matches", "_moves", "caller", "hosted", "key_id", "limits", "open_calls", "watchers")

    def __init__(self, limits: Limits, key_id: str = "", address: str = "") -> None:
        self.limits: Final = limits
        self.caller: Final = key_id or address
        self.key_id: Final = key_id
        self._calls: Final = _bucket(limits.calls_per_second)
        self._moves: Final = _bucket(limits.moves_per_second)
        self._matches: Final = (
            TokenBucket(limits.matches_per_hour / _HOUR, limits.matches_per_hour) if limits.matches_per_hour else None
        )
        self.hosted: Final = OpenMatches()
        """The matches that the caller has opened or is opening."""
        self.open_calls: Final[set[Call]] = set()
        self.watchers = 0

    def spend_call(self, weight: float = 1.0) -> None:
        """Counts a call by its weight, or refuses it."""
        if self._calls is not None and (pause := self._calls.spend(weight)):
            raise auth_errors.too_many("calls_per_second", self.limits.calls_per_second, pause)

    def work_pause(self, weight: float) -> float:
        """Counts what a stream has done, and gives the seconds to wait before it goes on."""
        return self._calls.owe(weight) if self._calls is not None else 0.0

    def spend_move(self) -> None:
        """Counts a move, or refuses it."""
        if pause := self.move_pause():
            raise auth_errors.too_many("moves_per_second", self.limits.moves_per_second, pause)

    def move_pause(self) -> float:
        """Counts a move, and gives 0; else the seconds to wait before it may be made."""
        return self._moves.spend() if self._moves is not None else 0.0

    def spend_match(self) -> None:
        """Counts a match that is opened, or refuses it."""
        if self._matches is not None and (pause := self._matches.spend()):
            raise auth_errors.too_many("matches_per_hour", self.limits.matches_per_hour, pause)

    def refund_match(self) -> None:
        """Takes the count of a match back: the request had opened it before."""
        if self._matches is not None:
            self._matches.refund()

    def begin_stream(self, call: Call, *, watches: bool) -> None:
        """Counts a stream, or refuses it."""
        limits = self.limits
        if limits.streams and len(self.open_calls) >= limits.streams:
            raise auth_errors.too_many("streams", limits.streams, 1.0)
        if watches and limits.watchers and self.watchers >= limits.watchers:
            raise auth_errors.too_many("watchers", limits.watchers, 1.0)
        self.open_calls.add(call)
        self.watchers += watches

    def end_stream(self, call: Call, *, watches: bool) -> None:
        """A stream has ended."""
        self.open_calls.discard(call)
        self.watchers -= watches


def _bucket(rate: float) -> TokenBucket | None:
    return TokenBucket(rate, rate * _BURST_SECONDS) if rate else None
