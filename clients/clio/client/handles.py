"""Handles: a match, a seat and a host, each with the calls that it may make.

Making a handle calls nothing. A handle with a token holds what must be stored to come back: ``match_id`` and ``token``.
Every method takes ``timeout``; left out, it is the client's.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Self

from clio.client.calls import Calls
from clio.client.match_settings import MatchSettings
from clio.client.pages import Paged
from clio.client.stream_moves import stream_move
from clio.client.watcher import MatchWatcher
from clio.v1.bot_service_pb2 import SeatBotResponse, SuggestMoveResponse
from clio.v1.fair_play_pb2 import Agreement
from clio.v1.match_pb2 import Match, SignedHead
from clio.v1.match_service_pb2 import ListLegalMovesResponse, PlayMoveResponse, PreviewMoveResponse, StreamMove
from clio.v1.move_pb2 import Move
from clio.v1.record_service_pb2 import ReplayMatchResponse
from clio.v1.score_service_pb2 import GetScoresResponse
from clio.v1.view_pb2 import View, Viewpoint


@dataclass(frozen=True, slots=True)
class MatchHandle:
    """A match as a spectator sees it, or, with a token, as the holder of the token does."""

    client: Calls = field(repr=False)
    match_id: str
    token: str | None = field(default=None, repr=False)

    async def get(self, *, min_seq: int | None = None, timeout: float | None = None) -> Match:
        """The match without its board, not older than event ``min_seq``."""
        return await self.client.get_match(self.match_id, min_seq=min_seq, timeout=timeout)

    async def view(
        self,
        *,
        seq: int | None = None,
        viewpoint: Viewpoint | None = None,
        min_seq: int | None = None,
        timeout: float | None = None,
    ) -> View:
        """The board after an event, or now, as the holder of this handle may see it."""
        return await self.client.get_view(
            self.match_id, self.token, seq=seq, viewpoint=viewpoint, min_seq=min_seq, timeout=timeout
        )

    async def scores(
        self,
        *,
        seq: int | None = None,
        viewpoint: Viewpoint | None = None,
        min_seq: int | None = None,
        timeout: float | None = None,
    ) -> GetScoresResponse:
        """The scores after an event, or now, as the holder of this handle may know them."""
        return await self.client.views.get_scores(
            self.match_id, self.token, seq=seq, viewpoint=viewpoint, min_seq=min_seq, timeout=timeout
        )

    async def presence(self, *, timeout: float | None = None) -> list[int]:
        """The seats whose holders are connected now, as far as the server knows."""
        return await self.client.get_presence(self.match_id, timeout=timeout)

    async def head(self, *, timeout: float | None = None) -> SignedHead:
        """The head, signed by the server."""
        return await self.client.get_head(self.match_id, timeout=timeout)

    def watch(
        self,
        *,
        after_seq: int | None = None,
        after_digest: bytes | None = None,
        views: bool = False,
        on_connection: Callable[[bool], None] | None = None,
        timeout: float | None = None,
    ) -> MatchWatcher:
        """Streams verified events until the match is over; connects when it is iterated, and again when it must."""
        return self.client.watch_match(
            self.match_id,
            self.token,
            after_seq=after_seq,
            after_digest=after_digest,
            views=views,
            on_connection=on_connection,
            timeout=timeout,
        )

    def replay(
        self,
        *,
        first: int | None = None,
        last: int | None = None,
        viewpoint: Viewpoint | None = None,
        views: bool = True,
        timeout: float | None = None,
    ) -> AsyncIterator[ReplayMatchResponse]:
        """Streams past events with the view after each, forwards or backwards."""
        return self.client.records.replay(
            self.match_id, self.token, first=first, last=last, viewpoint=viewpoint, views=views, timeout=timeout
        )

    def export(self, *, gzip: bool = False, timeout: float | None = None) -> AsyncIterator[bytes]:
        """The bytes of the record file, in parts, with what the holder of this handle may see."""
        return self.client.records.export(self.match_id, self.token, gzip=gzip, timeout=timeout)

    async def join(
        self, name: str, seat: int | None = None, *, entropy: bytes | None = None, timeout: float | None = None
    ) -> "SeatHandle":
        """Takes a seat, or the first free one."""
        joined = await self.client.join_match(self.match_id, name, seat, entropy=entropy, timeout=timeout)
        return SeatHandle(self.client, self.match_id, joined.seat_token, joined.seat)

    async def fork(
        self, seq: int | None = None, *, settings: MatchSettings | None = None, timeout: float | None = None
    ) -> "HostHandle":
        """Opens a match that continues after an event of this one, or after the last that can be forked."""
        forked = await self.client.records.fork(self.match_id, seq, self.token, settings=settings, timeout=timeout)
        return HostHandle(self.client, forked.match.match_id, forked.host_token)


@dataclass(frozen=True, slots=True)
class _TokenHandle(MatchHandle):
    """What a seat and a host have in common."""

    token: str = field(repr=False)

    async def rotate(self, *, timeout: float | None = None) -> Self:
        """Replaces the token; the answer is the handle that is good from then on."""
        rotated = await self.client.rotate_token(self.match_id, self.token, timeout=timeout)
        return replace(self, token=rotated.new_token)

    async def claim_time(self, seat: int | None = None, *, timeout: float | None = None) -> Match:
        """Has a fallen flag recorded, or with ``seat`` a silent seat as abandoned."""
        return await self.client.fair_play.claim_time(self.match_id, self.token, seat=seat, timeout=timeout)


@dataclass(frozen=True, slots=True)
class SeatHandle(_TokenHandle):
    """A seat that its token holds: it moves, and sees its own secrets."""

    seat: int

    async def ready(self, *, timeout: float | None = None) -> Match:
        """Reveals what the client's seats of this match are committed to, if all seats are taken.

        The client does so by itself with its next call about the match; this is that call.
        """
        return await self.client.readiness.ready(self.match_id, timeout=timeout)

    def list_legal_moves(self, *, timeout: float | None = None) -> Paged[Move, ListLegalMovesResponse]:
        """Every legal move; none where it is not the seat's turn."""
        return self.client.list_legal_moves(self.match_id, self.token, timeout=timeout)

    async def play(
        self,
        move: str | Move,
        *,
        expected_seq: int | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> PlayMoveResponse:
        """Plays a move, in notation or as a message; it is durable when this returns."""
        return await self.client.play_move(
            self.match_id, move, self.token, expected_seq=expected_seq, request_id=request_id, timeout=timeout
        )

    async def preview(
        self, move: str | Move, *, expected_seq: int | None = None, timeout: float | None = None
    ) -> PreviewMoveResponse:
        """What a move would do, up to the first draw or secret; nothing is played."""
        return await self.client.preview_move(
            self.match_id, move, self.token, expected_seq=expected_seq, timeout=timeout
        )

    def stream_move(
        self, move: str | Move, *, expected_seq: int | None = None, request_id: str | None = None
    ) -> StreamMove:
        """A move of this seat for ``Client.play_batch``; calls nothing."""
        return stream_move(self.match_id, move, self.token, expected_seq=expected_seq, request_id=request_id)

    async def suggest(self, bot: str | None = None, *, timeout: float | None = None) -> SuggestMoveResponse:
        """The move that a bot of the server would play here; only in matches that are not rated."""
        return await self.client.bots.suggest_move(self.match_id, self.token, bot, timeout=timeout)

    async def resign(self, *, timeout: float | None = None) -> Match:
        """Gives up."""
        return await self.client.resign_match(self.match_id, self.token, timeout=timeout)

    async def leave(self, *, timeout: float | None = None) -> Match:
        """Gives the seat back before the start."""
        return await self.client.leave_match(self.match_id, self.token, timeout=timeout)

    async def consent(self, to: Agreement.ValueType, reason: str, *, timeout: float | None = None) -> Match:
        """Agrees to abort, pause or resume the match; done when all seats that still play agree."""
        return await self.client.fair_play.consent(self.match_id, to, reason, self.token, timeout=timeout)

    async def rematch(self, *, timeout: float | None = None) -> "SeatHandle":
        """Takes this player's seat in the rematch of a match that is over."""
        made = await self.client.platform.rematch(self.match_id, self.token, timeout=timeout)
        return SeatHandle(self.client, made.match.match_id, made.seat_token, made.seat)


@dataclass(frozen=True, slots=True)
class HostHandle(_TokenHandle):
    """A match that its token hosts."""

    async def abort(self, reason: str, *, timeout: float | None = None) -> Match:
        """Ends the match without a result."""
        return await self.client.abort_match(self.match_id, reason, self.token, timeout=timeout)

    async def free_seat(self, seat: int, *, timeout: float | None = None) -> Match:
        """Frees a seat before the start."""
        return await self.client.platform.free_seat(self.match_id, seat, self.token, timeout=timeout)

    async def seat_bot(self, bot: str, seat: int | None = None, *, timeout: float | None = None) -> SeatBotResponse:
        """Lets a bot of the server take a seat, or the first free one."""
        return await self.client.bots.seat(self.match_id, bot, self.token, seat, timeout=timeout)

    async def direct(self, to: Agreement.ValueType, reason: str, *, timeout: float | None = None) -> Match:
        """Pauses, resumes or voids a match that was opened with a director."""
        return await self.client.fair_play.direct(self.match_id, to, reason, self.token, timeout=timeout)

    async def add_time(self, seat: int, time: timedelta, reason: str, *, timeout: float | None = None) -> Match:
        """Gives a seat more time, in a match that was opened with a director."""
        return await self.client.fair_play.add_time(self.match_id, seat, time, reason, self.token, timeout=timeout)
