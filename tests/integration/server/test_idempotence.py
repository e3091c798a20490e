"""The same request id means the same request, for ever."""

from pathlib import Path

import pytest

from clio.v1 import match_service_pb2 as pb
from clio.v1 import move_pb2
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running

TOKEN = "t" * 40


async def test_a_repeated_move_changes_nothing_and_gets_the_first_answer(server: Connection) -> None:
    seated = await server.seated()
    request, metadata = await _first_move(seated, "r-1")
    first = await server.matches.PlayMove(request, metadata=metadata)
    await seated.play_first()
    later = await seated.refresh()
    assert await server.matches.PlayMove(request, metadata=metadata) == first
    assert (await seated.refresh()) == later


async def test_a_repeated_move_is_recognised_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated()
        request, metadata = await _first_move(seated, "r-1")
        first = await server.matches.PlayMove(request, metadata=metadata)
        seq = (await seated.refresh()).seq
    async with running(tmp_path) as server:
        assert await server.matches.PlayMove(request, metadata=metadata) == first
        answer = await server.matches.GetMatch(pb.GetMatchRequest(match_id=seated.id))
        assert answer.match.seq == seq


async def _first_move(seated: Seated, request_id: str) -> tuple[pb.PlayMoveRequest, tuple[tuple[str, str], ...]]:
    seat = seated.match.to_move[0]
    listed = await seated.moves(seat)
    request = pb.PlayMoveRequest(
        match_id=seated.id, move=listed.moves[0], expected_seq=listed.seq, request_id=request_id
    )
    return request, bearer(seated.tokens[seat])


async def test_a_request_id_with_other_content_is_refused(server: Connection) -> None:
    seated = await server.seated()
    seat = seated.match.to_move[0]
    listed = await seated.moves(seat)
    metadata = bearer(seated.tokens[seat])
    await server.matches.PlayMove(
        pb.PlayMoveRequest(match_id=seated.id, move=listed.moves[0], request_id="r-1"), metadata=metadata
    )
    other = pb.PlayMoveRequest(match_id=seated.id, move=listed.moves[1], request_id="r-1")
    refusal = await refusal_of(server.matches.PlayMove(other, metadata=metadata))
    assert (refusal.code, refusal.reason) == ("ALREADY_EXISTS", "REQUEST_ID_REUSED")
    resign = pb.ResignMatchRequest(match_id=seated.id, request_id="r-1")
    refusal = await refusal_of(server.matches.ResignMatch(resign, metadata=metadata))
    assert refusal.reason == "REQUEST_ID_REUSED"


async def test_opening_twice_with_one_request_opens_one_match(server: Connection) -> None:
    request = pb.OpenMatchRequest(game="amphipolis", seats=2, request_id="open-1", host_token=TOKEN)
    first = await server.matches.OpenMatch(request)
    assert await server.matches.OpenMatch(request) == first
    listed = await server.matches.ListMatches(pb.ListMatchesRequest())
    assert len(listed.matches) == 1


@pytest.mark.parametrize("change", [{"seats": 3}, {"game": "chess"}])
async def test_opening_something_else_with_that_request_is_refused_and_gives_no_token(
    server: Connection, change: dict[str, object]
) -> None:
    base: dict[str, object] = {"game": "amphipolis", "seats": 2, "request_id": "open-1", "host_token": TOKEN}
    await server.matches.OpenMatch(pb.OpenMatchRequest(**base))  # type: ignore[arg-type]
    refusal = await refusal_of(server.matches.OpenMatch(pb.OpenMatchRequest(**(base | change))))  # type: ignore[arg-type]
    assert refusal.reason == "REQUEST_ID_REUSED"


async def test_joining_twice_with_one_request_takes_one_seat(server: Connection) -> None:
    opened = await server.open(seats=3)
    request = pb.JoinMatchRequest(
        match_id=opened.match.match_id, name="Ann", request_id="join-1", seat=0, seat_token=TOKEN, commitment=bytes(32)
    )
    first = await server.matches.JoinMatch(request)
    assert await server.matches.JoinMatch(request) == first
    assert [seat.taken for seat in first.match.seats] == [True, False, False]


async def test_a_stranger_who_repeats_a_public_request_id_gets_no_token(server: Connection) -> None:
    """Request ids stand in the public record, so knowing one must be worth nothing."""
    opened = await server.open(seats=3)
    join = {"match_id": opened.match.match_id, "name": "Ann", "request_id": "join-1"}
    await server.matches.JoinMatch(pb.JoinMatchRequest(**join, seat_token=TOKEN))
    refusal = await refusal_of(server.matches.JoinMatch(pb.JoinMatchRequest(**join, seat_token="u" * 40)))
    assert refusal.reason == "REQUEST_ID_REUSED"


async def test_leaving_twice_with_one_request_is_leaving_once(server: Connection) -> None:
    opened = await server.open()
    joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name="Ann"))
    request = pb.LeaveMatchRequest(match_id=opened.match.match_id, request_id="leave-1")
    metadata = bearer(joined.seat_token)
    first = await server.matches.LeaveMatch(request, metadata=metadata)
    assert await server.matches.LeaveMatch(request, metadata=metadata) == first
    assert not first.match.seats[0].taken


async def test_a_refused_request_can_be_made_again_rightly(server: Connection) -> None:
    seated = await server.seated()
    seat = seated.match.to_move[0]
    metadata = bearer(seated.tokens[seat])
    bad = pb.PlayMoveRequest(match_id=seated.id, move=move_pb2.Move(notation="end"), request_id="r-1")
    await refusal_of(server.matches.PlayMove(bad, metadata=metadata))
    listed = await seated.moves(seat)
    await server.matches.PlayMove(
        pb.PlayMoveRequest(match_id=seated.id, move=listed.moves[0], request_id="r-1"), metadata=metadata
    )
