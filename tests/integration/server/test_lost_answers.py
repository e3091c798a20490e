"""Lost answers lose nothing: opens, joins and rotations whose answers are thrown away at random are repeated."""

import asyncio
import os
import random
import secrets
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest

from clio.v1 import match_service_pb2 as pb
from clio.v1 import record_service_pb2
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.access import OPERATOR, new_key, with_key
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, bearer, running

MATCHES = int(os.environ.get("CLIO_TEST_LOST_ANSWERS", "60"))
"""One open, join and rotation each; ``make lost-answers`` takes 1,000 of each."""
AT_ONCE = 20
LOST = 0.5
T = TypeVar("T")


class Careless:
    """A caller that loses answers: before the call is over or after, and then repeats it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.calls = 0
        self.lost = 0

    async def until_answered(self, call: Callable[[], Awaitable[T]]) -> T:
        while True:
            self.calls += 1
            asked: Any = call()
            if self._rng.random() >= LOST:
                return await asked  # type: ignore[no-any-return]
            self.lost += 1
            if self._rng.random() < LOST:
                await asyncio.sleep(self._rng.random() / 500)
                asked.cancel()
            else:
                await asked


async def play_carelessly(server: Connection, number: int, careless: Careless) -> tuple[str, str, str]:
    """Opens a match, takes its seat and rotates both tokens; gives its id and the tokens that must hold it."""
    host, seat, new_host, new_seat = (secrets.token_urlsafe(32) for _ in range(4))
    opening = pb.OpenMatchRequest(game="akros", seats=2, request_id=f"open-{number}", host_token=host)
    opened = await careless.until_answered(lambda: server.matches.OpenMatch(opening))
    match_id = opened.match.match_id
    join = pb.JoinMatchRequest(match_id=match_id, name=f"Player {number}", request_id="join", seat_token=seat)
    joined = await careless.until_answered(lambda: server.matches.JoinMatch(join))
    assert (opened.host_token, joined.seat_token, joined.seat) == (host, seat, 0)
    for old, new, request_id in ((host, new_host, "rotate-host"), (seat, new_seat, "rotate-seat")):
        rotation = pb.RotateTokenRequest(match_id=match_id, request_id=request_id, new_token=new)
        rotated = await careless.until_answered(
            lambda rotation=rotation, old=old: server.matches.RotateToken(rotation, metadata=bearer(old))  # type: ignore[misc]
        )
        assert rotated.new_token == new
    return match_id, new_host, new_seat


async def test_no_lost_answer_loses_a_seat_or_a_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    careless = Careless(random.Random(17))
    async with running(tmp_path) as server:
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> tuple[str, str, str]:
            async with limit:
                return await play_carelessly(server, number, careless)

        held = await asyncio.gather(*(one(number) for number in range(MATCHES)))
        events = server.clio.record.last_position()
        lost = 0
        for match_id, host, seat in held:
            moves = pb.ListLegalMovesRequest(match_id=match_id)
            leave, abort = pb.LeaveMatchRequest(match_id=match_id), pb.AbortMatchRequest(match_id=match_id, reason="x")
            for call in (
                server.matches.ListLegalMoves(moves, metadata=bearer(seat)),
                server.matches.LeaveMatch(leave, metadata=bearer(seat)),
                server.matches.AbortMatch(abort, metadata=bearer(host)),
            ):
                lost += await call.code() is not grpc.StatusCode.OK
    with capsys.disabled():
        sys.stdout.write(
            f"\n{MATCHES} matches, {careless.calls} calls, {careless.lost} answers lost: {lost} seats or hosts lost\n"
        )
    assert (lost, len({match_id for match_id, _, _ in held})) == (0, MATCHES)
    assert careless.lost > MATCHES
    assert events == 4 * MATCHES, "a repeated call recorded something twice"


async def test_a_request_id_without_a_token_is_refused(server: Connection) -> None:
    seated = await server.seated("akros")
    records = RecordServiceStub(server.channel)
    calls: tuple[Awaitable[object], ...] = (
        server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", request_id="r")),
        server.matches.JoinMatch(pb.JoinMatchRequest(match_id=seated.id, name="Ann", request_id="r")),
        server.matches.RotateToken(
            pb.RotateTokenRequest(match_id=seated.id, request_id="r"), metadata=bearer(seated.host_token)
        ),
        records.ForkMatch(
            record_service_pb2.ForkMatchRequest(match_id=seated.id, request_id="r"), metadata=bearer(seated.host_token)
        ),
    )
    for call in calls:
        refusal = await refusal_of(call)
        assert (refusal.code, refusal.reason) == ("INVALID_ARGUMENT", "OWN_TOKEN_MISSING")


async def test_callers_with_one_request_id_open_matches_of_their_own(tmp_path: Path) -> None:
    """The match's id follows from the request id with the caller's key or token, never from the request id alone."""
    async with running(tmp_path, admin_token=OPERATOR) as server:
        one, other = [(await new_key(server, "host", name=name)).key for name in ("one", "other")]
        request = pb.OpenMatchRequest(game="akros", seats=2, request_id="game-1", host_token="h" * 40)
        mine = await server.matches.OpenMatch(request, metadata=with_key(one))
        theirs = await server.matches.OpenMatch(request, metadata=with_key(other))
        public = await server.matches.OpenMatch(request)
        request.host_token = "i" * 40
        stranger = await server.matches.OpenMatch(request)
        ids = {answer.match.match_id for answer in (mine, theirs, public, stranger)}
        assert len(ids) == 4
        # Within one key's namespace the request id decides: other content under it is refused.
        refusal = await refusal_of(server.matches.OpenMatch(request, metadata=with_key(one)))
        assert refusal.reason == "REQUEST_ID_REUSED"
        request.host_token = "h" * 40
        again = await server.matches.OpenMatch(request, metadata=with_key(one))
        assert again == mine
