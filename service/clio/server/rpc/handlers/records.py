"""RecordService."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, Final

import msgspec

from clio.kernel.events.lifecycle import Origin
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, SPECTATOR, Game, Viewpoint
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork
from clio.kernel.match.forking import Opening, fork_command, fork_length, may_fork
from clio.kernel.match.match_metadata import MatchMetadata
from clio.kernel.match.redaction import openings
from clio.kernel.match.replay import Replay
from clio.kernel.match.visibility import inherited
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.authority import Viewer, holder_with, viewer_of
from clio.server.app.call_context import current_call, current_caller
from clio.server.app.export import ExportRequest, RecordExport, signed_head
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.import_validation import check_plausible, telling
from clio.server.app.match_service import MatchService
from clio.server.app.pagination import page_size, position_of, position_token
from clio.server.app.record_import import LARGEST_RECORD, RecordImport
from clio.server.app.replay_cache import BYTES_OF_AN_EVENT, KeptReplay
from clio.server.app.replay_cursor import ReplayCursor
from clio.server.app.requested_metadata import requested_metadata
from clio.server.app.validation import check_length
from clio.server.app.workers import paced
from clio.server.auth.match_quota import MatchQuota
from clio.server.auth.rate_limit import WEIGHT_OF_A_PART, WEIGHT_OF_A_VIEW, WEIGHT_OF_AN_EVENT
from clio.server.codec import matches as match_wire
from clio.server.codec import views as view_wire
from clio.server.codec.event_encoder import to_message as event_message
from clio.server.codec.event_encoder import to_opening
from clio.server.codec.struct_messages import fill
from clio.server.codec.timestamps import to_timestamp
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.eventstore.record_lines import PART
from clio.server.identifiers import match_id_for, new_server_seed, token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.matches import read_request_id, read_token
from clio.server.signing_keys import SigningKeys
from clio.v1 import event_pb2, match_pb2
from clio.v1 import record_service_pb2 as pb
from clio.v1.record_service_pb2_grpc import RecordServiceServicer

Games = Mapping[str, Game[Any, Any]]


class RecordHandler(RecordServiceServicer):
    """Thin: reads the request, asks the matches or the archive, writes the response."""

    def __init__(  # noqa: PLR0913, PLR0917 (what its calls stand on)
        self,
        matches: MatchService,
        hosting: MatchQuota,
        export: RecordExport,
        archiving: RecordImport,
        heavy: HeavyWork,
        keys: SigningKeys,
    ) -> None:
        self._hosting: Final = hosting
        self._matches: Final = matches
        self._export: Final = export
        self._archiving: Final = archiving
        self._heavy: Final = heavy
        self._keys: Final = keys

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        """See the contract."""
        del context
        wanted = ExportRequest(request.match_id, request.key, archived=request.archived, packed=request.gzip)
        async for part in self._export.export(wanted, current_caller()):
            yield pb.ExportRecordResponse(chunk=part)

    async def ExportRecords(
        self, request: pb.ExportRecordsRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """See the contract."""
        del context
        async for response in self._export.export_all(request, current_caller()):
            yield response

    async def ImportRecord(
        self, parts: AsyncIterator[pb.ImportRecordRequest], context: Context
    ) -> pb.ImportRecordResponse:
        """See the contract."""
        del context
        content, source = bytearray(), None
        with self._heavy.lease() as lease:
            async for part in parts:
                source = part.source if source is None else source
                if len(content) + len(part.chunk) > LARGEST_RECORD:
                    raise errors.too_large(len(content) + len(part.chunk), LARGEST_RECORD)
                lease.grow(len(part.chunk))
                content += part.chunk
            await self._heavy.charge(WEIGHT_OF_A_PART * (len(content) // PART))
            archived, known = await self._archiving.take(content, source or "", *_importer())
        return pb.ImportRecordResponse(archived=to_archived_match(archived), known=known)

    async def ListArchive(self, request: pb.ListArchiveRequest, context: Context) -> pb.ListArchiveResponse:
        """See the contract."""
        del context
        check_length(game=request.game)
        size = page_size(request.page_size)
        before = position_of(request.page_token, NEWEST)
        found = await self._archiving.page(request.game, before, size + 1)
        token = position_token(found[size - 1][0].position) if len(found) > size else ""
        shown = [to_archived_match(each) for each, hidden in found[:size] if not hidden]
        return pb.ListArchiveResponse(matches=shown, next_page_token=token)

    async def ReplayMatch(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.ReplayMatchRequest, context: Context
    ) -> AsyncIterator[bytes]:
        """See the contract; yields messages as bytes."""
        del context
        async with self._replay(request) as (kept, viewer, key):
            viewpoint = viewer.viewpoint
            last = kept.replay.last
            first, end = request.from_seq or 1, request.to_seq or last
            for seq in (first, end):
                if not 1 <= seq <= last:
                    raise errors.no_such_event(seq, last)

            def make_step(replay: Replay, seq: int, match_at: Callable[[], Match]) -> bytes:
                with telling(seq) if request.archived else nullcontext():
                    step = _step(replay, seq, viewpoint, key)
                    if not request.without_views:
                        step.view.CopyFrom(view_wire.to_message(match_at(), viewpoint))
                    return step.SerializeToString()

            weight = WEIGHT_OF_AN_EVENT if request.without_views else WEIGHT_OF_A_VIEW
            seqs = range(first, end + 1) if first <= end else range(first, end - 1, -1)
            cursor = ReplayCursor(kept, seqs, make_step)
            while chunk := await self._heavy.run(cursor.next_chunk):
                for step in chunk:
                    await viewer.demand()
                    yield step
                await self._heavy.charge(weight * len(chunk))

    async def ForkMatch(self, request: pb.ForkMatchRequest, context: Context) -> pb.ForkMatchResponse:
        """See the contract."""
        del context
        request_id, token = read_request_id(request.request_id), read_token(request.host_token)
        new = Opening(match_id_for(request_id, current_caller().namespace), new_server_seed(), token_hash(token))
        command = await self._fork(request, new)
        if isinstance(command, Rejection):
            raise errors.refused(command)
        command = msgspec.structs.replace(command, metadata=await self._metadata(request))
        foreign = request.archived or await self._archiving.is_foreign_fork(request.match_id)
        charge = partial(self._archiving.charge_fork, command, *_importer()) if foreign else None
        done = await self._hosting.open(command, request_id, charge)
        return pb.ForkMatchResponse(
            match=match_wire.to_message(done.match, current_caller()), host_token=token, origin=_origin(command.origin)
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
        return pb.GetHeadResponse(head=signed_head(self._keys.signer, match))

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

    @asynccontextmanager
    async def _replay(self, request: pb.ReplayMatchRequest) -> AsyncIterator[tuple[KeptReplay, Viewer, bytes]]:
        wanted = view_wire.from_viewpoint(request.viewpoint)
        use, caller = self._heavy.replays.use, self._heavy.caller()
        if request.archived:
            archived = await self._archiving.find(request.match_id, request.key)
            async with use(
                archived.match_id,
                archived.seq,
                lambda _: self._archiving.events(archived),
                archived=archived.digest,
                caller=caller,
            ) as kept:
                match = await self._heavy.run(_end_of, kept)
                if wanted is not None and not EVERYTHING <= wanted < len(match.seats):
                    raise errors.no_such_seat(wanted, len(match.seats))
                # What an archived record holds, everybody who has the file can see.
                viewpoint = wanted if wanted is not None else EVERYTHING if match.is_over else SPECTATOR
                yield kept, Viewer(self._matches, match.id, viewpoint), _revealed_key(kept.replay.events)
            return
        match = await self._matches.get(request.match_id)
        viewer = viewer_of(self._matches, match, current_caller(), wanted)
        async with use(match.id, match.seq, self._matches.history, caller=caller) as kept:
            yield kept, viewer, match.salt_key

    async def _metadata(self, request: pb.ForkMatchRequest) -> MatchMetadata:
        """The metadata of a fork. Archived records have none of their own: everyone may read them."""
        wanted = requested_metadata(request, current_caller())
        if request.archived:
            return wanted
        return inherited((await self._matches.get(request.match_id)).metadata, wanted)

    async def _fork(self, request: pb.ForkMatchRequest, new: Opening) -> Fork | Rejection:
        """The command that forks a match, if the caller may fork it."""
        games = self._matches.referee.games
        with self._heavy.lease() as lease:
            if request.archived:
                archived = await self._archiving.find(request.match_id, request.key)
                lease.grow(archived.seq * BYTES_OF_AN_EVENT)
                read = partial(self._archiving.read_events, archived)
                return await self._heavy.run(_fork_of_archived, read, request.seq, games, new)
            match = await self._matches.get(request.match_id)
            if refusal := may_fork(match, None if match.is_over else holder_with(match, current_caller())):
                return refusal
            lease.grow(match.seq * BYTES_OF_AN_EVENT)
            events = (await self._matches.history(match.id))[: match.seq]
            return await self._heavy.run(_fork_of, events, request.seq, games, new)


def _importer() -> tuple[str, int]:
    """The caller, and how many MiB of foreign records it may bring (0 for no limit)."""
    call = current_call()
    account = None if call is None else call.account
    return (account.caller, account.limits.archive_mib) if account is not None else ("", 0)


def _end_of(kept: KeptReplay) -> Match:
    with telling(), kept.lock:
        return kept.replay.at(kept.replay.last, paced)


def _fork_of(events: Sequence[MatchEvent], seq: int, games: Games, new: Opening) -> Fork | Rejection:
    if not 0 <= seq <= len(events):
        raise errors.no_such_event(seq, len(events))
    return fork_command(events, seq, games, new, paced)


def _fork_of_archived(
    read: Callable[[], Sequence[MatchEvent]], seq: int, games: Games, new: Opening
) -> Fork | Rejection:
    """The same for a foreign record: one that is too long is refused before it is followed."""
    events = read()
    command: Fork | Rejection | None = fork_length(events, seq)
    with telling():
        if command is None:
            check_plausible(events, games)
            command = may_fork(Replay(events, games).at(len(events), paced), None)
        return command or _fork_of(events, seq, games, new)


def _step(replay: Replay, seq: int, viewpoint: Viewpoint, key: bytes) -> pb.ReplayMatchResponse:
    event = replay.events[seq - 1]
    return pb.ReplayMatchResponse(
        event=event_message(event),
        openings=[to_opening(opening) for opening in openings((event,), viewpoint, key)],
    )


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
