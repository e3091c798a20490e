"""What the handlers of MatchService share."""

import asyncio
from typing import Final

from clio.kernel.match.aggregate import Match
from clio.server.app.call_context import current_caller
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_batch import MatchBatch
from clio.server.app.match_listing import MatchListing
from clio.server.app.private_names import PrivateNames
from clio.server.app.rematch import Rematches
from clio.server.app.watch import Sources
from clio.server.app.workers import Workers
from clio.server.auth.match_quota import MatchQuota
from clio.server.codec import matches as match_wire
from clio.v1 import match_pb2
from clio.v1.match_service_pb2_grpc import MatchServiceServicer


class MatchCalls(MatchServiceServicer):
    """The dependencies of MatchService, and the ``Match`` message that most responses hold."""

    def __init__(  # noqa: PLR0913, PLR0917 (the dependencies of one service)
        self,
        hosting: MatchQuota,
        listing: MatchListing,
        sources: Sources,
        access: MatchAccess,
        names: PrivateNames,
        workers: Workers,
        rematches: Rematches,
    ) -> None:
        """``workers`` compute views and previews."""
        self._workers: Final = workers
        self._rematches: Final = rematches
        self._hosting: Final = hosting
        self._matches: Final = sources.matches
        self._presence: Final = sources.presence
        self._past: Final = sources.past
        self._sources: Final = sources
        self._listing: Final = listing
        self._access: Final = access
        self._names: Final = names
        self._batch: Final = MatchBatch(sources.matches, access)
        self._draining: Final = asyncio.Event()

    async def _shown(self, match: Match) -> match_pb2.Match:
        """The match as the caller may see it."""
        message = match_wire.to_message(match, current_caller())
        await self._names.show([message])
        return message
