"""Exporting match records: authorise, read, encode, send in parts."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.visibility import Caller
from clio.server.app.authority import viewer_of
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.match_listing import MatchListing
from clio.server.app.match_reading import PAGE
from clio.server.app.match_service import MatchService
from clio.server.app.pagination import LARGEST_PAGE
from clio.server.app.validation import check_enum, check_game, check_length
from clio.server.codec.matches import STATUSES
from clio.server.codec.timestamps import from_timestamp
from clio.server.eventstore.record_lines import event_line, head_line, header_line, in_parts
from clio.server.signing_keys import HeadSigner
from clio.v1 import archive_service_pb2, match_pb2, match_service_pb2
from clio.v1 import record_service_pb2 as pb

_Filter = pb.ExportRecordsRequest | archive_service_pb2.ExportArchivedRecordsRequest


class RecordExport:
    """Exports single records and all records that fit a filter."""

    def __init__(
        self,
        matches: MatchService,
        listing: MatchListing,
        heavy: HeavyWork,
        signer: HeadSigner,
        part_weight: float,
    ) -> None:
        """``part_weight`` is what one part counts against the caller's rate limit."""
        self._matches: Final = matches
        self._listing: Final = listing
        self._heavy: Final = heavy
        self._signer: Final = signer
        self._part_weight: Final = part_weight

    async def export(self, match_id: str, caller: Caller, *, packed: bool) -> AsyncIterator[bytes]:
        """The parts of a record, with the secrets that the caller may see now and no others."""
        match = await self._matches.get(match_id)
        viewer = viewer_of(self._matches, match, caller)
        with self._heavy.lease():
            async for part in in_parts(self._lines(match, viewer.viewpoint), packed=packed, run=self._heavy.run):
                await self._heavy.charge(self._part_weight)
                await viewer.demand()
                yield part

    async def export_all(
        self, request: pb.ExportRecordsRequest, caller: Caller
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """The parts of all records that fit the request and that the caller may list, as a spectator sees them."""
        check_filter(request, self._matches.referee.games)
        async for match_id in self._wanted(request, caller):
            with self._heavy.lease():
                match = await self._matches.get(match_id)
                texts = self._lines(match, match.viewpoint_of(None))
                async for part in in_parts(texts, packed=request.gzip, run=self._heavy.run):
                    await self._heavy.charge(self._part_weight)
                    yield pb.ExportRecordsResponse(match_id=match_id, chunk=part)
            yield pb.ExportRecordsResponse(match_id=match_id, complete=True)

    async def _lines(self, match: Match, viewpoint: Viewpoint) -> AsyncIterator[bytes]:
        """The record up to the head of this moment, page by page."""
        head, salts = signed_head(self._signer, match), match.salt_key
        yield header_line(match)
        position = 0
        while position < head.seq:
            events = await self._matches.read(match.id, position, min(PAGE, head.seq - position))
            position = events[-1].seq
            yield await self._heavy.run(_joined_lines, events, viewpoint, salts)
        yield head_line(head.seq, head.digest, head.signer_key, head.signature)

    async def _wanted(self, request: pb.ExportRecordsRequest, caller: Caller) -> AsyncIterator[str]:
        query = match_service_pb2.ListMatchesRequest(
            game=request.game, status=_status(request), player=request.player, page_size=LARGEST_PAGE
        )
        while True:
            page = await self._listing.page(query, caller)
            for match in page.matches:
                if fits(match, request):
                    yield match.match_id
            if not page.next_page_token:
                return
            query.page_token = page.next_page_token


def signed_head(signer: HeadSigner, match: Match) -> match_pb2.SignedHead:
    """The head of a match with the server's signature."""
    return match_pb2.SignedHead(
        match_id=match.id,
        seq=match.seq,
        digest=match.digest,
        signer_key=signer.public_key,
        signature=signer.sign(match.id, match.seq, match.digest),
    )


def check_filter(request: _Filter, games: Collection[str]) -> None:
    """Refuses a filter that cannot be meant."""
    check_game(request.game, games)
    check_enum("status", request.status, STATUSES.values())
    check_length(player=request.player)


def fits(match: match_pb2.Match, request: _Filter) -> bool:
    """Whether a match fits a filter by status and time."""
    since = from_timestamp(request.update_time_from) if request.HasField("update_time_from") else ""
    return from_timestamp(match.update_time) >= since and match.status == _status(request)


def _joined_lines(events: Sequence[MatchEvent], viewpoint: Viewpoint, salts: bytes) -> bytes:
    return b"".join(event_line(event, viewpoint, salts) for event in events)


def _status(request: _Filter) -> match_pb2.MatchStatus.ValueType:
    return request.status or match_pb2.MATCH_STATUS_FINISHED
