"""Whatever a caller gets wrong has its own status, reason and sentence; nothing changes and the server stays up."""

from collections.abc import Awaitable, Callable

import grpc
import pytest

from clio.client.viewpoints import EVERYTHING, seat_viewpoint
from clio.v1 import game_service_pb2 as games_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1 import move_pb2
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer

Call = Callable[[Connection, Seated], Awaitable[object]]
NOBODY = "m" * 20


def _play(match_id: str = "", token: str = "", notation: str = "take mosaics -", **more: object) -> Call:
    def call(server: Connection, seated: Seated) -> Awaitable[object]:
        seat = seated.match.to_move[0]
        used = {"": seated.tokens[seat], "other": seated.tokens[1 - seat], "host": seated.host_token}.get(token, token)
        return server.matches.PlayMove(
            pb.PlayMoveRequest(match_id=match_id or seated.id, move=move_pb2.Move(notation=notation), **more),  # type: ignore[arg-type]
            metadata=bearer(used) if used != "none" else (),
        )

    return call


CASES: dict[str, tuple[Call, str, str]] = {
    "unknown match": (_play(NOBODY), "NOT_FOUND", "MATCH_NOT_FOUND"),
    "match id that is none": (_play("../../etc/passwd"), "NOT_FOUND", "MATCH_NOT_FOUND"),
    "unknown game": (lambda s, _: s.open("chess"), "NOT_FOUND", "GAME_NOT_FOUND"),
    "rules of an unknown game": (
        lambda s, _: s.games.GetGame(games_pb.GetGameRequest(game="chess")),
        "NOT_FOUND",
        "GAME_NOT_FOUND",
    ),
    "too many seats": (lambda s, _: s.open(seats=9), "INVALID_ARGUMENT", "SEATS_NOT_ALLOWED"),
    "negative seats": (lambda s, _: s.open(seats=-1), "INVALID_ARGUMENT", "SEATS_NOT_ALLOWED"),
    "unknown option": (lambda s, _: s.open(colour="red"), "INVALID_ARGUMENT", "OPTION_NOT_ALLOWED"),
    "option that does not fit": (lambda s, _: s.open(first_seat="3"), "INVALID_ARGUMENT", "OPTION_NOT_ALLOWED"),
    "seat taken": (
        lambda s, m: s.matches.JoinMatch(pb.JoinMatchRequest(match_id=m.id, name="Eve", seat=0)),
        "FAILED_PRECONDITION",
        "MATCH_STARTED",
    ),
    "no token": (_play(token="none"), "UNAUTHENTICATED", "TOKEN_MISSING"),
    "wrong token": (_play(token="x" * 43), "PERMISSION_DENIED", "TOKEN_WRONG"),
    "host token for a seat": (_play(token="host"), "PERMISSION_DENIED", "TOKEN_WRONG"),
    "not your turn": (_play(token="other"), "FAILED_PRECONDITION", "NOT_YOUR_TURN"),
    "illegal move": (_play(notation="end"), "FAILED_PRECONDITION", "ILLEGAL_MOVE"),
    "move that is no move": (_play(notation="castle kingside"), "INVALID_ARGUMENT", "MALFORMED"),
    "no move": (_play(notation=""), "INVALID_ARGUMENT", "MALFORMED"),
    "stale seq": (_play(expected_seq=3), "ABORTED", "STALE_SEQ"),
    "seq of the future": (_play(expected_seq=999), "OUT_OF_RANGE", "SEQ_OUT_OF_RANGE"),
    "seq below zero": (_play(expected_seq=-1), "OUT_OF_RANGE", "SEQ_OUT_OF_RANGE"),
    "request id too long": (_play(request_id="x" * 65), "INVALID_ARGUMENT", "MALFORMED"),
    "request id not visible": (_play(request_id="a b"), "INVALID_ARGUMENT", "MALFORMED"),
    "abort without the host token": (
        lambda s, m: s.matches.AbortMatch(
            pb.AbortMatchRequest(match_id=m.id, reason="x"), metadata=bearer(m.tokens[0])
        ),
        "PERMISSION_DENIED",
        "TOKEN_WRONG",
    ),
    "abort without a token": (
        lambda s, m: s.matches.AbortMatch(pb.AbortMatchRequest(match_id=m.id, reason="x")),
        "UNAUTHENTICATED",
        "TOKEN_MISSING",
    ),
    "abort without a reason": (
        lambda s, m: s.matches.AbortMatch(pb.AbortMatchRequest(match_id=m.id), metadata=bearer(m.host_token)),
        "INVALID_ARGUMENT",
        "REASON_NOT_ALLOWED",
    ),
    "leave after the start": (
        lambda s, m: s.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=m.id), metadata=bearer(m.tokens[0])),
        "FAILED_PRECONDITION",
        "MATCH_STARTED",
    ),
    "view of the future": (
        lambda s, m: s.matches.GetView(pb.GetViewRequest(match_id=m.id, seq=999)),
        "OUT_OF_RANGE",
        "SEQ_OUT_OF_RANGE",
    ),
    "view of a negative past": (
        lambda s, m: s.matches.GetView(pb.GetViewRequest(match_id=m.id, seq=-1)),
        "OUT_OF_RANGE",
        "SEQ_OUT_OF_RANGE",
    ),
    "view of another's seat": (
        lambda s, m: s.matches.GetView(
            pb.GetViewRequest(match_id=m.id, viewpoint=seat_viewpoint(0)), metadata=bearer(m.tokens[1])
        ),
        "PERMISSION_DENIED",
        "TOKEN_WRONG",
    ),
    "view of a seat without a token": (
        lambda s, m: s.matches.GetView(pb.GetViewRequest(match_id=m.id, viewpoint=seat_viewpoint(0))),
        "UNAUTHENTICATED",
        "TOKEN_MISSING",
    ),
    "view of a seat that does not exist": (
        lambda s, m: s.matches.GetView(pb.GetViewRequest(match_id=m.id, viewpoint=seat_viewpoint(7))),
        "NOT_FOUND",
        "SEAT_NOT_FOUND",
    ),
    "view of everything before the end": (
        lambda s, m: s.matches.GetView(
            pb.GetViewRequest(match_id=m.id, viewpoint=EVERYTHING),
            metadata=bearer(m.tokens[0]),
        ),
        "PERMISSION_DENIED",
        "TOKEN_WRONG",
    ),
    "page token that is none": (
        lambda s, _: s.matches.ListMatches(pb.ListMatchesRequest(page_token="%%%")),
        "INVALID_ARGUMENT",
        "MALFORMED",
    ),
    "negative page": (
        lambda s, _: s.matches.ListMatches(pb.ListMatchesRequest(page_size=-1)),
        "INVALID_ARGUMENT",
        "MALFORMED",
    ),
    "name too long": (
        lambda s, m: _join_another(s, name="x" * 41),
        "INVALID_ARGUMENT",
        "NAME_NOT_ALLOWED",
    ),
    "too much entropy": (
        lambda s, m: _join_another(s, name="Eve", entropy=bytes(65)),
        "INVALID_ARGUMENT",
        "ENTROPY_TOO_LONG",
    ),
    "token too short": (
        lambda s, m: _join_another(s, name="Eve", seat_token="short"),
        "INVALID_ARGUMENT",
        "MALFORMED",
    ),
    "seat that does not exist": (
        lambda s, m: _join_another(s, name="Eve", seat=5),
        "NOT_FOUND",
        "SEAT_NOT_FOUND",
    ),
}


async def _join_another(server: Connection, **join: object) -> object:
    opened = await server.open()
    return await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, **join))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CASES)
async def test_bad_input_is_told_what_is_wrong_and_changes_nothing(server: Connection, name: str) -> None:
    call, code, reason = CASES[name]
    seated = await server.seated()
    before = seated.match.seq, seated.match.digest
    refusal = await refusal_of(call(server, seated))
    assert (refusal.code, refusal.reason) == (code, reason)
    assert refusal.sentence.endswith((".", "…`."))
    after = await seated.refresh()
    assert (after.seq, after.digest) == before
    await seated.play_first()


async def test_an_illegal_move_names_its_rule_and_the_parts_of_its_sentence(server: Connection) -> None:
    seated = await server.seated()
    refusal = await refusal_of(_play(notation="end")(server, seated))
    rules = (await server.games.GetGame(games_pb.GetGameRequest(game="amphipolis"))).rules
    assert refusal.metadata["rule"] in {rule.rule for rule in rules}
    assert refusal.metadata["template"]


@pytest.mark.parametrize("method", ["PlayMove", "WatchMatch", "OpenMatch"])
async def test_bytes_that_are_no_message_are_an_invalid_argument(server: Connection, method: str) -> None:
    path = f"/clio.v1.MatchService/{method}"
    garbage = b"\x0a\xff\xff\xff\xff\x0f" + bytes(range(256))
    if method == "WatchMatch":
        stream = server.channel.unary_stream(path)(garbage)
        refusal = await refusal_of(stream.read())
    else:
        refusal = await refusal_of(server.channel.unary_unary(path)(garbage))
    assert (refusal.code, refusal.reason) == ("INVALID_ARGUMENT", "MALFORMED")
    await server.seated()


async def test_a_message_larger_than_any_sensible_one_is_refused(server: Connection) -> None:
    request = pb.OpenMatchRequest(game="amphipolis", host_token="x" * 70_000)
    refusal = await refusal_of(server.matches.OpenMatch(request))
    assert (refusal.code, refusal.reason) == ("RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE")


async def test_a_message_too_large_to_be_read_at_all_does_not_hurt_the_server(server: Connection) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await server.channel.unary_unary("/clio.v1.MatchService/OpenMatch")(bytes(5_000_000))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    await server.seated()


async def test_a_method_that_does_not_exist_is_unimplemented(server: Connection) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await server.channel.unary_unary("/clio.v1.MatchService/CheatAtDice")(b"")
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
