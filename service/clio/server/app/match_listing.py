"""Pages of matches, from the index."""

from collections.abc import Collection
from itertools import chain, product
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp
from msgspec.structs import replace

from clio.kernel.match.match_metadata import MAX_EXTERNAL_ID
from clio.kernel.match.visibility import Caller, audiences
from clio.kernel.visible_text import normalised
from clio.projections.matches.match_index import (
    MATCHES,
    MatchIndex,
    external_tag,
    label_tag,
    option_tag,
    player_tag,
    turn_of_namespace_tag,
    turn_tag,
    winner_tag,
)
from clio.projections.matches.match_summary import MatchSummary
from clio.projections.storage.query import Query
from clio.projections.storage.reader import Reader
from clio.projections.table import Value
from clio.server import errors
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.app.private_names import PrivateNames
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.validation import check_enum, check_game, check_length, check_options, read_timestamp
from clio.server.codec.fair_play import ABORT_CAUSES
from clio.server.codec.matches import STATUSES, add_metadata, to_fork_origin, to_outcome
from clio.server.codec.timestamps import to_timestamp
from clio.v1 import fair_play_pb2, match_pb2
from clio.v1 import match_service_pb2 as pb

_ORDERS: Final = {
    pb.MATCH_ORDER_UNSPECIFIED: "position",
    pb.MATCH_ORDER_NEWEST: "position",
    pb.MATCH_ORDER_LAST_UPDATED: "updated",
}
_STATUS_NAMES: Final = {number: name for name, number in STATUSES.items()}
_PLAYERS: Final = ("player", "winner", "player_to_move")
"""The filters by the name of a player."""
_RESULTS: Final = {
    match_pb2.MATCH_RESULT_WON: "won",
    match_pb2.MATCH_RESULT_SHARED: "shared",
    match_pb2.MATCH_RESULT_LOST: "lost",
}


class MatchListing:
    """Answers ListMatches with the matches that the caller may list.

    By default lists are ordered by a match's first event, so that writes never move a row.
    """

    def __init__(self, reading: ProjectionQueries, games: Collection[str], names: PrivateNames) -> None:
        self._reading: Final = reading
        self._games: Final = games
        self._names: Final = names

    async def page(self, request: pb.ListMatchesRequest, caller: Caller) -> pb.ListMatchesResponse:
        """One page, and where to go on."""
        if (request.own or request.my_turn) and not caller.namespace:
            raise errors.no_namespace()
        if request.order not in _ORDERS:
            raise errors.malformed("There is no such order.")
        check_options(request.labels)
        check_length(player_to_move=request.player_to_move)
        check_length(MAX_EXTERNAL_ID, external_id=request.external_id)
        check_options(request.options)
        check_game(request.game, self._games)
        check_enum("status", request.status, _STATUS_NAMES)
        check_enum("result", request.result, _RESULTS)
        check_length(player=request.player, winner=request.winner, decided_by=request.decided_by)
        size = page_size(request.page_size)
        column = _ORDERS[request.order]
        filters = (_equal(request), _bounds(request), _tags(request, caller), _scopes(request, caller), column)
        query = Query(
            equal=filters[0],
            at_least=filters[1][0],
            below=filters[1][1],
            order=(f"-{column}",),
            after=after_token(request.page_token, filters, int),
            limit=size + 1,
        )

        # A match has open names or private ones, never both: no row has the tags of both kinds.
        of_names = dict.fromkeys((filters[2], _tags(await self._with_pseudonyms(request, caller), caller)))

        def read(reader: Reader) -> list[MatchSummary]:
            # A query for each audience and kind runs along an index; one with OR would sort all rows.
            pages = [
                reader.page(MATCHES, replace(query, equal=(*scope, *query.equal), tags=tags), MatchSummary)
                for scope, tags in product(filters[3], of_names)
            ]
            return sorted(chain(*pages), key=lambda summary: -int(getattr(summary, column)))[: size + 1]

        found, as_of = await self._reading.read(MatchIndex.name, request.at_least, read, caller)
        page = found[:size]
        return pb.ListMatchesResponse(
            matches=[_to_message(summary, caller) for summary in page],
            next_page_token=page_token((getattr(page[-1], column),), filters) if len(found) > size else "",
            as_of=as_of,
        )

    async def _with_pseudonyms(self, request: pb.ListMatchesRequest, caller: Caller) -> pb.ListMatchesRequest:
        """The same request for matches with private names, whose players the caller's namespace knows by name."""
        private = pb.ListMatchesRequest()
        private.CopyFrom(request)
        for field in _PLAYERS:
            name = getattr(request, field)
            if name and (pseudonym := await self._names.pseudonym_of(caller.namespace, name)):
                setattr(private, field, pseudonym)
        return private


def _scopes(request: pb.ListMatchesRequest, caller: Caller) -> tuple[tuple[tuple[str, Value], ...], ...]:
    """The conditions of the rows that the caller may list, of which each row fulfils one."""
    if request.own:
        return ((("namespace", caller.namespace),),)
    if caller.is_operator:
        return ((),)
    return tuple((("audience", audience),) for audience in audiences(caller))


def _equal(request: pb.ListMatchesRequest) -> tuple[tuple[str, Value], ...]:
    wanted = {
        "game": request.game,
        "status": _STATUS_NAMES.get(request.status, ""),
        "result": _RESULTS.get(request.result, ""),
        "decided_by": request.decided_by,
    }
    return tuple((column, value) for column, value in wanted.items() if value)


def _bounds(
    request: pb.ListMatchesRequest,
) -> tuple[tuple[tuple[str, Value], ...], tuple[tuple[str, Value], ...]]:
    def bound(name: str, column: str, moment: Timestamp) -> tuple[tuple[str, Value], ...]:
        return ((column, read_timestamp(moment)),) if request.HasField(name) else ()  # type: ignore[arg-type]  # one of three names

    if request.min_free_seats < 0:
        raise errors.malformed("min_free_seats must not be negative.")
    free: tuple[tuple[str, Value], ...] = (("free_seats", request.min_free_seats),) if request.min_free_seats else ()
    since = bound("update_time_from", "updated_at", request.update_time_from)
    opened = bound("create_time_from", "opened_at", request.create_time_from)
    return (*opened, *since, *free), bound("create_time_before", "opened_at", request.create_time_before)


def _tags(request: pb.ListMatchesRequest, caller: Caller) -> tuple[str, ...]:
    tags = [option_tag(name, value) for name, value in sorted(request.options.items())]
    if request.player:
        tags.append(player_tag(normalised(request.player)))
    if request.winner:
        tags.append(winner_tag(normalised(request.winner)))
    tags += [label_tag(caller.namespace, key, value) for key, value in sorted(request.labels.items())]
    if request.external_id:
        tags.append(external_tag(caller.namespace, request.external_id))
    if request.player_to_move:
        tags.append(turn_tag(normalised(request.player_to_move)))
    if request.my_turn:
        tags.append(turn_of_namespace_tag(caller.namespace))
    return tuple(tags)


def _to_message(summary: MatchSummary, caller: Caller) -> match_pb2.Match:
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
        to_move=summary.to_move,
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
    add_metadata(message, summary.metadata, caller)
    if summary.outcome is not None:
        message.outcome.CopyFrom(to_outcome(summary.outcome))
    return message
