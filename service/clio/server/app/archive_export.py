"""Exporting archived records: read, encode, send in parts."""

from collections.abc import AsyncIterator, Collection
from typing import Final

from clio.kernel.visible_text import normalised
from clio.server.app.byte_budget import Lease
from clio.server.app.export import check_filter, fits
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.pagination import LARGEST_PAGE
from clio.server.app.record_import import LARGEST_RECORD, RecordImport
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.eventstore.record_lines import in_parts
from clio.v1 import archive_service_pb2 as pb
from clio.v1 import match_pb2


class ArchiveExport:
    """Exports single archived records and all that fit a filter. Everyone may read all of them."""

    def __init__(self, archive: RecordImport, heavy: HeavyWork, games: Collection[str], part_weight: float) -> None:
        """``part_weight`` is what one part counts against the caller's rate limit."""
        self._archive: Final = archive
        self._heavy: Final = heavy
        self._games: Final = games
        self._part_weight: Final = part_weight

    async def export(self, match_id: str, signer_key: bytes, *, packed: bool) -> AsyncIterator[bytes]:
        """The parts of a record."""
        async for part in self._parts(await self._archive.find(match_id, signer_key), packed=packed):
            yield part

    async def export_all(
        self, request: pb.ExportArchivedRecordsRequest
    ) -> AsyncIterator[pb.ExportArchivedRecordsResponse]:
        """The parts of all records that fit the request."""
        check_filter(request, self._games)
        async for archived in self._wanted(request):
            match_id, key = archived.match_id, archived.key
            async for part in self._parts(archived, packed=request.gzip):
                yield pb.ExportArchivedRecordsResponse(match_id=match_id, chunk=part, signer_key=key)
            yield pb.ExportArchivedRecordsResponse(match_id=match_id, complete=True, signer_key=key)

    async def _parts(self, archived: Archived, *, packed: bool) -> AsyncIterator[bytes]:
        with self._heavy.lease() as lease:
            async for part in in_parts(self._content(archived, lease), packed=packed, run=self._heavy.run):
                await self._heavy.charge(self._part_weight)
                yield part

    async def _content(self, archived: Archived, lease: Lease) -> AsyncIterator[bytes]:
        lease.grow(LARGEST_RECORD)
        parts = await self._archive.content(archived)
        lease.shrink_to(sum(map(len, parts)))
        for part in parts:
            yield part

    async def _wanted(self, request: pb.ExportArchivedRecordsRequest) -> AsyncIterator[Archived]:
        before = NEWEST
        while page := await self._archive.page(request.game, before, LARGEST_PAGE):
            for archived, hidden in page:
                match = match_pb2.Match.FromString(archived.match)
                if not hidden and fits(match, request) and _has_player(match, request.player):
                    yield archived
            before = page[-1][0].position


def _has_player(match: match_pb2.Match, player: str) -> bool:
    return not player or any(normalised(seat.name) == normalised(player) for seat in match.seats)
