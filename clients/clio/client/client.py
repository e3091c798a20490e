"""The client: all calls, and handles of matches, seats and hosts."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from clio.client.calls import DEFAULT_ADDRESS, LARGEST_PAGE, Calls
from clio.client.handles import HostHandle, MatchHandle, SeatHandle
from clio.client.match_settings import MatchSettings
from clio.v1.fair_play_pb2 import FairPlaySettings

__all__ = ["DEFAULT_ADDRESS", "LARGEST_PAGE", "Client"]


class Client(Calls):
    """A connection to a server. Every call has a deadline; calls that change something can be repeated safely.

    Passing failures are retried with the same request id. Tokens are made here, not on the server, so that a lost
    answer loses no seat. Nothing is sent before the first call.
    """

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def match(self, match_id: str, token: str | None = None) -> MatchHandle:
        """A handle of a match, as a spectator or as the holder of a token; calls nothing."""
        return MatchHandle(self, match_id, token)

    def seat(self, match_id: str, token: str, seat: int) -> SeatHandle:
        """A handle of a seat whose token was stored; calls nothing."""
        return SeatHandle(self, match_id, token, seat)

    def host(self, match_id: str, token: str) -> HostHandle:
        """A handle of a match whose host token was stored; calls nothing."""
        return HostHandle(self, match_id, token)

    async def open(  # noqa: PLR0913 (one for each field of the request)
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        settings: MatchSettings | None = None,
        fair_play: FairPlaySettings | None = None,
        timeout: float | None = None,
    ) -> HostHandle:
        """Opens a match (default: the game's smallest number of seats above one); returns the host's handle."""
        opened = await self.open_match(game, seats, options, settings=settings, fair_play=fair_play, timeout=timeout)
        return HostHandle(self, opened.match.match_id, opened.host_token)

    async def join(
        self,
        match_id: str,
        name: str,
        seat: int | None = None,
        *,
        entropy: bytes | None = None,
        timeout: float | None = None,
    ) -> SeatHandle:
        """Takes a seat of a match, or its first free one; returns the seat's handle."""
        return await self.match(match_id).join(name, seat, entropy=entropy, timeout=timeout)
