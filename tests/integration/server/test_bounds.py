"""Whatever a request says at length is refused in a few words, at once, and the server stays up."""

from collections.abc import Awaitable, Callable

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from clio.server.app.pagination import page_token
from clio.v1 import archive_service_pb2 as archive_pb
from clio.v1 import game_service_pb2 as games_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1 import move_pb2
from clio.v1 import record_service_pb2 as records_pb
from clio.v1 import standings_service_pb2 as standings_pb
from clio.v1 import statistics_service_pb2 as statistics_pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer

LONG = "x" * 60_000
MANY = {f"option-{number}": "x" for number in range(3_000)}
NO_TIME = Timestamp(seconds=10**17)
Call = Callable[[Connection, Seated], Awaitable[object]]


def listing(**filters: object) -> Call:
    return lambda server, _: server.matches.ListMatches(pb.ListMatchesRequest(**filters))  # type: ignore[arg-type]


def moving(move: move_pb2.Move) -> Call:
    def call(server: Connection, seated: Seated) -> Awaitable[object]:
        token = seated.tokens[seated.match.to_move[0]]
        return server.matches.PlayMove(pb.PlayMoveRequest(match_id=seated.id, move=move), metadata=bearer(token))

    return call


def joining(**given: object) -> Call:
    return lambda server, seated: server.matches.JoinMatch(pb.JoinMatchRequest(match_id=seated.id, **given))  # type: ignore[arg-type]


def archive(method: str, request: object) -> Call:
    def call(server: Connection, _: Seated) -> Awaitable[object]:
        answer = getattr(ArchiveServiceStub(server.channel), method)(request)
        return answer.read() if hasattr(answer, "read") else answer

    return call


def standings(method: str, request: object) -> Call:
    return lambda server, _: getattr(StandingsServiceStub(server.channel), method)(request)


def records(method: str, request: object) -> Call:
    def call(server: Connection, _: Seated) -> Awaitable[object]:
        answer = getattr(RecordServiceStub(server.channel), method)(request)
        reading: Awaitable[object] = answer.read() if hasattr(answer, "read") else answer
        return reading

    return call


CASES: dict[str, tuple[Call, str]] = {
    "game to open": (lambda s, _: s.open(LONG), "MALFORMED"),
    "value of an option": (lambda s, _: s.open(first_seat=LONG), "MALFORMED"),
    "options": (lambda s, _: s.open(**MANY), "MALFORMED"),
    "name": (joining(name=LONG, seat=0), "MATCH_STARTED"),
    "token": (joining(name="Ann", seat_token=LONG), "MALFORMED"),
    "request id": (joining(name="Ann", request_id=LONG, seat_token="t" * 40), "MALFORMED"),
    "match id": (lambda s, _: s.matches.GetMatch(pb.GetMatchRequest(match_id=LONG)), "MATCH_NOT_FOUND"),
    "match id to play in": (
        lambda s, _: s.matches.PlayMove(pb.PlayMoveRequest(match_id=LONG)),
        "MATCH_NOT_FOUND",
    ),
    "notation": (moving(move_pb2.Move(notation=LONG)), "MALFORMED"),
    "reason of an abort": (
        lambda s, m: s.matches.AbortMatch(
            pb.AbortMatchRequest(match_id=m.id, reason=LONG), metadata=bearer(m.host_token)
        ),
        "REASON_NOT_ALLOWED",
    ),
    "new token": (
        lambda s, m: s.matches.RotateToken(
            pb.RotateTokenRequest(match_id=m.id, new_token=LONG), metadata=bearer(m.host_token)
        ),
        "MALFORMED",
    ),
    "rules of a game": (lambda s, _: s.games.GetGame(games_pb.GetGameRequest(game=LONG)), "GAME_NOT_FOUND"),
    "game of a list": (listing(game=LONG), "GAME_NOT_FOUND"),
    "player of a list": (listing(player=LONG), "MALFORMED"),
    "winner of a list": (listing(winner=LONG), "MALFORMED"),
    "rule of a list": (listing(decided_by=LONG), "MALFORMED"),
    "options of a list": (listing(options=MANY), "MALFORMED"),
    "page token of a list": (listing(page_token=LONG), "MALFORMED"),
    "page token with a number that no store holds": (
        listing(page_token=page_token((10**30,), ((), ((), ()), ()))),
        "MALFORMED",
    ),
    "time that there is not": (listing(create_time_from=NO_TIME), "MALFORMED"),
    "side of standings": (standings("ListStandings", standings_pb.ListStandingsRequest(side=LONG)), "MALFORMED"),
    "page of standings": (standings("ListStandings", standings_pb.ListStandingsRequest(page_token=LONG)), "MALFORMED"),
    "player of standings": (standings("GetPlayer", standings_pb.GetPlayerRequest(player=LONG)), "MALFORMED"),
    "player's matches": (
        standings("ListPlayerMatches", standings_pb.ListPlayerMatchesRequest(player=LONG)),
        "MALFORMED",
    ),
    "game of statistics": (
        lambda s, _: StatisticsServiceStub(s.channel).GetStatistics(statistics_pb.GetStatisticsRequest(game=LONG)),
        "GAME_NOT_FOUND",
    ),
    "game of the archive": (
        archive("ListArchivedRecords", archive_pb.ListArchivedRecordsRequest(game=LONG)),
        "GAME_NOT_FOUND",
    ),
    "page of the archive": (
        archive("ListArchivedRecords", archive_pb.ListArchivedRecordsRequest(page_token=LONG)),
        "MALFORMED",
    ),
    "player of an export": (records("ExportRecords", records_pb.ExportRecordsRequest(player=LONG)), "MALFORMED"),
    "record that is not there": (
        records("ExportRecord", records_pb.ExportRecordRequest(match_id=LONG)),
        "MATCH_NOT_FOUND",
    ),
    "archived record that is not there": (
        archive("ExportArchivedRecord", archive_pb.ExportArchivedRecordRequest(match_id=LONG)),
        "MATCH_NOT_FOUND",
    ),
    "replay of what is not there": (
        records("ReplayMatch", records_pb.ReplayMatchRequest(match_id=LONG)),
        "MATCH_NOT_FOUND",
    ),
    "fork of what is not there": (records("ForkMatch", records_pb.ForkMatchRequest(match_id=LONG)), "MATCH_NOT_FOUND"),
}


@pytest.mark.parametrize("name", CASES)
async def test_what_is_too_long_is_refused_in_a_few_words(server: Connection, name: str) -> None:
    call, reason = CASES[name]
    seated = await server.seated()
    refusal = await refusal_of(call(server, seated))
    assert refusal.reason == reason
    assert len(refusal.sentence) <= 1_000
    assert all(len(value) <= 300 for value in refusal.metadata.values())
    await seated.play_first()


async def test_a_move_with_more_parts_than_any_has_is_refused(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    move = move_pb2.Move()
    move.akrotiri.load.cubes.extend([1] * 5_000)
    assert (await refusal_of(moving(move)(server, seated))).reason == "MALFORMED"


async def test_a_forged_page_of_the_archive_is_refused(server: Connection) -> None:
    request = archive_pb.ListArchivedRecordsRequest(page_token="__________8")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await ArchiveServiceStub(server.channel).ListArchivedRecords(request)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_range_of_a_replay_is_within_the_match(server: Connection) -> None:
    seated = await server.seated()
    for first, last in ((1, 10**15), (-5, 3), (10**15, 1)):
        request = records_pb.ReplayMatchRequest(match_id=seated.id, from_seq=first, to_seq=last)
        assert (await refusal_of(records("ReplayMatch", request)(server, seated))).reason == "SEQ_OUT_OF_RANGE"


async def test_metadata_too_large_to_be_read_does_not_hurt_the_server(server: Connection) -> None:
    seated = await server.seated()
    call = server.matches.GetMatch(pb.GetMatchRequest(match_id=seated.id), metadata=bearer("x" * 100_000))
    with pytest.raises(Exception, match=r"(?i)metadata"):
        await call
    await seated.play_first()


async def test_an_import_larger_than_any_record_is_refused_before_it_ends(server: Connection) -> None:
    sent = 0

    async def parts():  # noqa: ANN202 (a stream of requests)
        nonlocal sent
        for _ in range(1_000):
            sent += 1
            yield archive_pb.ImportRecordRequest(chunk=bytes(32_768))

    refusal = await refusal_of(ArchiveServiceStub(server.channel).ImportRecord(parts()))
    assert refusal.reason == "MESSAGE_TOO_LARGE"
    assert sent < 1_000


async def test_asking_for_events_that_there_are_not_has_no_match_read_again(server: Connection) -> None:
    seated = await server.seated()
    head, before = seated.match.seq, server.clio.record.cache_misses
    for _ in range(5):
        asking = server.matches.GetMatch(pb.GetMatchRequest(match_id=seated.id, at_least=AtLeast(min_seq=head + 1)))
        told = (await refusal_of(asking)).metadata
        assert (told["seq"], told["head"]) == (str(head + 1), str(head))
    assert server.clio.record.cache_misses == before
