"""The calls that handles make, as a ``Client`` has them."""

from collections.abc import Callable
from typing import Protocol

from clio.client.projections import ProjectionCalls
from clio.client.watcher import MatchWatcher
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_pb2 import Match, SignedHead
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View, Viewpoint


class MatchCalls(Protocol):
    """Calls about one match; see ``Client``."""

    @property
    def views(self) -> ProjectionCalls:
        """Scores, standings and statistics."""

    async def get_match(self, match_id: str, *, min_seq: int = 0) -> Match:
        """See ``Client``."""

    async def get_view(
        self, match_id: str, token: str = "", *, seq: int = 0, viewpoint: Viewpoint | None = None, min_seq: int = 0
    ) -> View:
        """See ``Client``."""

    async def get_head(self, match_id: str) -> SignedHead:
        """See ``Client``."""

    async def join_match(
        self, match_id: str, name: str, seat: int | None = None, *, entropy: bytes | None = None
    ) -> pb.JoinMatchResponse:
        """See ``Client``."""

    async def list_legal_moves(self, match_id: str, token: str) -> pb.ListLegalMovesResponse:
        """See ``Client``."""

    async def play_move(
        self, match_id: str, move: str | Move, token: str, *, expected_seq: int = 0
    ) -> pb.PlayMoveResponse:
        """See ``Client``."""

    async def resign_match(self, match_id: str, token: str) -> Match:
        """See ``Client``."""

    async def leave_match(self, match_id: str, token: str) -> Match:
        """See ``Client``."""

    async def rotate_token(self, match_id: str, token: str) -> pb.RotateTokenResponse:
        """See ``Client``."""

    async def abort_match(self, match_id: str, reason: str, token: str) -> Match:
        """See ``Client``."""

    def watch_match(  # noqa: PLR0913 (as ``Client`` has it)
        self,
        match_id: str,
        token: str = "",
        *,
        after_seq: int = 0,
        after_digest: bytes = b"",
        views: bool = False,
        on_connection: Callable[[bool], None] | None = None,
    ) -> MatchWatcher:
        """See ``Client``."""
