"""RecordService."""

from collections.abc import AsyncIterator
from typing import Final

from clio.kernel.match.commands import Fork
from clio.kernel.match.forking import Opening, may_fork
from clio.kernel.match.visibility import inherited
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.authority import holder_with, viewer_of
from clio.server.app.call_context import current_caller
from clio.server.app.export import RecordExport, signed_head
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
from clio.server.app.record_import import RecordImport
from clio.server.app.repeatable import read_repeatable
from clio.server.app.replay_cache import BYTES_OF_AN_EVENT
from clio.server.app.requested_metadata import requested_metadata
from clio.server.auth.match_quota import MatchQuota
from clio.server.codec import matches as match_wire
from clio.server.codec import views as view_wire
from clio.server.codec.timestamps import to_timestamp
from clio.server.identifiers import new_server_seed, token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.forks import fork_of, open_fork
from clio.server.rpc.handlers.replay_steps import ReplaySource, replay_steps
from clio.server.signing_keys import SigningKeys
from clio.v1 import record_service_pb2 as pb
from clio.v1.record_service_pb2_grpc import RecordServiceServicer


class RecordHandler(RecordServiceServicer):
    """Thin: reads the request, calls the application, writes the response."""

    def __init__(  # noqa: PLR0913, PLR0917 (what its calls stand on)
        self,
        matches: MatchService,
        hosting: MatchQuota,
        export: RecordExport,
        archiving: RecordImport,
        heavy: HeavyWork,
        keys: SigningKeys,
        names: PrivateNames,
    ) -> None:
        self._names: Final = names
        self._hosting: Final = hosting
        self._matches: Final = matches
        self._export: Final = export
        self._archiving: Final = archiving
        self._heavy: Final = heavy
        self._keys: Final = keys

    async def ExportRecord(
        self, request: pb.ExportRecordRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordResponse]:
        del context
        async for part in self._export.export(request.match_id, current_caller(), packed=request.gzip):
            yield pb.ExportRecordResponse(chunk=part)

    async def ExportRecords(
        self, request: pb.ExportRecordsRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        del context
        async for response in self._export.export_all(request, current_caller()):
            yield response

    async def ReplayMatch(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.ReplayMatchRequest, context: Context
    ) -> AsyncIterator[bytes]:
        """Yields encoded messages."""
        del context
        match = await self._matches.get(request.match_id)
        viewer = viewer_of(self._matches, match, current_caller(), view_wire.from_viewpoint(request.viewpoint))
        replays, caller = self._heavy.replays, self._heavy.caller()
        async with replays.use(match.id, match.seq, self._matches.history, caller=caller) as kept:
            names = await self._names.of_match(match)
            async for step in replay_steps(
                self._heavy, ReplaySource(kept, viewer, match.salt_key, names=names), request
            ):
                yield step

    async def ForkMatch(self, request: pb.ForkMatchRequest, context: Context) -> pb.ForkMatchResponse:
        del context
        call = read_repeatable(request.request_id, request.host_token)
        new = Opening(call.match_id, new_server_seed(), token_hash(call.token), fair_play=True)
        command = await self._fork(request, new)
        foreign = await self._archiving.is_foreign_fork(request.match_id)
        origin = (await self._matches.get(request.match_id)).metadata
        metadata = inherited(origin, requested_metadata(request, current_caller()))
        fork = await open_fork(self._hosting, self._archiving, command, metadata, call.request_id, is_foreign=foreign)
        message = match_wire.to_message(fork, current_caller())
        await self._names.show([message])
        return pb.ForkMatchResponse(match=message, host_token=call.token)

    async def GetHead(self, request: pb.GetHeadRequest, context: Context) -> pb.GetHeadResponse:
        del context
        match = await self._matches.get(request.match_id)
        holder_with(match, current_caller())
        if request.known_seq < 0:
            raise errors.no_such_event(request.known_seq, match.seq)
        if request.known_seq > match.seq:
            # This server signed the head and no longer has it: the history was truncated.
            raise errors.history_differs(request.known_seq)
        if request.known_seq:
            known = (await self._matches.read(match.id, request.known_seq - 1, 1))[0].digest
            if known != request.known_digest:
                raise errors.history_differs(request.known_seq)
        return pb.GetHeadResponse(head=signed_head(self._keys.signer, match))

    async def ListHeadKeys(self, request: pb.ListHeadKeysRequest, context: Context) -> pb.ListHeadKeysResponse:
        del request, context
        return pb.ListHeadKeysResponse(
            keys=[
                pb.HeadKey(signer_key=self._keys.signer.public_key, active=True),
                *(
                    pb.HeadKey(signer_key=bytes.fromhex(old.key), retire_time=to_timestamp(old.retired_at))
                    for old in self._keys.retired
                ),
            ]
        )

    async def _fork(self, request: pb.ForkMatchRequest, new: Opening) -> Fork | Rejection:
        """The command that forks a match, if the caller may fork it."""
        match = await self._matches.get(request.match_id)
        if refusal := may_fork(match, holder_with(match, current_caller())):
            return refusal
        with self._heavy.lease() as lease:
            lease.grow(match.seq * BYTES_OF_AN_EVENT)
            events = (await self._matches.history(match.id))[: match.seq]
            return await self._heavy.run(fork_of, events, request.seq, self._matches.referee.games, new)
