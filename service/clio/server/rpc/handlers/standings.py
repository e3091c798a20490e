"""StandingsService."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.match.visibility import Caller
from clio.kernel.visible_text import normalised
from clio.projections.standings.standing import PlayedMatch, SideStrength, Standing
from clio.projections.standings.standings import ANY_CLASS, ANY_SIDE, HISTORY, SIDES, STANDINGS, Standings
from clio.projections.storage.query import Query
from clio.projections.storage.reader import Reader
from clio.server import errors
from clio.server.app.call_context import current_caller
from clio.server.app.leaderboard_audience import leaderboard_audience
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.app.private_names import PrivateNames
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.validation import check_length
from clio.server.codec.standings import to_played, to_side, to_standing
from clio.server.rpc.caller import Context
from clio.v1 import standings_service_pb2 as pb
from clio.v1.standings_service_pb2_grpc import StandingsServiceServicer

_BEST_FIRST: Final = ("-rating", "player")
_NEWEST_FIRST: Final = ("-position",)
_MAX_BOARDS: Final = 1000


class StandingsHandler(StandingsServiceServicer):
    """Reads leaderboards from their projection."""

    def __init__(self, reading: ProjectionQueries, games: Mapping[str, Game[Any, Any]], names: PrivateNames) -> None:
        self._names: Final = names
        self._reading: Final = reading
        self._games: Final = games

    async def ListStandings(self, request: pb.ListStandingsRequest, context: Context) -> pb.ListStandingsResponse:
        del context
        self._check(request.game)
        check_length(side=request.side, time_class=request.time_class)
        size = page_size(request.page_size)
        caller = current_caller()
        seen_by = leaderboard_audience(caller, own=request.own)
        board = (
            ("audience", seen_by),
            ("game", request.game),
            ("side", request.side),
            ("time_class", request.time_class),
        )
        after = after_token(request.page_token, board, float, str)
        query = Query(equal=board, order=_BEST_FIRST, after=after, limit=size + 1)

        def read(reader: Reader) -> tuple[list[Standing], int, int, list[SideStrength]]:
            total = reader.count(STANDINGS, Query(equal=board))
            before = total - reader.count(STANDINGS, query) if after else 0
            sides = Query(
                equal=(("audience", seen_by), ("board", request.game), ("game", request.game)), order=("side",)
            )
            return (
                reader.page(STANDINGS, query, Standing),
                before,
                total,
                reader.page(SIDES, sides, SideStrength) if request.game else [],
            )

        (found, before, total, sides), as_of = await self._reading.read(Standings.name, request.at_least, read, caller)
        page = found[:size]
        token = page_token((page[-1].rating.shown, page[-1].player), board) if len(found) > size else ""
        standings = [to_standing(standing, rank) for rank, standing in enumerate(page, before + 1)]
        await self._show(standings)
        return pb.ListStandingsResponse(
            standings=standings,
            next_page_token=token,
            total_size=total,
            sides=[to_side(side) for side in sides],
            as_of=as_of,
        )

    async def GetPlayer(self, request: pb.GetPlayerRequest, context: Context) -> pb.GetPlayerResponse:
        del context
        check_length(player=request.player)
        caller = current_caller()
        audience = leaderboard_audience(caller, own=request.own)
        players = await self._players(request.player, caller)

        def read(reader: Reader) -> list[pb.Standing]:
            found: list[Standing] = []
            for player in players:
                wanted = (("player", player), ("audience", audience))
                query = Query(equal=wanted, order=("game", "side", "time_class"), limit=_MAX_BOARDS)
                found = found or reader.page(STANDINGS, query, Standing)
            return [to_standing(standing, _rank(reader, standing)) for standing in found]

        found, as_of = await self._reading.read(Standings.name, request.at_least, read, caller)
        if not found:
            raise errors.player_not_found(request.player)
        await self._show(found)
        return pb.GetPlayerResponse(standings=found, as_of=as_of)

    async def ListPlayerMatches(
        self, request: pb.ListPlayerMatchesRequest, context: Context
    ) -> pb.ListPlayerMatchesResponse:
        del context
        self._check(request.game)
        check_length(player=request.player, side=request.side)
        size = page_size(request.page_size)
        caller = current_caller()
        wanted = (
            ("audience", leaderboard_audience(caller, own=request.own)),
            ("game", request.game),
            ("side", request.side or ANY_SIDE),
            ("time_class", ANY_CLASS),
        )
        players = await self._players(request.player, caller)
        after = after_token(request.page_token, (*wanted, players[0]), int)

        def read(reader: Reader) -> list[PlayedMatch]:
            # One player's curve: whom GetPlayer shows under that name.
            for player in players:
                equal = (("player", player), *wanted)
                if player == players[-1] or reader.count(HISTORY, Query(equal=equal)):
                    break
            query = Query(equal=equal, order=_NEWEST_FIRST, after=after, limit=size + 1)
            return reader.page(HISTORY, query, PlayedMatch)

        found, as_of = await self._reading.read(Standings.name, request.at_least, read, caller)
        page = found[:size]
        matches = [to_played(played) for played in page]
        names = await self._names.known(name for played in matches for name in played.opponents)
        for played in matches:
            played.opponents[:] = [names.get(name, name) for name in played.opponents]
        return pb.ListPlayerMatchesResponse(
            matches=matches,
            next_page_token=page_token((page[-1].position,), (*wanted, players[0])) if len(found) > size else "",
            as_of=as_of,
        )

    async def _show(self, standings: Iterable[pb.Standing]) -> None:
        """Puts names in the place of pseudonyms."""
        shown = list(standings)
        names = await self._names.known(standing.player for standing in shown)
        for standing in shown:
            standing.name = names.get(standing.player, standing.player)

    async def _players(self, name: str, caller: Caller) -> list[str]:
        """The players of a name: the one whom records name so, and the one of the caller's namespace behind it."""
        pseudonym = await self._names.pseudonym_of(caller.namespace, name)
        return [normalised(name), *([] if pseudonym is None else [pseudonym])]

    def _check(self, game: str) -> None:
        if game and game not in self._games:
            raise errors.game_not_found(", ".join(sorted(self._games)))


def _rank(reader: Reader, standing: Standing) -> int:
    """The rank: one more than the number of better players."""
    board = (
        ("audience", standing.audience),
        ("game", standing.game),
        ("side", standing.side),
        ("time_class", standing.time_class),
    )
    behind = Query(equal=board, order=_BEST_FIRST, after=(standing.rating.shown, standing.player))
    return reader.count(STANDINGS, Query(equal=board)) - reader.count(STANDINGS, behind)
