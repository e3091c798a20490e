"""All calls of the contract, by concept."""

from collections.abc import Callable
from typing import Final

from clio.client.archive import ArchiveCalls
from clio.client.bots import BotCalls
from clio.client.component_cache import ComponentCache
from clio.client.connection import Connection
from clio.client.credentials import Credentials
from clio.client.entropy import EntropyStore
from clio.client.fair_play import FairPlayCalls
from clio.client.game_calls import GameCalls
from clio.client.head_check import HeadCheck
from clio.client.known_heads import KnownHeads
from clio.client.lifecycle_calls import LifecycleCalls
from clio.client.lookup_calls import LookupCalls
from clio.client.operator import OperatorCalls
from clio.client.platform import PlatformCalls
from clio.client.play_calls import PlayCalls
from clio.client.projections import ProjectionCalls
from clio.client.readiness import Readiness
from clio.client.records import Records
from clio.client.retry import RetryPolicy
from clio.client.routing import match_header
from clio.client.watcher import MatchWatcher
from clio.v1 import server_service_pb2
from clio.v1.game_service_pb2_grpc import GameServiceStub
from clio.v1.match_pb2 import SignedHead
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.server_service_pb2_grpc import ServerServiceStub

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"
LARGEST_PAGE: Final = 500


class Calls(GameCalls, LifecycleCalls, LookupCalls, PlayCalls):
    """A method for every call; those of less common services are grouped: ``records``, ``views`` and so on."""

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

        ``heads`` keeps the last known head of each match, and the server's answers are compared with it. ``entropy``
        keeps what the caller's seats are committed to; without it the client does, for as long as it lives.
        """
        self.credentials: Final = credentials or Credentials()
        self.address: Final = address
        self.retries: Final = retries or RetryPolicy()
        self._connection = Connection(address, self.credentials, self.retries, call_seconds)
        self._games = GameServiceStub(self._connection.channel)
        self._matches = MatchServiceStub(self._connection.channel)
        self._server: Final = ServerServiceStub(self._connection.channel)
        self._components = ComponentCache(
            lambda request, *, timeout: self._connection.ask(self._games.GetComponents, request, timeout=timeout)
        )
        self.readiness = Readiness(self._connection, entropy)
        self._connection.before_use = self.readiness.use
        self.fair_play: Final = FairPlayCalls(self._connection)
        self.records: Final = Records(self._connection)
        self.archive: Final = ArchiveCalls(self._connection)
        self.bots: Final = BotCalls(self._connection)
        self.platform: Final = PlatformCalls(self._connection, self.readiness)
        self.views: Final = ProjectionCalls(self._connection)
        self._head_check = HeadCheck(heads, self.records, self.watch_match)

    @property
    def invite(self) -> str | None:
        """The invitation code that calls show: it opens matches that are not public."""
        return self._connection.invite

    @invite.setter
    def invite(self, code: str | None) -> None:
        self._connection.invite = code

    def operator(self, token: str | None = None) -> OperatorCalls:
        """The calls of the server's operator; without a token for a connection whose API key has the scope admin."""
        return OperatorCalls(self._connection, token)

    def watch_match(  # noqa: PLR0913 (from where on, and what to send)
        self,
        match_id: str,
        token: str | None = None,
        *,
        after_seq: int | None = None,
        after_digest: bytes | None = None,
        views: bool = False,
        on_connection: Callable[[bool], None] | None = None,
        timeout: float | None = None,
    ) -> MatchWatcher:
        """Streams the verified events of a match until it is over, with ``views`` the boards too.

        It connects when it is iterated, and again when it must; ``timeout`` is the longest silence, 60 seconds unless
        given.
        """
        return MatchWatcher(
            lambda request: self._matches.WatchMatch(
                request, metadata=self._connection.metadata(token) + match_header(request)
            ),
            match_id,
            after_seq=after_seq,
            after_digest=after_digest,
            views=views,
            silence_seconds=timeout,
            on_connection=on_connection,
            readiness=self.readiness,
        )

    async def get_head(self, match_id: str, *, timeout: float | None = None) -> SignedHead:
        """The head of a match, signed by the server, after comparing it with the known head."""
        head = await self.records.head(match_id, timeout=timeout)
        await self._head_check.compare(match_id, head.seq, head.digest, timeout=timeout)
        return head

    async def get_server_status(self, *, timeout: float | None = None) -> server_service_pb2.GetServerStatusResponse:
        """The health of the server and its components."""
        request = server_service_pb2.GetServerStatusRequest()
        return await self._connection.ask(self._server.GetServerStatus, request, timeout=timeout)

    async def close(self) -> None:
        """Closes the connection and all its streams."""
        await self._connection.close()
