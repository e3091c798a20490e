"""The client: a method for every call of the contract."""

import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from datetime import datetime
from types import TracebackType
from typing import Final, Self, TypeVar

from google.protobuf.timestamp_pb2 import Timestamp

from clio.client.archive import ArchiveCalls
from clio.client.bots import BotCalls
from clio.client.component_cache import ComponentCache
from clio.client.credentials import Credentials, Metadata
from clio.client.entropy import EntropyStore
from clio.client.errors import HistoryError
from clio.client.fair_play import FairPlayCalls
from clio.client.known_heads import KnownHead, KnownHeads
from clio.client.operator import OperatorCalls
from clio.client.platform import MatchSettings, PlatformCalls
from clio.client.play_session import PlaySession
from clio.client.projections import ProjectionCalls, UnaryCall, freshness
from clio.client.readiness import Readiness
from clio.client.records import Records
from clio.client.retry import RetryPolicy, repeated
from clio.client.routing import match_header
from clio.client.watcher import MatchWatcher
from clio.v1 import game_service_pb2, match_service_pb2, server_service_pb2
from clio.v1.components_pb2 import Components
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_pb2 import FairPlaySettings
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.game_pb2 import Game
from clio.v1.game_service_pb2_grpc import GameServiceStub
from clio.v1.match_pb2 import Match, MatchResult, MatchStatus, SignedHead
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move
from clio.v1.server_service_pb2_grpc import ServerServiceStub
from clio.v1.view_pb2 import View, Viewpoint

Request = TypeVar("Request")
Response = TypeVar("Response")

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"
LARGEST_PAGE: Final = 500
_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # How long one attempt may take: a handshake over a slow network takes its time.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.enable_retries", 0),
    # A proxy set for the web must not swallow calls to this machine.
    ("grpc.enable_http_proxy", 0),
)


class Client:
    """A connection to a server. Every call has a deadline; calls that change something can be repeated safely.

    Passing failures are retried with the same request id. Tokens are made here, not on the server, so that a lost
    answer loses no seat.
    """

    def __init__(  # noqa: PLR0913 (how to connect, and what to keep)
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        call_seconds: float = 10.0,
        retries: RetryPolicy | None = None,
        heads: KnownHeads | None = None,
        credentials: Credentials | None = None,
        entropy: EntropyStore | None = None,
    ) -> None:
        """``address`` is ``host:port``, or ``grpcs://host:port`` for a server with TLS.

        ``entropy`` keeps what the caller's seats are committed to; without it the client does, for as long as it lives.
        """
        self.credentials: Final = credentials or Credentials()
        self.address: Final = address
        self.retries: Final = retries or RetryPolicy()
        self._call_seconds: Final = call_seconds
        self._channel: Final = self.credentials.channel(address, _OPTIONS)
        self.invite = self.credentials.invite
        """The invitation code that calls show: it opens matches that are not public."""
        self._games: Final = GameServiceStub(self._channel)
        self._matches: Final = MatchServiceStub(self._channel)
        self._server: Final = ServerServiceStub(self._channel)
        self._components: Final = ComponentCache(lambda request: self._ask(self._games.GetComponents, request))
        self._heads: Final = heads
        self._fair_play: Final = FairPlayServiceStub(self._channel)
        self.readiness: Final = Readiness(self._matches, self._fair_play, self._ask_once, entropy)
        self.fair_play: Final = FairPlayCalls(self._fair_play, self._ask)
        self.records: Final = Records(self._channel, self._ask, self._metadata)
        self.archive: Final = ArchiveCalls(self._channel, self._ask, self._metadata, self.retries)
        self.bots: Final = BotCalls(self._channel, self._ask)
        self.platform: Final = PlatformCalls(self._channel, self._ask, self._metadata)
        self.views: Final = ProjectionCalls(self._channel, self._ask)

    def _metadata(self, token: str = "") -> Metadata:
        shown = (("x-clio-invite", self.invite),) if self.invite else ()
        return self.credentials.metadata(token) + shown

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection and all its streams."""
        await self._channel.close(None)

    def operator(self, token: str) -> OperatorCalls:
        """The calls of the server's operator."""
        return OperatorCalls(self._channel, self._ask, self._metadata, token)

    async def list_games(self) -> list[Game]:
        """All games, by name."""
        answer = await self._ask(self._games.ListGames, game_service_pb2.ListGamesRequest())
        return list(answer.games)

    async def get_game(self, game: str) -> game_service_pb2.GetGameResponse:
        """A game with all its rules."""
        return await self._ask(self._games.GetGame, game_service_pb2.GetGameRequest(game=game))

    async def get_components(self, game: str, data_set: str = "", *, digest: bytes = b"") -> Components:
        """The components of a data set (default: the game's first); fetched once, checked against their digest.

        ``digest`` is ``Match.data_digest`` of the match to draw.
        """
        return await self._components.get(game, data_set, digest)

    async def open_match(  # noqa: PLR0913 (one for each field of the request)
        self,
        game: str,
        seats: int = 0,
        options: Mapping[str, str] | None = None,
        *,
        settings: MatchSettings | None = None,
        request_id: str = "",
        host_token: str = "",
        fair_play: FairPlaySettings | None = None,
    ) -> match_service_pb2.OpenMatchResponse:
        """Opens a match; the answer holds it and its host token. ``fair_play`` has clock, readiness and roles."""
        request = match_service_pb2.OpenMatchRequest(
            game=game,
            seats=seats,
            options=options or {},
            request_id=request_id or new_request_id(),
            host_token=host_token or new_token(),
            fair_play=fair_play,
            **(settings or MatchSettings()).fields(),
        )
        return await self._ask(self._matches.OpenMatch, request)

    async def join_match(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        name: str,
        seat: int | None = None,
        *,
        entropy: bytes | None = None,
        request_id: str = "",
        seat_token: str = "",
    ) -> match_service_pb2.JoinMatchResponse:
        """Takes a seat; the answer holds its number and its token.

        ``entropy`` is the seat's part in the match's chance: 32 random bytes unless given, none if empty. Where the
        match takes commitments, it is revealed when all seats are taken, or at the next use of the match.
        """
        request = match_service_pb2.JoinMatchRequest(
            match_id=match_id,
            name=name,
            seat=seat,
            request_id=request_id or new_request_id(),
            seat_token=seat_token or new_token(),
        )
        return await self.readiness.join(request, entropy)

    async def leave_match(self, match_id: str, token: str, *, request_id: str = "") -> Match:
        """Leaves a seat before the match starts."""
        request = match_service_pb2.LeaveMatchRequest(match_id=match_id, request_id=request_id or new_request_id())
        return (await self._ask(self._matches.LeaveMatch, request, token)).match

    async def list_matches(  # noqa: PLR0913 (one for each filter)
        self,
        *,
        game: str = "",
        status: MatchStatus.ValueType = MatchStatus.MATCH_STATUS_UNSPECIFIED,
        player: str = "",
        page_size: int = 0,
        options: Mapping[str, str] | None = None,
        create_time_from: datetime | None = None,
        create_time_before: datetime | None = None,
        result: MatchResult.ValueType = MatchResult.MATCH_RESULT_UNSPECIFIED,
        winner: str = "",
        decided_by: str = "",
        at_least: AtLeast | None = None,
        labels: Mapping[str, str] | None = None,
        external_id: str = "",
        own: bool = False,
        my_turn: bool = False,
        player_to_move: str = "",
        min_free_seats: int = 0,
        update_time_from: datetime | None = None,
        order: match_service_pb2.MatchOrder.ValueType = match_service_pb2.MatchOrder.MATCH_ORDER_UNSPECIFIED,
    ) -> AsyncIterator[Match]:
        """Lists all matching matches that the caller may list, newest first unless asked otherwise, page by page."""
        request = match_service_pb2.ListMatchesRequest(
            game=game,
            status=status,
            player=player,
            page_size=page_size,
            options=options or {},
            create_time_from=_timestamp(create_time_from),
            create_time_before=_timestamp(create_time_before),
            result=result,
            winner=winner,
            decided_by=decided_by,
            at_least=at_least,
            labels=labels or {},
            external_id=external_id,
            own=own,
            my_turn=my_turn,
            player_to_move=player_to_move,
            min_free_seats=min_free_seats,
            update_time_from=_timestamp(update_time_from),
            order=order,
        )
        page_token = ""
        while True:
            request.page_token = page_token
            page = await self._ask(self._matches.ListMatches, request)
            for match in page.matches:
                yield match
            page_token = page.next_page_token
            if not page_token:
                return

    async def get_match(self, match_id: str, *, min_seq: int = 0) -> Match:
        """A match without its board, not older than an event that the caller has seen."""
        request = match_service_pb2.GetMatchRequest(match_id=match_id, at_least=freshness(min_seq))
        match = (await self._ask(self._matches.GetMatch, request)).match
        await self.compare_head(match.match_id, match.seq, match.digest)
        return match

    async def list_legal_moves(self, match_id: str, token: str) -> match_service_pb2.ListLegalMovesResponse:
        """Every legal move of the token's seat, and the position they hold for."""
        request = match_service_pb2.ListLegalMovesRequest(match_id=match_id)
        return await self._ask(self._matches.ListLegalMoves, request, token)

    async def play_move(
        self, match_id: str, move: str | Move, token: str, *, expected_seq: int = 0, request_id: str = ""
    ) -> match_service_pb2.PlayMoveResponse:
        """Plays a move, given in notation or as a message; it is durable when this returns."""
        request = match_service_pb2.PlayMoveRequest(
            match_id=match_id,
            move=Move(notation=move) if isinstance(move, str) else move,
            expected_seq=expected_seq,
            request_id=request_id or new_request_id(),
        )
        played = await self._ask(self._matches.PlayMove, request, token)
        await self.compare_head(match_id, played.seq, played.digest)
        return played

    async def preview_move(
        self, match_id: str, move: str | Move, token: str, *, expected_seq: int = 0
    ) -> match_service_pb2.PreviewMoveResponse:
        """What a move would do, up to the first draw or secret; nothing is played. Only for the seat to move."""
        request = match_service_pb2.PreviewMoveRequest(
            match_id=match_id,
            move=Move(notation=move) if isinstance(move, str) else move,
            expected_seq=expected_seq,
        )
        return await self._ask(self._matches.PreviewMove, request, token)

    async def resign_match(self, match_id: str, token: str, *, request_id: str = "") -> Match:
        """Resigns."""
        request = match_service_pb2.ResignMatchRequest(match_id=match_id, request_id=request_id or new_request_id())
        return (await self._ask(self._matches.ResignMatch, request, token)).match

    async def rotate_token(
        self, match_id: str, token: str, *, request_id: str = "", new_token: str = ""
    ) -> match_service_pb2.RotateTokenResponse:
        """Replaces a seat's or the host's token; the old one stops working."""
        request = match_service_pb2.RotateTokenRequest(
            match_id=match_id,
            request_id=request_id or new_request_id(),
            new_token=new_token or secrets.token_urlsafe(32),
        )
        rotated = await self._ask(self._matches.RotateToken, request, token)
        self.readiness.rotated(match_id, token, rotated.new_token)
        return rotated

    async def abort_match(self, match_id: str, reason: str, token: str, *, request_id: str = "") -> Match:
        """Ends a match without a result; needs the host token."""
        request = match_service_pb2.AbortMatchRequest(
            match_id=match_id, reason=reason, request_id=request_id or new_request_id()
        )
        return (await self._ask(self._matches.AbortMatch, request, token)).match

    async def get_view(
        self, match_id: str, token: str = "", *, seq: int = 0, viewpoint: Viewpoint | None = None, min_seq: int = 0
    ) -> View:
        """The board after an event (0: the last one), as the token's holder may see it."""
        request = match_service_pb2.GetViewRequest(
            match_id=match_id, seq=seq, viewpoint=viewpoint, at_least=freshness(min_seq)
        )
        return (await self._ask(self._matches.GetView, request, token)).view

    def play_session(self) -> PlaySession:
        """A stream for the moves of many matches; an async context manager."""
        return PlaySession(self._matches, self.retries, metadata=self._metadata())

    def watch_match(  # noqa: PLR0913 (from where on, and what to send)
        self,
        match_id: str,
        token: str = "",
        *,
        after_seq: int = 0,
        after_digest: bytes = b"",
        views: bool = False,
        on_connection: Callable[[bool], None] | None = None,
    ) -> MatchWatcher:
        """Streams the verified events of a match until it is over, with ``views`` the boards too; reconnects."""
        return MatchWatcher(
            lambda request: self._matches.WatchMatch(request, metadata=self._metadata(token) + match_header(request)),
            match_id,
            after_seq=after_seq,
            after_digest=after_digest,
            views=views,
            on_connection=on_connection,
            readiness=self.readiness,
        )

    async def get_presence(self, match_id: str) -> list[int]:
        """The seats whose holders are connected now, as far as the server knows; a hint, outside the record."""
        request = match_service_pb2.GetPresenceRequest(match_id=match_id)
        return list((await self._ask(self._matches.GetPresence, request)).connected_seats)

    async def get_server_status(self) -> server_service_pb2.GetServerStatusResponse:
        """The health of the server and its components."""
        return await self._ask(self._server.GetServerStatus, server_service_pb2.GetServerStatusRequest())

    async def get_head(self, match_id: str) -> SignedHead:
        """The head of a match, signed by the server, after comparing it with the known head."""
        head = await self.records.head(match_id)
        await self.compare_head(match_id, head.seq, head.digest)
        return head

    async def compare_head(self, match_id: str, seq: int, digest: bytes) -> None:
        """Compares the server's answer with the known head; raises HistoryError if history was changed.

        The events in between are fetched and chained here: the server's word is not enough.
        """
        if self._heads is None:
            return
        known, met = self._heads.known(match_id), KnownHead(seq, digest)
        if known is None or known == met:
            self._heads.keep(match_id, met)
            return
        if seq == known.seq:
            raise HistoryError(seq, f"Event {seq} of the match is not the one that this server told you before.")
        if seq < known.seq:
            await self._demand(match_id, known)
            return
        if await self._chained(match_id, known, seq) != digest:
            raise HistoryError(seq, f"The match at event {seq} does not continue what this server told you before.")
        self._heads.keep(match_id, met)

    async def _chained(self, match_id: str, known: KnownHead, seq: int) -> bytes:
        """Computes the digest at a later event from the known head."""
        async with aclosing(
            aiter(self.watch_match(match_id, after_seq=known.seq, after_digest=known.digest))
        ) as sightings:
            async for sighting in sightings:
                if isinstance(sighting, Event) and sighting.seq == seq:
                    return sighting.digest
        raise HistoryError(seq, f"The server does not show event {seq}, which it named.")

    async def _demand(self, match_id: str, known: KnownHead) -> None:
        """Checks that the server has not lost known events; an answer about an earlier event is fine."""
        head = await self.records.head(match_id, known.seq, known.digest)
        if head.seq < known.seq:
            raise HistoryError(known.seq, f"The server has lost event {known.seq}, which it told you before.")

    async def _ask(self, call: UnaryCall[Request, Response], request: Request, token: str = "") -> Response:
        if match_id := getattr(request, "match_id", ""):
            await self.readiness.use(match_id)
        return await self._ask_once(call, request, token)

    async def _ask_once(self, call: UnaryCall[Request, Response], request: Request, token: str = "") -> Response:
        ask: Callable[[], Awaitable[Response]] = lambda: call(  # noqa: E731 (typed: the stubs answer loosely)
            request, timeout=self._call_seconds, metadata=self._metadata(token) + match_header(request)
        )
        return await repeated(ask, self.retries)


def _timestamp(moment: datetime | None) -> Timestamp | None:
    if moment is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp


def new_request_id() -> str:
    """A new unique request id."""
    return str(uuid.uuid4())


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)
