"""MatchService: lists, matches, boards, watching and presence."""

from collections.abc import AsyncIterator

from clio.server.app.authority import holder_with
from clio.server.app.call_context import current_caller
from clio.server.app.validation import min_seq
from clio.server.app.watch import WatchRequest, watch
from clio.server.codec import views as view_wire
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_at import match_at
from clio.server.rpc.handlers.match_calls import MatchCalls
from clio.v1 import match_service_pb2 as pb


class QueryCalls(MatchCalls):
    """Reads matches; records nothing."""

    async def ListMatches(self, request: pb.ListMatchesRequest, context: Context) -> pb.ListMatchesResponse:
        del context
        page = await self._listing.page(request, current_caller())
        await self._names.show(page.matches)
        return page

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        del context
        match = await self._matches.at_least(request.match_id, min_seq(request.at_least, request.match_id))
        holder_with(match, current_caller())
        return pb.GetMatchResponse(match=await self._shown(match))

    async def BatchGetMatches(self, request: pb.BatchGetMatchesRequest, context: Context) -> pb.BatchGetMatchesResponse:
        del context
        caller = current_caller()
        found = await self._batch.get(request.match_ids, caller)
        return pb.BatchGetMatchesResponse(
            matches=[await self._shown(match) for match in found.values()],
            missing=[match_id for match_id in request.match_ids if match_id not in found],
        )

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        del context
        match, viewpoint, viewer = await match_at(self._matches, self._past, request)
        snapshot, seq = view_wire.Snapshot.of(match), match.seq
        await self._names.show([snapshot.match])
        # A large board takes milliseconds, which the event loop must not spend.
        view = await self._workers.run(snapshot.view, viewpoint)
        if viewer is not None:
            # The token may have been replaced meanwhile, and the view shows the seat's secrets.
            await viewer.demand(seq)
        return pb.GetViewResponse(view=view)

    def WatchMatch(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.WatchMatchRequest, context: Context
    ) -> AsyncIterator[bytes]:
        """Yields encoded messages."""
        del context
        wanted = WatchRequest(
            request.match_id, current_caller(), request.after_seq, request.after_digest, views=request.views
        )
        return watch(self._sources, wanted)

    async def GetPresence(self, request: pb.GetPresenceRequest, context: Context) -> pb.GetPresenceResponse:
        del context
        match = await self._matches.get(request.match_id)
        holder_with(match, current_caller())
        return pb.GetPresenceResponse(connected_seats=await self._presence.seats(match))
