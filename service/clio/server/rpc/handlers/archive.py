"""ArchiveService."""

from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork
from clio.kernel.match.forking import Opening, fork_length, may_fork
from clio.kernel.match.replay import Replay
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.archive_export import ArchiveExport
from clio.server.app.authority import Viewer
from clio.server.app.call_context import current_caller
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.import_validation import check_plausible, telling
from clio.server.app.match_service import MatchService
from clio.server.app.pacing import paced
from clio.server.app.pagination import page_size, position_of, position_token
from clio.server.app.record_audit import AuditedLevel, RecordAudit
from clio.server.app.record_import import LARGEST_RECORD, RecordImport
from clio.server.app.repeatable import read_repeatable
from clio.server.app.replay_cache import BYTES_OF_AN_EVENT, KeptReplay, free
from clio.server.app.requested_metadata import requested_metadata
from clio.server.app.upload_buffer import UploadBuffer
from clio.server.app.validation import check_game
from clio.server.auth.match_quota import MatchQuota
from clio.server.auth.rate_limit import WEIGHT_OF_A_PART
from clio.server.codec import matches as match_wire
from clio.server.codec import views as view_wire
from clio.server.codec.timestamps import to_timestamp
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.eventstore.record_lines import PART
from clio.server.identifiers import new_server_seed, token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.forks import Games, fork_of, importer, open_fork
from clio.server.rpc.handlers.replay_steps import ReplaySource, replay_steps
from clio.server.rpc.status import message_metadata
from clio.v1 import archive_service_pb2 as pb
from clio.v1 import match_pb2
from clio.v1.archive_service_pb2_grpc import ArchiveServiceServicer

MAX_WHY: Final = 1_000
"""Characters of a reason: it may repeat what the record holds."""


class ArchiveHandler(ArchiveServiceServicer):
    """Thin: reads the request, asks the archive, writes the response."""

    def __init__(  # noqa: PLR0913 (what its methods need)
        self,
        *,
        matches: MatchService,
        hosting: MatchQuota,
        export: ArchiveExport,
        archiving: RecordImport,
        heavy: HeavyWork,
        audit: RecordAudit,
    ) -> None:
        self._matches: Final = matches
        self._hosting: Final = hosting
        self._export: Final = export
        self._archiving: Final = archiving
        self._heavy: Final = heavy
        self._audit: Final = audit

    async def ImportRecord(
        self, parts: AsyncIterator[pb.ImportRecordRequest], context: Context
    ) -> pb.ImportRecordResponse:
        del context
        content, source = UploadBuffer(), None
        with self._heavy.lease() as lease:
            async for part in parts:
                source = part.source if source is None else source
                if content.size + len(part.chunk) > LARGEST_RECORD:
                    raise errors.too_large(content.size + len(part.chunk), LARGEST_RECORD)
                lease.grow(len(part.chunk))
                content.add(part.chunk)
            archived, known = await self._take(content.parts(), source or "")
        return pb.ImportRecordResponse(record=archived, known=known)

    async def UploadRecord(self, request: pb.UploadRecordRequest, context: Context) -> pb.UploadRecordResponse:
        del context
        with self._heavy.lease() as lease:
            lease.grow(len(request.content))
            archived, known = await self._take([request.content], request.source)
        return pb.UploadRecordResponse(record=archived, known=known)

    async def VerifyRecord(self, request: pb.VerifyRecordRequest, context: Context) -> pb.VerifyRecordResponse:
        del context
        with self._heavy.lease() as lease:
            lease.grow(len(request.content))
            await self._heavy.charge(WEIGHT_OF_A_PART * (len(request.content) // PART))
            audit = await self._audit.verify(request.content)
        levels = [to_level_verdict(number, level) for number, level in enumerate(audit.levels, 1)]
        return pb.VerifyRecordResponse(levels=levels, game=audit.game, match_id=audit.match, rules_version=audit.rules)

    async def _take(self, content: Sequence[bytes], source: str) -> tuple[pb.ArchivedRecord, bool]:
        await self._heavy.charge(WEIGHT_OF_A_PART * (sum(map(len, content)) // PART))
        archived, known = await self._archiving.take(content, source, *importer())
        return to_archived_record(archived), known

    async def ListArchivedRecords(
        self, request: pb.ListArchivedRecordsRequest, context: Context
    ) -> pb.ListArchivedRecordsResponse:
        del context
        check_game(request.game, self._matches.referee.games)
        size = page_size(request.page_size)
        before = position_of(request.page_token, NEWEST)
        found = await self._archiving.page(request.game, before, size + 1)
        token = position_token(found[size - 1][0].position) if len(found) > size else ""
        shown = [to_archived_record(each) for each, hidden in found[:size] if not hidden]
        return pb.ListArchivedRecordsResponse(records=shown, next_page_token=token)

    async def ExportArchivedRecord(
        self, request: pb.ExportArchivedRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportArchivedRecordResponse]:
        del context
        async for part in self._export.export(request.match_id, request.signer_key, packed=request.gzip):
            yield pb.ExportArchivedRecordResponse(chunk=part)

    async def ExportArchivedRecords(
        self, request: pb.ExportArchivedRecordsRequest, context: Context
    ) -> AsyncIterator[pb.ExportArchivedRecordsResponse]:
        del context
        async for response in self._export.export_all(request):
            yield response

    async def ReplayArchivedRecord(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.ReplayArchivedRecordRequest, context: Context
    ) -> AsyncIterator[bytes]:
        """Yields encoded messages."""
        del context
        wanted = view_wire.from_viewpoint(request.viewpoint)
        archived = await self._archiving.find(request.match_id, request.signer_key)
        async with self._heavy.replays.use(
            archived.match_id,
            archived.seq,
            lambda _: self._archiving.events(archived),
            archived=archived.digest,
            caller=self._heavy.caller(),
        ) as kept:
            match = await self._heavy.run(_end_of, kept)
            if wanted == view_wire.OWN_SEAT:
                raise errors.malformed("You hold no seat in an archived record: name the seat to view it from.")
            if wanted is not None and not EVERYTHING <= wanted < len(match.seats):
                raise errors.no_such_seat(wanted, len(match.seats))
            # Everybody who has the file can see what an archived record holds.
            viewpoint = wanted if wanted is not None else EVERYTHING if match.is_over else SPECTATOR
            viewer = Viewer(self._matches, match.id, viewpoint)
            source = ReplaySource(kept, viewer, _revealed_key(kept.replay.events), is_archived=True)
            async for step in replay_steps(self._heavy, source, request):
                yield step

    async def ForkArchivedRecord(
        self, request: pb.ForkArchivedRecordRequest, context: Context
    ) -> pb.ForkArchivedRecordResponse:
        del context
        call = read_repeatable(request.request_id, request.host_token)
        new = Opening(call.match_id, new_server_seed(), token_hash(call.token))
        command = await self._fork(request, new)
        metadata = requested_metadata(request, current_caller())
        fork = await open_fork(self._hosting, self._archiving, command, metadata, call.request_id, is_foreign=True)
        return pb.ForkArchivedRecordResponse(match=match_wire.to_message(fork, current_caller()), host_token=call.token)

    async def _fork(self, request: pb.ForkArchivedRecordRequest, new: Opening) -> Fork | Rejection:
        games = self._matches.referee.games
        with self._heavy.lease() as lease:
            archived = await self._archiving.find(request.match_id, request.signer_key)
            lease.grow(archived.seq * BYTES_OF_AN_EVENT)
            read = partial(self._archiving.read_events, archived)
            return await self._heavy.run(_fork_of_archived, read, request.seq, games, new)


def _end_of(kept: KeptReplay) -> Match:
    with telling(), kept.lock:
        return kept.replay.at(kept.replay.last, paced)


def _fork_of_archived(read: Callable[[], list[MatchEvent]], seq: int, games: Games, new: Opening) -> Fork | Rejection:
    """The command that forks a foreign record: one that is too long is refused before it is followed."""
    events = read()
    if refusal := fork_length(events, seq):
        free(events)
        return refusal
    with telling():
        check_plausible(events, games)
        command: Fork | Rejection | None = may_fork(Replay(events, games).at(len(events), paced), None)
        return command or fork_of(events, seq, games, new)


def _revealed_key(events: Sequence[MatchEvent]) -> bytes:
    seed = getattr(events[-1].payload, "server_seed", "")
    return salt_key(bytes.fromhex(seed)) if seed else b""


def to_archived_record(archived: Archived) -> pb.ArchivedRecord:
    """A foreign record as everybody sees it."""
    return pb.ArchivedRecord(
        match=match_pb2.Match.FromString(archived.match),
        source=archived.source,
        import_time=to_timestamp(archived.imported_at),
        signer_key=archived.key,
    )


def to_level_verdict(number: int, level: AuditedLevel) -> pb.LevelVerdict:
    """A level as a message; its reason also as data, in the form of errors."""
    said = level.message
    verdict = pb.RecordVerdict.Value(f"RECORD_VERDICT_{level.verdict.upper().replace(' ', '_')}")
    data = message_metadata(said.template, said.params) if said else {}
    return pb.LevelVerdict(level=number, verdict=verdict, seq=level.seq, why=said.text[:MAX_WHY], message=data)
