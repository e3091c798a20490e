"""RecordService."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import nullcontext
from typing import Final

from clio.v1 import event_pb2, match_pb2, match_service_pb2
from clio.v1 import record_service_pb2 as pb
from clio.v1.record_service_pb2_grpc import RecordServiceServicer
from domain.kernel.disclosure import openings
from domain.kernel.forking import Opening, fork_command, may_fork
from domain.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from domain.kernel.lifecycle import Origin
from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from domain.kernel.rejection import Rejection
from domain.kernel.replay import Replay
from domain.kernel.sealing import salt_key
from service import errors
from service.access.hosting import Hosting
from service.archiving import LARGEST_RECORD, Archiving
from service.authority import Viewer, viewer_of
from service.bounds import demand_words
from service.callers import holder_of
from service.calls.call import Context, current_call
from service.foreign import demand_plausible, telling
from service.handlers.matches import read_request_id, read_token
from service.identifiers import match_id_for, new_server_seed, token_hash
from service.listing import MatchListing
from service.matches import PAGE, Matches
from service.paging import LARGEST_PAGE, page_size, position_of, position_token
from service.record.archive import NEWEST, Archived
from service.record.lines import event_line, head_line, header_line, in_parts
from service.replaying import Replays
from service.signing import KeyRing
from service.wire import matches as match_wire
from service.wire import views as view_wire
from service.wire.events import to_message as event_message
from service.wire.events import to_opening
from service.wire.mirror import fill
from service.wire.timestamps import from_timestamp, to_timestamp


class RecordHandler(RecordServiceServicer):
    """Thin: reads the request, asks the matches or the archive, writes the response."""

    def __init__(  # noqa: PLR0913, PLR0917 (what its calls stand on)
        self,
        matches: Matches,
        hosting: Hosting,
        listing: MatchListing,
        archiving: Archiving,
        replays: Replays,
        keys: KeyRing,
    ) -> None:
        self._hosting: Final = hosting
        self._matches: Final = matches
        self._listing: Final = listing
        self._archiving: Final = archiving
        self._replays: Final = replays
        self._keys: Final = keys

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        """See the contract."""
        if request.archived:
            # What an archived record holds, everybody who has the file can see.
            viewer = Viewer(self._matches, request.match_id, EVERYTHING)
            texts = self._archived_lines(await self._archiving.find(request.match_id, request.key))
        else:
            match = await self._matches.get(request.match_id)
            viewer = viewer_of(self._matches, match, context)
            texts = self._lines(match, viewer.viewpoint)
        async for part in in_parts(texts, packed=request.gzip):
            await viewer.demand()
            yield pb.ExportRecordResponse(chunk=part)

    async def ExportRecords(
        self, request: pb.ExportRecordsRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """See the contract."""
        del context
        demand_words(game=request.game, player=request.player)
        async for match_id, archived in self._wanted(request):
            if archived is not None:
                texts = self._archived_lines(archived)
            else:
                match = await self._matches.get(match_id)
                texts = self._lines(match, match.sight(None))
            key = archived.key if archived is not None else b""
            async for part in in_parts(texts, packed=request.gzip):
                yield pb.ExportRecordsResponse(match_id=match_id, chunk=part, key=key)
            yield pb.ExportRecordsResponse(match_id=match_id, complete=True, key=key)

    async def ImportRecord(
        self, parts: AsyncIterator[pb.ImportRecordRequest], context: Context
    ) -> pb.ImportRecordResponse:
        """See the contract."""
        del context
        content, source = bytearray(), None
        async for part in parts:
            source = part.source if source is None else source
            content += part.chunk
            if len(content) > LARGEST_RECORD:
                raise errors.too_large(len(content), LARGEST_RECORD)
        call = current_call()
        account = None if call is None else call.account
        importer, most_mib = (account.caller, account.limits.archive_mib) if account is not None else ("", 0)
        archived, known = await self._archiving.take(bytes(content), source or "", importer, most_mib)
        return pb.ImportRecordResponse(archived=to_archived_match(archived), known=known)

    async def ListArchive(self, request: pb.ListArchiveRequest, context: Context) -> pb.ListArchiveResponse:
        """See the contract."""
        del context
        demand_words(game=request.game)
        size = page_size(request.page_size)
        before = position_of(request.page_token, NEWEST)
        found = await self._archiving.page(request.game, before, size + 1)
        token = position_token(found[size - 1][0].position) if len(found) > size else ""
        shown = [to_archived_match(each) for each, hidden in found[:size] if not hidden]
        return pb.ListArchiveResponse(matches=shown, next_page_token=token)

    async def ReplayMatch(
        self, request: pb.ReplayMatchRequest, context: Context
    ) -> AsyncIterator[pb.ReplayMatchResponse]:
        """See the contract."""
        replay, viewer, key = await self._replay(request, context)
        viewpoint = viewer.viewpoint
        first, last = request.from_seq or 1, request.to_seq or replay.last
        for seq in (first, last):
            if not 1 <= seq <= replay.last:
                raise errors.no_such_event(seq, replay.last)
        for seq in range(first, last + 1) if first <= last else range(first, last - 1, -1):
            with telling(seq) if request.archived else nullcontext():
                step = _step(replay, seq, viewpoint, key)
                if not request.without_views:
                    step.view.CopyFrom(view_wire.to_message(replay.at(seq), viewpoint))
            await viewer.demand()
            yield step

    async def ForkMatch(self, request: pb.ForkMatchRequest, context: Context) -> pb.ForkMatchResponse:
        """See the contract."""
        request_id, token = read_request_id(request.request_id), read_token(request.host_token)
        source = await self._source(request, context)
        if not 0 <= request.seq <= len(source):
            raise errors.no_such_event(request.seq, len(source))
        new = Opening(match_id_for(request_id), new_server_seed(), token_hash(token))
        command = fork_command(source, request.seq, self._matches.referee.games, new)
        if isinstance(command, Rejection):
            raise errors.refused(command)
        done = await self._hosting.open(command, request_id)
        return pb.ForkMatchResponse(
            match=match_wire.to_message(done.match), host_token=token, origin=_origin(command.origin)
        )

    async def GetHead(self, request: pb.GetHeadRequest, context: Context) -> pb.GetHeadResponse:
        """See the contract."""
        del context
        match = await self._matches.get(request.match_id)
        if not 0 <= request.known_seq <= match.seq:
            # A head that this server signed, and does not have any more: history was cut off.
            raise errors.history_differs(request.known_seq)
        if request.known_seq:
            known = (await self._matches.read(match.id, request.known_seq - 1, 1))[0].digest
            if known != request.known_digest:
                raise errors.history_differs(request.known_seq)
        return pb.GetHeadResponse(head=self._head(match))

    async def ListHeadKeys(self, request: pb.ListHeadKeysRequest, context: Context) -> pb.ListHeadKeysResponse:
        """See the contract."""
        del request, context
        return pb.ListHeadKeysResponse(
            keys=[
                pb.HeadKey(key=self._keys.signer.public_key, active=True),
                *(
                    pb.HeadKey(key=bytes.fromhex(old.key), retired_at=to_timestamp(old.retired_at))
                    for old in self._keys.retired
                ),
            ]
        )

    def _head(self, match: Match) -> match_pb2.SignedHead:
        signer = self._keys.signer
        return match_pb2.SignedHead(
            match_id=match.id,
            seq=match.seq,
            digest=match.digest,
            key=signer.public_key,
            signature=signer.sign(match.id, match.seq, match.digest),
        )

    async def _lines(self, match: Match, viewpoint: Viewpoint) -> AsyncIterator[bytes]:
        """The record up to the head of this moment, page by page."""
        head, salts = self._head(match), match.salt_key
        yield header_line(match)
        position = 0
        while position < head.seq:
            events = await self._matches.read(match.id, position, min(PAGE, head.seq - position))
            position = events[-1].seq
            yield b"".join(event_line(event, viewpoint, salts) for event in events)
        yield head_line(head.seq, head.digest, head.key, head.signature)

    async def _archived_lines(self, archived: Archived) -> AsyncIterator[bytes]:
        for line in await self._archiving.lines(archived):
            yield line + b"\n"

    async def _wanted(self, request: pb.ExportRecordsRequest) -> AsyncIterator[tuple[str, Archived | None]]:
        since = from_timestamp(request.since) if request.HasField("since") else ""
        pages = self._archived_pages(request.game) if request.archived else self._played_pages(request)
        async for match, archived in pages:
            if from_timestamp(match.updated_at) >= since and _fits(match, request):
                yield match.match_id, archived

    async def _played_pages(self, request: pb.ExportRecordsRequest) -> AsyncIterator[tuple[match_pb2.Match, None]]:
        query = match_service_pb2.ListMatchesRequest(
            game=request.game, status=_status(request), player=request.player, page_size=LARGEST_PAGE
        )
        while True:
            page = await self._listing.page(query)
            for match in page.matches:
                yield match, None
            if not page.next_page_token:
                return
            query.page_token = page.next_page_token

    async def _archived_pages(self, game: str) -> AsyncIterator[tuple[match_pb2.Match, Archived]]:
        before = NEWEST
        while page := await self._archiving.page(game, before, LARGEST_PAGE):
            for archived, hidden in page:
                if not hidden:
                    yield match_pb2.Match.FromString(archived.match), archived
            before = page[-1][0].position

    async def _replay(self, request: pb.ReplayMatchRequest, context: Context) -> tuple[Replay, Viewer, bytes]:
        wanted = view_wire.from_viewpoint(request.viewpoint)
        if request.archived:
            archived = await self._archiving.find(request.match_id, request.key)
            replay = await self._replays.get(
                archived.match_id, archived.seq, lambda _: self._archiving.events(archived), archived=archived.digest
            )
            with telling():
                match = replay.at(replay.last)
            if wanted is not None and not EVERYTHING <= wanted < len(match.seats):
                raise errors.no_such_seat(wanted, len(match.seats))
            # What an archived record holds, everybody who has the file can see.
            viewpoint = wanted if wanted is not None else EVERYTHING if match.is_over else SPECTATOR
            return replay, Viewer(self._matches, match.id, viewpoint), _revealed_key(replay.events)
        match = await self._matches.get(request.match_id)
        viewer = viewer_of(self._matches, match, context, wanted)
        replay = await self._replays.get(match.id, match.seq, self._matches.history)
        return replay, viewer, match.salt_key

    async def _source(self, request: pb.ForkMatchRequest, context: Context) -> list[MatchEvent]:
        """The events of the match to be forked, if the caller may fork it."""
        if request.archived:
            events = await self._archiving.events(await self._archiving.find(request.match_id, request.key))
            games = self._matches.referee.games
            await asyncio.to_thread(demand_plausible, events, games)
            refusal = may_fork(Replay(events, games).at(len(events)), None)
        else:
            match = await self._matches.get(request.match_id)
            refusal = may_fork(match, None if match.is_over else holder_of(match, context))
            events = [] if refusal else (await self._matches.history(match.id))[: match.seq]
        if refusal is not None:
            raise errors.refused(refusal)
        return events


def _step(replay: Replay, seq: int, viewpoint: Viewpoint, key: bytes) -> pb.ReplayMatchResponse:
    event = replay.events[seq - 1]
    return pb.ReplayMatchResponse(
        event=event_message(event),
        openings=[to_opening(opening) for opening in openings((event,), viewpoint, key)],
    )


def _fits(match: match_pb2.Match, request: pb.ExportRecordsRequest) -> bool:
    """The filters that the archive does not have."""
    return match.status == _status(request) and (
        not request.player or any(seat.name == request.player for seat in match.seats)
    )


def _status(request: pb.ExportRecordsRequest) -> match_pb2.MatchStatus.ValueType:
    return request.status or match_pb2.MATCH_STATUS_FINISHED


def _revealed_key(events: Sequence[MatchEvent]) -> bytes:
    seed = getattr(events[-1].payload, "server_seed", "")
    return salt_key(bytes.fromhex(seed)) if seed else b""


def _origin(origin: Origin) -> event_pb2.MatchOrigin:
    message = event_pb2.MatchOrigin()
    fill(message, origin)
    return message


def to_archived_match(archived: Archived) -> pb.ArchivedMatch:
    """A foreign record as everybody sees it."""
    return pb.ArchivedMatch(
        match=match_pb2.Match.FromString(archived.match),
        source=archived.source,
        imported_at=to_timestamp(archived.imported_at),
        key=archived.key,
    )
