"""Handles: a match, a seat and a host, each with the calls that it may make.

Making a handle calls nothing. A handle with a token holds what must be stored to come back: ``match_id`` and ``token``.
Every method takes ``timeout``, in seconds for each attempt; left out, it is the client's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from clio.client.call_timeout import call_timeout
from clio.client.match_calls import MatchCalls
from clio.client.watcher import MatchWatcher
from clio.v1.match_pb2 import Match, SignedHead
from clio.v1.match_service_pb2 import PlayMoveResponse
from clio.v1.move_pb2 import Move
from clio.v1.score_service_pb2 import GetScoresResponse
from clio.v1.view_pb2 import View, Viewpoint


@dataclass(frozen=True, slots=True)
class MatchHandle:
    """A match as a spectator sees it."""

    client: MatchCalls
    match_id: str

    @property
    def _token(self) -> str:
        return ""

    async def get(self, *, min_seq: int | None = None, timeout: float | None = None) -> Match:
        """The match without its board, not older than event ``min_seq``."""
        with call_timeout(timeout):
            return await self.client.get_match(self.match_id, min_seq=min_seq or 0)

    async def view(
        self, *, seq: int | None = None, viewpoint: Viewpoint | None = None, timeout: float | None = None
    ) -> View:
        """The board after an event, or now, as the holder of this handle may see it."""
        with call_timeout(timeout):
            return await self.client.get_view(self.match_id, self._token, seq=seq or 0, viewpoint=viewpoint)

    async def scores(self, *, seq: int | None = None, timeout: float | None = None) -> GetScoresResponse:
        """The scores after an event, or now, as the holder of this handle may know them."""
        with call_timeout(timeout):
            return await self.client.views.get_scores(self.match_id, self._token, seq=seq or 0)

    async def head(self, *, timeout: float | None = None) -> SignedHead:
        """The head, signed by the server."""
        with call_timeout(timeout):
            return await self.client.get_head(self.match_id)

    def watch(
        self,
        *,
        after_seq: int = 0,
        after_digest: bytes | None = None,
        views: bool = False,
        on_connection: Callable[[bool], None] | None = None,
    ) -> MatchWatcher:
        """Streams verified events until the match is over; connects when it is iterated, and again when it must."""
        return self.client.watch_match(
            self.match_id,
            self._token,
            after_seq=after_seq,
            after_digest=after_digest or b"",
            views=views,
            on_connection=on_connection,
        )

    async def join(
        self, name: str, seat: int | None = None, *, entropy: bytes | None = None, timeout: float | None = None
    ) -> "SeatHandle":
        """Takes a seat, or the first free one."""
        with call_timeout(timeout):
            joined = await self.client.join_match(self.match_id, name, seat, entropy=entropy)
        return SeatHandle(self.client, self.match_id, joined.seat_token, joined.seat)


@dataclass(frozen=True, slots=True)
class SeatHandle(MatchHandle):
    """A seat that its token holds: it moves, and sees its own secrets."""

    token: str
    seat: int

    @property
    def _token(self) -> str:
        return self.token

    async def legal_moves(self, *, timeout: float | None = None) -> Sequence[Move]:
        """Every legal move; empty where it is not the seat's turn."""
        with call_timeout(timeout):
            return (await self.client.list_legal_moves(self.match_id, self.token)).moves

    async def play(
        self, move: str | Move, *, expected_seq: int | None = None, timeout: float | None = None
    ) -> PlayMoveResponse:
        """Plays a move, in notation or as a message; it is durable when this returns."""
        with call_timeout(timeout):
            return await self.client.play_move(self.match_id, move, self.token, expected_seq=expected_seq or 0)

    async def resign(self, *, timeout: float | None = None) -> Match:
        """Gives up."""
        with call_timeout(timeout):
            return await self.client.resign_match(self.match_id, self.token)

    async def leave(self, *, timeout: float | None = None) -> Match:
        """Gives the seat back before the start."""
        with call_timeout(timeout):
            return await self.client.leave_match(self.match_id, self.token)

    async def rotate(self, *, timeout: float | None = None) -> Self:
        """Replaces the token; the answer is the handle that holds the seat from then on."""
        with call_timeout(timeout):
            rotated = await self.client.rotate_token(self.match_id, self.token)
        return replace(self, token=rotated.new_token)


@dataclass(frozen=True, slots=True)
class HostHandle(MatchHandle):
    """A match that its token hosts."""

    token: str

    @property
    def _token(self) -> str:
        return self.token

    async def abort(self, reason: str, *, timeout: float | None = None) -> Match:
        """Ends the match without a result."""
        with call_timeout(timeout):
            return await self.client.abort_match(self.match_id, reason, self.token)

    async def rotate(self, *, timeout: float | None = None) -> Self:
        """Replaces the token; the answer is the handle that hosts the match from then on."""
        with call_timeout(timeout):
            rotated = await self.client.rotate_token(self.match_id, self.token)
        return replace(self, token=rotated.new_token)
