"""Exporting match records: authorise, read, encode, send in parts."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.visibility import Caller
from clio.kernel.visible_text import normalised
from clio.server.app.authority import Viewer, viewer_of
from clio.server.app.byte_budget import Lease
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.match_listing import MatchListing
from clio.server.app.match_service import PAGE, MatchService
from clio.server.app.pagination import LARGEST_PAGE
from clio.server.app.record_import import LARGEST_RECORD, RecordImport
from clio.server.app.validation import check_length
from clio.server.codec.timestamps import from_timestamp
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.eventstore.record_lines import event_line, head_line, header_line, in_parts
from clio.server.signing_keys import HeadSigner
from clio.v1 import match_pb2, match_service_pb2
from clio.v1 import record_service_pb2 as pb

_BYTES_OF_A_LINE: Final = 64
"""What a line takes in memory beside its text."""


class ExportRequest(msgspec.Struct, frozen=True):
    """A record to export: of a match of this server, or from the archive of imported records."""

    match_id: str
    key: bytes = b""
    """The signer's key, where the archive has records of one match by several signers."""
    archived: bool = False
    packed: bool = False
    """Whether the parts are compressed with gzip."""


class RecordExport:
    """Exports single records and all records that fit a filter."""

    def __init__(  # noqa: PLR0913, PLR0917 (what it reads from)
        self,
        matches: MatchService,
        listing: MatchListing,
        archive: RecordImport,
        heavy: HeavyWork,
        signer: HeadSigner,
        part_weight: float,
    ) -> None:
        """``part_weight`` is what one part counts against the caller's rate limit."""
        self._matches: Final = matches
        self._listing: Final = listing
        self._archive: Final = archive
        self._heavy: Final = heavy
        self._signer: Final = signer
        self._part_weight: Final = part_weight

    async def export(self, request: ExportRequest, caller: Caller) -> AsyncIterator[bytes]:
        """The parts of a record, with the secrets that the caller may see now and no others."""
        with self._heavy.lease() as lease:
            if request.archived:
                # Everyone who has the file of an archived record can read all of it.
                viewer = Viewer(self._matches, request.match_id, EVERYTHING)
                texts = self._archived_lines(await self._archive.find(request.match_id, request.key), lease)
            else:
                match = await self._matches.get(request.match_id)
                viewer = viewer_of(self._matches, match, caller)
                texts = self._lines(match, viewer.viewpoint)
            async for part in in_parts(texts, packed=request.packed, run=self._heavy.run):
                await self._heavy.charge(self._part_weight)
                await viewer.demand()
                yield part

    async def export_all(
        self, request: pb.ExportRecordsRequest, caller: Caller
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """The parts of all records that fit the request and that the caller may list, as a spectator sees them."""
        check_length(game=request.game, player=request.player)
        async for match_id, archived in self._wanted(request, caller):
            key = archived.key if archived is not None else b""
            with self._heavy.lease() as lease:
                if archived is not None:
                    texts = self._archived_lines(archived, lease)
                else:
                    match = await self._matches.get(match_id)
                    texts = self._lines(match, match.viewpoint_of(None))
                async for part in in_parts(texts, packed=request.gzip, run=self._heavy.run):
                    await self._heavy.charge(self._part_weight)
                    yield pb.ExportRecordsResponse(match_id=match_id, chunk=part, key=key)
            yield pb.ExportRecordsResponse(match_id=match_id, complete=True, key=key)

    async def _lines(self, match: Match, viewpoint: Viewpoint) -> AsyncIterator[bytes]:
        """The record up to the head of this moment, page by page."""
        head, salts = signed_head(self._signer, match), match.salt_key
        yield header_line(match)
        position = 0
        while position < head.seq:
            events = await self._matches.read(match.id, position, min(PAGE, head.seq - position))
            position = events[-1].seq
            yield await self._heavy.run(_joined_lines, events, viewpoint, salts)
        yield head_line(head.seq, head.digest, head.key, head.signature)

    async def _archived_lines(self, archived: Archived, lease: Lease) -> AsyncIterator[bytes]:
        lease.grow(LARGEST_RECORD)
        lines = await self._archive.lines(archived)
        lease.shrink_to(sum(map(len, lines)) + len(lines) * _BYTES_OF_A_LINE)
        for start in range(0, len(lines), PAGE):
            yield b"".join(line + b"\n" for line in lines[start : start + PAGE])

    async def _wanted(
        self, request: pb.ExportRecordsRequest, caller: Caller
    ) -> AsyncIterator[tuple[str, Archived | None]]:
        since = from_timestamp(request.since) if request.HasField("since") else ""
        pages = self._archived_pages(request.game) if request.archived else self._played_pages(request, caller)
        async for match, archived in pages:
            if from_timestamp(match.updated_at) >= since and _fits(match, request):
                yield match.match_id, archived

    async def _played_pages(
        self, request: pb.ExportRecordsRequest, caller: Caller
    ) -> AsyncIterator[tuple[match_pb2.Match, None]]:
        query = match_service_pb2.ListMatchesRequest(
            game=request.game, status=_status(request), player=request.player, page_size=LARGEST_PAGE
        )
        while True:
            page = await self._listing.page(query, caller)
            for match in page.matches:
                yield match, None
            if not page.next_page_token:
                return
            query.page_token = page.next_page_token

    async def _archived_pages(self, game: str) -> AsyncIterator[tuple[match_pb2.Match, Archived]]:
        before = NEWEST
        while page := await self._archive.page(game, before, LARGEST_PAGE):
            for archived, hidden in page:
                if not hidden:
                    yield match_pb2.Match.FromString(archived.match), archived
            before = page[-1][0].position


def signed_head(signer: HeadSigner, match: Match) -> match_pb2.SignedHead:
    """The head of a match with the server's signature."""
    return match_pb2.SignedHead(
        match_id=match.id,
        seq=match.seq,
        digest=match.digest,
        key=signer.public_key,
        signature=signer.sign(match.id, match.seq, match.digest),
    )


def _joined_lines(events: Sequence[MatchEvent], viewpoint: Viewpoint, salts: bytes) -> bytes:
    return b"".join(event_line(event, viewpoint, salts) for event in events)


def _fits(match: match_pb2.Match, request: pb.ExportRecordsRequest) -> bool:
    """The filters that the archive does not have."""
    return match.status == _status(request) and (
        not request.player or any(normalised(seat.name) == normalised(request.player) for seat in match.seats)
    )


def _status(request: pb.ExportRecordsRequest) -> match_pb2.MatchStatus.ValueType:
    return request.status or match_pb2.MATCH_STATUS_FINISHED
