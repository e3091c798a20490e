"""Pages of matches, from the index."""

from collections.abc import Collection
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from clio.kernel.visible_text import normalised
from clio.projections.matches.match_index import MATCHES, MatchIndex, option_tag, player_tag, winner_tag
from clio.projections.matches.match_summary import MatchSummary
from clio.projections.storage.query import Query
from clio.projections.table import Value
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.validation import check_enum, check_game, check_length, check_options, read_timestamp
from clio.server.codec.fair_play import ABORT_CAUSES
from clio.server.codec.matches import STATUSES, to_fork_origin, to_outcome
from clio.server.codec.timestamps import to_timestamp
from clio.v1 import fair_play_pb2, match_pb2
from clio.v1 import match_service_pb2 as pb

_ORDER: Final = ("-position",)
_STATUS_NAMES: Final = {number: name for name, number in STATUSES.items()}
_RESULTS: Final = {
    match_pb2.MATCH_RESULT_WON: "won",
    match_pb2.MATCH_RESULT_SHARED: "shared",
    match_pb2.MATCH_RESULT_LOST: "lost",
}


class MatchListing:
    """Answers ListMatches. Lists are ordered by a match's first event, so that writes never move a row."""

    def __init__(self, reading: ProjectionQueries, games: Collection[str]) -> None:
        self._reading: Final = reading
        self._games: Final = games

    async def page(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        """One page, and where to go on."""
        check_options(request.options)
        check_game(request.game, self._games)
        check_enum("status", request.status, _STATUS_NAMES)
        check_enum("result", request.result, _RESULTS)
        check_length(player=request.player, winner=request.winner, decided_by=request.decided_by)
        size = page_size(request.page_size)
        filters = (_equal(request), _times(request), _tags(request))
        query = Query(
            equal=filters[0],
            at_least=filters[1][0],
            below=filters[1][1],
            tags=filters[2],
            order=_ORDER,
            after=after_token(request.page_token, filters, int),
            limit=size + 1,
        )
        found, as_of = await self._reading.read(
            MatchIndex.name, request.at_least, lambda reader: reader.page(MATCHES, query, MatchSummary)
        )
        page = found[:size]
        return pb.ListMatchesResponse(
            matches=[_to_message(summary) for summary in page],
            next_page_token=page_token((page[-1].position,), filters) if len(found) > size else "",
            as_of=as_of,
        )


def _equal(request: pb.ListMatchesRequest) -> tuple[tuple[str, Value], ...]:
    wanted = {
        "game": request.game,
        "status": _STATUS_NAMES.get(request.status, ""),
        "result": _RESULTS.get(request.result, ""),
        "decided_by": request.decided_by,
    }
    return tuple((column, value) for column, value in wanted.items() if value)


def _times(
    request: pb.ListMatchesRequest,
) -> tuple[tuple[tuple[str, Value], ...], tuple[tuple[str, Value], ...]]:
    def bound(name: str, moment: Timestamp) -> tuple[tuple[str, Value], ...]:
        return (("opened_at", read_timestamp(moment)),) if request.HasField(name) else ()  # type: ignore[arg-type]  # one of two names

    return bound("create_time_from", request.create_time_from), bound("create_time_before", request.create_time_before)


def _tags(request: pb.ListMatchesRequest) -> tuple[str, ...]:
    tags = [option_tag(name, value) for name, value in sorted(request.options.items())]
    if request.player:
        tags.append(player_tag(normalised(request.player)))
    if request.winner:
        tags.append(winner_tag(normalised(request.winner)))
    return tuple(tags)


def _to_message(summary: MatchSummary) -> match_pb2.Match:
    message = match_pb2.Match(
        match_id=summary.match_id,
        game=summary.game,
        rules_version=summary.rules,
        options=summary.options,
        status=STATUSES[summary.status],
        seats=[
            match_pb2.Seat(seat=number, name=seat.name, taken=seat.taken, resigned=seat.resigned)
            for number, seat in enumerate(summary.seats)
        ],
        seq=summary.seq,
        digest=bytes.fromhex(summary.digest),
        create_time=to_timestamp(summary.opened_at),
        update_time=to_timestamp(summary.updated_at),
        abort_reason=summary.abort_reason,
        seed_commitment=bytes.fromhex(summary.seed_commitment),
        forked_from=to_fork_origin(summary.forked_from),
        fair_play=fair_play_pb2.FairPlay(
            settings=fair_play_pb2.FairPlaySettings(clock=summary.clock),
            abort_cause=ABORT_CAUSES[summary.abort_cause],
        ),
    )
    if summary.outcome is not None:
        message.outcome.CopyFrom(to_outcome(summary.outcome))
    return message
