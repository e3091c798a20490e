"""One rule for tokens and one for games, the same for every call of the contract."""

from collections.abc import Awaitable
from importlib import import_module
from typing import Any

import pytest

from clio.v1 import archive_service_pb2, match_pb2, match_service_pb2, record_service_pb2, standings_service_pb2
from clio.v1 import statistics_service_pb2 as statistics_pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.move_pb2 import Move
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub
from tests.kit.access import OPERATOR
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, bearer, running

WRONG = "a-token-that-holds-nothing-here-at-all"


def call(server: Connection, path: str, metadata: tuple[tuple[str, str], ...], **fields: object) -> Awaitable[object]:
    """Any method of the contract with a request of these fields, up to its first answer."""
    service, _, method = path.removeprefix("/clio.v1.").partition("/")
    file = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in service).removeprefix("_")
    module = import_module(f"clio.v1.{file}_pb2")
    kind: Any = getattr(module, f"{method}Request")
    stub: Any = getattr(import_module(f"clio.v1.{file}_pb2_grpc"), f"{service}Stub")(server.channel)
    streams_in = module.DESCRIPTOR.services_by_name[service].methods_by_name[method].client_streaming
    request = iter([kind(**fields)]) if streams_in else kind(**fields)
    answer = getattr(stub, method)(request, metadata=metadata)
    reading: Awaitable[object] = answer.read() if hasattr(answer, "read") and not streams_in else _all(answer)
    return reading


async def _all(answer: Any) -> object:
    return [part async for part in answer] if hasattr(answer, "__aiter__") else await answer


async def test_the_operators_token_is_accepted_by_calls_that_need_none(tmp_path: Any) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        for path in ("/clio.v1.GameService/ListGames", "/clio.v1.MatchService/ListMatches"):
            assert await call(server, path, bearer(OPERATOR))


async def test_an_unknown_game_is_refused_by_every_filter(server: Connection) -> None:
    standings, records = StandingsServiceStub(server.channel), RecordServiceStub(server.channel)
    archive, statistics = ArchiveServiceStub(server.channel), StatisticsServiceStub(server.channel)
    calls = (
        server.open("chess"),
        server.matches.ListMatches(match_service_pb2.ListMatchesRequest(game="chess")),
        standings.ListStandings(standings_service_pb2.ListStandingsRequest(game="chess")),
        standings.ListPlayerMatches(standings_service_pb2.ListPlayerMatchesRequest(player="Ann", game="chess")),
        statistics.GetStatistics(statistics_pb.GetStatisticsRequest(game="chess")),
        records.ExportRecords(record_service_pb2.ExportRecordsRequest(game="chess")).read(),
        archive.ListArchivedRecords(archive_service_pb2.ListArchivedRecordsRequest(game="chess")),
        archive.ExportArchivedRecords(archive_service_pb2.ExportArchivedRecordsRequest(game="chess")).read(),
    )
    for asked in calls:
        refusal = await refusal_of(asked)
        assert (refusal.code, refusal.reason) == ("NOT_FOUND", "GAME_NOT_FOUND")


async def test_a_value_that_no_enum_has_is_refused_by_filters(server: Connection) -> None:
    no_status: Any = 99
    for request in (
        match_service_pb2.ListMatchesRequest(status=no_status),
        match_service_pb2.ListMatchesRequest(result=no_status),
    ):
        assert (await refusal_of(server.matches.ListMatches(request))).reason == "MALFORMED"
    export = RecordServiceStub(server.channel).ExportRecords(record_service_pb2.ExportRecordsRequest(status=no_status))
    assert (await refusal_of(export.read())).reason == "MALFORMED"


async def test_that_a_match_is_over_is_said_before_that_a_move_cannot_be_read(server: Connection) -> None:
    seated = await server.seated("akros")
    mover = seated.match.to_move[0]
    nonsense = match_service_pb2.PlayMoveRequest(match_id=seated.id, move=Move(notation="castle kingside"))
    for seat, reason in ((mover, "MALFORMED"), (1 - mover, "NOT_YOUR_TURN")):
        refusal = await refusal_of(server.matches.PlayMove(nonsense, metadata=bearer(seated.tokens[seat])))
        assert refusal.reason == reason
    await server.matches.ResignMatch(
        match_service_pb2.ResignMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[0])
    )
    refusal = await refusal_of(server.matches.PlayMove(nonsense, metadata=bearer(seated.tokens[mover])))
    assert refusal.reason == "MATCH_OVER"


@pytest.mark.parametrize("expected", [1, 99])
async def test_a_wrong_token_is_said_before_that_the_match_has_moved_on(server: Connection, expected: int) -> None:
    seated = await server.seated("akros")
    for path in ("PlayMove", "PreviewMove"):
        moving = call(
            server,
            f"/clio.v1.MatchService/{path}",
            bearer(WRONG),
            match_id=seated.id,
            expected_seq=expected,
            move=Move(notation="pass"),
        )
        assert (await refusal_of(moving)).reason == "TOKEN_WRONG", path


async def test_that_a_match_is_over_is_said_before_that_a_reason_is_missing(server: Connection) -> None:
    seated = await server.seated("akros")
    await server.matches.ResignMatch(
        match_service_pb2.ResignMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[0])
    )
    for method, token in (("GiveConsent", seated.tokens[0]), ("DirectMatch", seated.host_token)):
        asked = call(server, f"/clio.v1.FairPlayService/{method}", bearer(token), match_id=seated.id, to=1)
        assert (await refusal_of(asked)).reason == {"GiveConsent": "MATCH_OVER"}.get(method, "NOT_DIRECTOR")


async def test_a_move_on_a_stream_is_told_where_its_token_goes(server: Connection) -> None:
    seated = await server.seated("akros")
    move = match_service_pb2.StreamMove(match_id=seated.id, request_id="r", move=Move(notation="keep sea"))
    stream = server.matches.PlayStream(iter([match_service_pb2.PlayStreamRequest(moves=[move])]))
    (answer,) = [answer async for response in stream for answer in response.answers]
    assert "`seat_token`" in answer.refused.message
    assert "authorization" not in answer.refused.message


async def test_a_fork_says_where_it_comes_from_also_in_lists(server: Connection) -> None:
    seated = await server.seated("akros")
    await seated.play_first()
    records = RecordServiceStub(server.channel)
    fork = await records.ForkMatch(
        record_service_pb2.ForkMatchRequest(match_id=seated.id), metadata=bearer(seated.host_token)
    )
    origin = fork.match.forked_from
    head = (await records.GetHead(record_service_pb2.GetHeadRequest(match_id=seated.id))).head
    assert origin == match_pb2.ForkOrigin(match_id=seated.id, seq=head.seq, digest=head.digest)
    seen = AtLeast(match_id=fork.match.match_id, min_seq=fork.match.seq)
    listed = (await server.matches.ListMatches(match_service_pb2.ListMatchesRequest(at_least=seen))).matches
    assert {match.match_id: match.forked_from for match in listed if match.HasField("forked_from")} == {
        fork.match.match_id: origin
    }
