"""Gets many matches at once."""

from collections.abc import Sequence
from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_service import MatchService

MAX_MATCHES: Final = 100


class MatchBatch:
    """Reads matches one after the other: a batch takes no more of the server at a time than one call."""

    def __init__(self, matches: MatchService, access: MatchAccess) -> None:
        self._matches: Final = matches
        self._access: Final = access

    async def get(self, match_ids: Sequence[str], caller: Caller) -> dict[str, Match]:
        """The matches that exist and that the caller may read, by id, in the order asked for."""
        if not 1 <= len(match_ids) <= MAX_MATCHES or len(set(match_ids)) < len(match_ids):
            raise errors.malformed("A batch has 1 to {limit} match ids, each once.", limit=MAX_MATCHES)
        found: dict[str, Match] = {}
        for match_id in match_ids:
            if await self._access.facts(match_id) is None or await self._access.is_hidden(match_id, caller):
                continue
            found[match_id] = await self._matches.get(match_id)
        return found
