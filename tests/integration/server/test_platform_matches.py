"""Matches of a platform: seats that its key moves for, invitations, reserved seats, lists and rematches."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from clio.v1 import access_service_pb2, match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.record_service_pb2 import ForkMatchRequest
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.access import OPERATOR, access, new_key, numbers, with_key
from tests.kit.servers import Connection, bearer, running

CODE = "a code of twenty chars".replace(" ", "-")
Metadata = tuple[tuple[str, str], ...]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path, admin_token=OPERATOR) as connection:
        yield connection


@pytest.fixture
async def key(server: Connection) -> str:
    return (await new_key(server, "play", "host")).key


async def opened(server: Connection, metadata: Metadata = (), **fields: Any) -> pb.OpenMatchResponse:
    return await server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", **fields), metadata=metadata)


async def joined(
    server: Connection, match_id: str, name: str, metadata: Metadata = (), seat: int | None = None
) -> pb.JoinMatchResponse:
    request = pb.JoinMatchRequest(match_id=match_id, name=name, seat=seat)
    return await server.matches.JoinMatch(request, metadata=metadata)


async def code_of(call: Any) -> str:
    """The status of a call that fails."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code().name


def as_seat(key: str, seat: int) -> Metadata:
    return (("x-clio-key", key), ("x-clio-seat", str(seat)))


def invited(code: str = CODE, metadata: Metadata = ()) -> Metadata:
    return (*metadata, ("x-clio-invite", code))


async def test_a_key_moves_for_the_seats_that_it_has_joined(server: Connection, key: str) -> None:
    match_id = (await opened(server, with_key(key))).match.match_id
    for name in ("Ann", "Bob"):
        match = (await joined(server, match_id, name, with_key(key))).match
    (mover,) = match.to_move
    listed = await server.matches.ListLegalMoves(
        pb.ListLegalMovesRequest(match_id=match_id), metadata=as_seat(key, mover)
    )
    move = pb.PlayMoveRequest(match_id=match_id, move=listed.moves[0])
    assert await code_of(server.matches.PlayMove(move)) == "UNAUTHENTICATED"
    # With two seats of the key it has to say which.
    assert await code_of(server.matches.PlayMove(move, metadata=with_key(key))) == "UNAUTHENTICATED"
    other = (await new_key(server, "play", name="another")).key
    assert await code_of(server.matches.PlayMove(move, metadata=as_seat(other, mover))) == "UNAUTHENTICATED"
    played = await server.matches.PlayMove(move, metadata=as_seat(key, mover))
    assert played.seq > match.seq
    view = await server.matches.GetView(pb.GetViewRequest(match_id=match_id), metadata=as_seat(key, 0))
    assert view.view.match.match_id == match_id
    assert await code_of(server.matches.GetView(pb.GetViewRequest(match_id=match_id), metadata=as_seat(other, 0))) in {
        "UNAUTHENTICATED",
        "PERMISSION_DENIED",
    }


@pytest.mark.parametrize("seat", ["1", "-1", "100", "0x0", "none"])
async def test_a_seat_that_nobody_can_hold_is_not_taken_for_none(server: Connection, key: str, seat: str) -> None:
    """Else a key with one seat would move there, though it named another."""
    match_id = (await opened(server, with_key(key))).match.match_id
    await joined(server, match_id, "Ann", with_key(key))
    metadata = (*with_key(key), ("x-clio-seat", seat))
    leave = server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=metadata)
    assert await code_of(leave) == "UNAUTHENTICATED"
    assert await code_of(server.matches.GetView(pb.GetViewRequest(match_id=match_id), metadata=metadata)) == (
        "UNAUTHENTICATED"
    )


async def test_a_stream_of_moves_names_seats_instead_of_tokens(server: Connection, key: str) -> None:
    match_id = (await opened(server, with_key(key))).match.match_id
    for name in ("Ann", "Bob"):
        match = (await joined(server, match_id, name, with_key(key))).match
    (mover,) = match.to_move
    listed = await server.matches.ListLegalMoves(
        pb.ListLegalMovesRequest(match_id=match_id), metadata=as_seat(key, mover)
    )

    async def moves() -> AsyncIterator[pb.PlayStreamRequest]:
        for number, seat in enumerate((1 - mover, mover)):
            move = pb.StreamMove(match_id=match_id, seat=seat, move=listed.moves[0], request_id=f"r{number}")
            yield pb.PlayStreamRequest(moves=[move])

    answers = {
        answer.request_id: answer
        async for part in server.matches.PlayStream(moves(), metadata=with_key(key))
        for answer in part.answers
    }
    assert answers["r0"].HasField("refused")
    assert answers["r1"].HasField("played")


async def test_keys_of_one_namespace_share_matches_and_seats(server: Connection) -> None:
    keys = []
    for name in ("old", "new"):
        made = await access(server).CreateKey(
            access_service_pb2.CreateKeyRequest(name=name, scopes=numbers(["play", "host"]), namespace="arena"),
            metadata=bearer(OPERATOR),
        )
        assert made.api_key.namespace == "arena"
        keys.append(made.key)
    match_id = (await opened(server, with_key(keys[0]), visibility=match_pb2.VISIBILITY_UNLISTED)).match.match_id
    await joined(server, match_id, "Ann", with_key(keys[0]))
    left = await server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=as_seat(keys[1], 0))
    assert not left.match.seats[0].taken
    aborted = await server.matches.AbortMatch(
        pb.AbortMatchRequest(match_id=match_id, reason="enough"), metadata=with_key(keys[1])
    )
    assert aborted.match.status == match_pb2.MATCH_STATUS_ABORTED


async def test_leaving_by_key_is_repeatable(server: Connection, key: str) -> None:
    match_id = (await opened(server)).match.match_id
    await joined(server, match_id, "Ann", with_key(key))
    request = pb.LeaveMatchRequest(match_id=match_id, request_id="leave")
    first = await server.matches.LeaveMatch(request, metadata=as_seat(key, 0))
    assert (await server.matches.LeaveMatch(request, metadata=as_seat(key, 0))).match == first.match
    other = (await new_key(server, "play", name="another")).key
    assert await code_of(server.matches.LeaveMatch(request, metadata=as_seat(other, 0))) == "UNAUTHENTICATED"


async def test_an_invited_match_is_read_and_joined_with_its_code(server: Connection) -> None:
    made = await opened(server, visibility=match_pb2.VISIBILITY_INVITED, invite_code=CODE)
    match_id = made.match.match_id
    get = pb.GetMatchRequest(match_id=match_id)
    assert await code_of(server.matches.GetMatch(get)) == "NOT_FOUND"
    assert await code_of(server.matches.GetMatch(get, metadata=invited("x" * 20))) == "NOT_FOUND"
    assert await code_of(joined(server, match_id, "Eve")) == "NOT_FOUND"
    assert (await server.matches.GetMatch(get, metadata=invited())).match.match_id == match_id
    assert (await server.matches.GetMatch(get, metadata=bearer(made.host_token))).match.match_id == match_id
    seat = await joined(server, match_id, "Ann", invited())
    assert (await server.matches.GetMatch(get, metadata=bearer(seat.seat_token))).match.seats[0].name == "Ann"
    await server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=bearer(seat.seat_token))
    assert await code_of(server.matches.GetMatch(get, metadata=bearer(seat.seat_token))) == "NOT_FOUND"


async def test_an_unlisted_match_without_a_key_is_open_to_those_who_know_its_id(server: Connection) -> None:
    match_id = (await opened(server, visibility=match_pb2.VISIBILITY_UNLISTED)).match.match_id
    assert (await joined(server, match_id, "Ann")).seat == 0
    assert not (await server.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_a_reserved_seat_needs_its_key_or_its_code(server: Connection, key: str) -> None:
    namespace = (
        (await access(server).ListKeys(access_service_pb2.ListKeysRequest(), metadata=bearer(OPERATOR)))
        .api_keys[0]
        .namespace
    )
    reservations = [
        match_pb2.SeatReservation(seat=0, namespace=namespace),
        match_pb2.SeatReservation(seat=1, code=CODE),
    ]
    match_id = (await opened(server, reservations=reservations)).match.match_id
    assert await code_of(joined(server, match_id, "Eve")) == "PERMISSION_DENIED"
    assert (await joined(server, match_id, "Bob", invited())).seat == 1
    assert (await joined(server, match_id, "Ann", with_key(key))).match.status == match_pb2.MATCH_STATUS_PLAYING


async def test_the_host_frees_a_seat_before_the_start(server: Connection, key: str) -> None:
    made = await opened(server)
    match_id = made.match.match_id
    seat = await joined(server, match_id, "Ann")
    free = pb.FreeSeatRequest(match_id=match_id, seat=0, request_id="free")
    assert await code_of(server.matches.FreeSeat(free)) == "UNAUTHENTICATED"
    assert await code_of(server.matches.FreeSeat(free, metadata=with_key(key))) == "UNAUTHENTICATED"
    assert await code_of(server.matches.FreeSeat(free, metadata=bearer(seat.seat_token))) == "PERMISSION_DENIED"
    for _ in range(2):
        assert not (await server.matches.FreeSeat(free, metadata=bearer(made.host_token))).match.seats[0].taken
    assert (
        await code_of(
            server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=bearer(seat.seat_token))
        )
        == "PERMISSION_DENIED"
    )
    for name in ("Bob", "Cid"):
        await joined(server, match_id, name)
    late = pb.FreeSeatRequest(match_id=match_id, seat=0)
    assert await code_of(server.matches.FreeSeat(late, metadata=bearer(made.host_token))) == "FAILED_PRECONDITION"


async def test_labels_are_shown_to_their_namespace_only(server: Connection, key: str) -> None:
    made = await opened(server, with_key(key), title="Final", external_id="x-1", labels={"cup": "spring"})
    get = pb.GetMatchRequest(match_id=made.match.match_id)
    own = (await server.matches.GetMatch(get, metadata=with_key(key))).match
    assert (own.title, own.external_id, dict(own.labels), own.own) == ("Final", "x-1", {"cup": "spring"}, True)
    seen = (await server.matches.GetMatch(get)).match
    assert (seen.title, seen.external_id, dict(seen.labels), seen.own) == ("Final", "", {}, False)
    listed = (await server.matches.ListMatches(pb.ListMatchesRequest())).matches
    assert (listed[0].title, listed[0].external_id, dict(listed[0].labels)) == ("Final", "", {})


async def test_a_repeated_opening_with_other_labels_is_refused(server: Connection) -> None:
    fields = {"request_id": "again", "host_token": "t" * 40}
    first = await opened(server, labels={"cup": "spring"}, **fields)
    assert (await opened(server, labels={"cup": "spring"}, **fields)).match.match_id == first.match.match_id
    assert await code_of(opened(server, labels={"cup": "autumn"}, **fields)) == "ALREADY_EXISTS"


async def test_a_fork_of_a_closed_match_is_closed(server: Connection, key: str) -> None:
    made = await opened(server, with_key(key), visibility=match_pb2.VISIBILITY_UNLISTED)
    match_id = made.match.match_id
    tokens = [(await joined(server, match_id, name, with_key(key))).seat_token for name in ("Ann", "Bob")]
    (mover,) = (
        await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id), metadata=with_key(key))
    ).match.to_move
    listed = await server.matches.ListLegalMoves(
        pb.ListLegalMovesRequest(match_id=match_id), metadata=bearer(tokens[mover])
    )
    await server.matches.PlayMove(
        pb.PlayMoveRequest(match_id=match_id, move=listed.moves[0]), metadata=bearer(tokens[mover])
    )
    records: Any = RecordServiceStub(server.channel)
    fork = await records.ForkMatch(ForkMatchRequest(match_id=match_id), metadata=bearer(tokens[0]))
    assert fork.match.visibility == match_pb2.VISIBILITY_UNLISTED
    get = pb.GetMatchRequest(match_id=fork.match.match_id)
    assert await code_of(server.matches.GetMatch(get)) == "NOT_FOUND"
    assert (await server.matches.GetMatch(get, metadata=with_key(key))).match.own


async def test_lists_by_turn_free_seats_time_and_order(server: Connection, key: str) -> None:
    waiting = (await opened(server)).match
    await joined(server, waiting.match_id, "Ann")
    empty = (await opened(server)).match
    started = (await opened(server, with_key(key))).match.match_id
    for name in ("Ann", "Bob"):
        playing = (await joined(server, started, name, with_key(key))).match
    (mover,) = playing.to_move

    async def ids(metadata: Metadata = (), **filters: Any) -> list[str]:
        found = await server.matches.ListMatches(pb.ListMatchesRequest(**filters), metadata=metadata)
        return [match.match_id for match in found.matches]

    assert await ids() == [started, empty.match_id, waiting.match_id]
    assert await ids(min_free_seats=1) == [empty.match_id, waiting.match_id]
    assert await ids(min_free_seats=2) == [empty.match_id]
    assert await ids(with_key(key), my_turn=True) == [started]
    assert await ids(with_key(key), own=True) == [started]
    assert await code_of(server.matches.ListMatches(pb.ListMatchesRequest(my_turn=True))) == "UNAUTHENTICATED"
    names = [playing.seats[mover].name, playing.seats[1 - mover].name]
    assert await ids(player_to_move=names[0]) == [started]
    assert await ids(player_to_move=names[1]) == []
    listed = (await server.matches.ListMatches(pb.ListMatchesRequest())).matches[0]
    assert list(listed.to_move) == [mover]
    await joined(server, waiting.match_id, "Bob")
    order = pb.MATCH_ORDER_LAST_UPDATED
    assert await ids(order=order) == [waiting.match_id, started, empty.match_id]
    first = await server.matches.ListMatches(pb.ListMatchesRequest(order=order, page_size=1))
    rest = await ids(order=order, page_size=2, page_token=first.next_page_token)
    assert rest == [started, empty.match_id]
    newest = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=waiting.match_id))).match
    since: Timestamp = next(
        getattr(newest, name) for name in ("updated_at", "update_time") if name in newest.DESCRIPTOR.fields_by_name
    )
    assert await ids(update_time_from=since) == [waiting.match_id]


async def test_my_turn_ends_with_the_move_and_with_the_match(server: Connection, key: str) -> None:
    match_id = (await opened(server)).match.match_id
    await joined(server, match_id, "Ann", with_key(key))
    token = (await joined(server, match_id, "Bob")).seat_token
    seen = set()
    for _ in range(20):
        match = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        (mover,) = match.to_move
        found = await server.matches.ListMatches(pb.ListMatchesRequest(my_turn=True), metadata=with_key(key))
        assert bool(found.matches) == (mover == 0)
        seen.add(mover)
        if seen == {0, 1}:
            break
        credentials = as_seat(key, 0) if mover == 0 else bearer(token)
        moves = await server.matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=match_id), metadata=credentials)
        await server.matches.PlayMove(pb.PlayMoveRequest(match_id=match_id, move=moves.moves[0]), metadata=credentials)
    assert seen == {0, 1}
    await server.matches.ResignMatch(pb.ResignMatchRequest(match_id=match_id), metadata=bearer(token))
    found = await server.matches.ListMatches(pb.ListMatchesRequest(my_turn=True), metadata=with_key(key))
    assert not found.matches


async def test_both_players_meet_in_one_rematch_with_seats_rotated(server: Connection) -> None:
    seated = await server.seated("akros", 2)
    rematch = pb.RematchMatchRequest(match_id=seated.id)
    assert await code_of(server.matches.RematchMatch(rematch, metadata=bearer(seated.tokens[0]))) == (
        "FAILED_PRECONDITION"
    )
    await server.matches.ResignMatch(pb.ResignMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[0]))
    assert await code_of(server.matches.RematchMatch(rematch)) == "UNAUTHENTICATED"
    assert await code_of(server.matches.RematchMatch(rematch, metadata=bearer(seated.host_token))) == (
        "PERMISSION_DENIED"
    )
    request = pb.RematchMatchRequest(match_id=seated.id, request_id="again", seat_token="t" * 40)
    first = await server.matches.RematchMatch(request, metadata=bearer(seated.tokens[0]))
    again = await server.matches.RematchMatch(request, metadata=bearer(seated.tokens[0]))
    assert (again.seat, again.match.match_id) == (first.seat, first.match.match_id)
    assert (first.seat, first.match.rematch_of, first.match.seats[1].name) == (1, seated.id, "Player 0")
    # A stranger cannot take the other seat.
    assert await code_of(joined(server, first.match.match_id, "Eve")) == "PERMISSION_DENIED"
    for extra, code in (
        ({"entropy": b"open"}, "INVALID_ARGUMENT"),
        ({"commitment": bytes(32)}, "INVALID_ARGUMENT"),
        ({"commitment": bytes(31), "seat": 0}, "INVALID_ARGUMENT"),
        ({"commitment": bytes(32), "seat": 1}, "FAILED_PRECONDITION"),
    ):
        wrong = pb.RematchMatchRequest(match_id=seated.id, **extra)  # type: ignore[arg-type]
        assert await code_of(server.matches.RematchMatch(wrong, metadata=bearer(seated.tokens[1]))) == code, extra
    second = await server.matches.RematchMatch(rematch, metadata=bearer(seated.tokens[1]))
    assert (second.seat, second.match.match_id) == (0, first.match.match_id)
    assert second.match.status == match_pb2.MATCH_STATUS_PLAYING
    aborted = await server.matches.AbortMatch(
        pb.AbortMatchRequest(match_id=second.match.match_id, reason="the same host"),
        metadata=bearer(seated.host_token),
    )
    assert aborted.match.status == match_pb2.MATCH_STATUS_ABORTED


async def test_the_rematch_of_a_closed_match_is_closed(server: Connection, key: str) -> None:
    match_id = (await opened(server, with_key(key), visibility=match_pb2.VISIBILITY_UNLISTED)).match.match_id
    for name in ("Ann", "Bob"):
        await joined(server, match_id, name, with_key(key))
    await server.matches.ResignMatch(pb.ResignMatchRequest(match_id=match_id), metadata=as_seat(key, 0))
    made = await server.matches.RematchMatch(pb.RematchMatchRequest(match_id=match_id), metadata=as_seat(key, 1))
    assert made.match.visibility == match_pb2.VISIBILITY_UNLISTED
    assert await code_of(server.matches.GetMatch(pb.GetMatchRequest(match_id=made.match.match_id))) == "NOT_FOUND"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"title": "x" * 81}, "INVALID_ARGUMENT"),
        ({"labels": {f"k{number}": "v" for number in range(17)}}, "INVALID_ARGUMENT"),
        ({"invite_code": "short"}, "INVALID_ARGUMENT"),
        ({"visibility": 9}, "INVALID_ARGUMENT"),
        ({"reservations": [match_pb2.SeatReservation(seat=5, namespace="arena")]}, "PERMISSION_DENIED"),
        ({"reservations": [match_pb2.SeatReservation(seat=0)]}, "PERMISSION_DENIED"),
        ({"reservations": [match_pb2.SeatReservation(seat=0, namespace="No!")]}, "INVALID_ARGUMENT"),
        ({"reservations": [match_pb2.SeatReservation(seat=0, code="short")]}, "INVALID_ARGUMENT"),
    ],
    ids=str,
)
async def test_metadata_that_cannot_be_is_refused(server: Connection, fields: dict[str, Any], code: str) -> None:
    assert await code_of(opened(server, **fields)) == code
    assert not (await server.matches.ListMatches(pb.ListMatchesRequest())).matches


@pytest.mark.parametrize("count", [0, 101])
async def test_a_batch_is_bounded(server: Connection, count: int) -> None:
    ids = [str(number) for number in range(count)]
    assert await code_of(server.matches.BatchGetMatches(pb.BatchGetMatchesRequest(match_ids=ids))) == (
        "INVALID_ARGUMENT"
    )


async def test_a_watch_by_a_token_shown_as_a_code_ends_with_the_token(server: Connection) -> None:
    made = await opened(server, visibility=match_pb2.VISIBILITY_INVITED, invite_code=CODE)
    match_id = made.match.match_id
    token = (await joined(server, match_id, "Ann", invited())).seat_token
    call = server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id), metadata=invited(token))
    while not (await call.read()).caught_up:  # type: ignore[union-attr]
        pass
    await server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id), metadata=bearer(token))
    assert await code_of(_rest(call)) == "PERMISSION_DENIED"


async def _rest(call: Any) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass
