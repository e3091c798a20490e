"""A rotated token: the new one holds, the old one is worth nothing, at once and for ever."""

import asyncio
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.v1 import match_service_pb2 as pb
from tests.kit.refusals import refusal_of
from tests.kit.server_process import ServerProcess
from tests.kit.servers import Connection, Seated, bearer, connected, running

NEW = "n" * 40
NEWER = "o" * 40


def rotation(seated: Seated, request_id: str = "", new_token: str = "") -> pb.RotateTokenRequest:
    return pb.RotateTokenRequest(match_id=seated.id, request_id=request_id, new_token=new_token)


async def rotate(server: Connection, seated: Seated, token: str, **more: str) -> pb.RotateTokenResponse:
    return await server.matches.RotateToken(rotation(seated, **more), metadata=bearer(token))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_new_token_plays_and_the_old_one_is_refused(server: Connection, game: str) -> None:
    seated = await server.seated(game)
    old = seated.tokens[0]
    answer = await rotate(server, seated, old)
    assert (answer.seat, answer.HasField("seat")) == (0, True)
    assert answer.new_token != old
    refusal = await refusal_of(seated.moves(0))
    assert (refusal.code, refusal.reason) == ("PERMISSION_DENIED", "TOKEN_WRONG")
    seated.tokens[0] = answer.new_token
    for turn in range(4):
        await seated.play_first(choice=turn)


async def test_the_host_rotates_its_own(server: Connection) -> None:
    seated = await server.seated()
    answer = await rotate(server, seated, seated.host_token, new_token=NEW)
    assert (answer.HasField("seat"), answer.new_token) == (False, NEW)
    abort = pb.AbortMatchRequest(match_id=seated.id, reason="Enough.")
    refusal = await refusal_of(server.matches.AbortMatch(abort, metadata=bearer(seated.host_token)))
    assert refusal.reason == "TOKEN_WRONG"
    await server.matches.AbortMatch(abort, metadata=bearer(NEW))


async def test_a_rotation_is_repeated_with_the_old_token_for_ever_and_by_nobody_else(server: Connection) -> None:
    seated = await server.seated()
    old = seated.tokens[0]
    first = await rotate(server, seated, old, request_id="rot-1", new_token=NEW)
    await rotate(server, seated, NEW, request_id="rot-2", new_token=NEWER)
    assert await rotate(server, seated, old, request_id="rot-1", new_token=NEW) == first
    for token, more, reason in (
        (old, {"request_id": "rot-1"}, "OWN_TOKEN_MISSING"),
        (old, {"request_id": "rot-1", "new_token": NEWER}, "REQUEST_ID_REUSED"),
        (old, {"request_id": "rot-3", "new_token": "z" * 40}, "TOKEN_WRONG"),
        (seated.tokens[1], {"request_id": "rot-1", "new_token": NEW}, "REQUEST_ID_REUSED"),
        ("", {"request_id": "rot-1", "new_token": NEW}, "TOKEN_MISSING"),
        (NEWER, {"new_token": NEW}, "TOKEN_NOT_NEW"),
        (NEWER, {"new_token": "short"}, "MALFORMED"),
    ):
        call = server.matches.RotateToken(rotation(seated, **more), metadata=bearer(token) if token else ())
        assert (await refusal_of(call)).reason == reason


async def test_a_killed_server_still_refuses_the_old_token(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    await process.start()
    async with connected(process.address) as server:
        seated = await server.seated()
        await rotate(server, seated, seated.tokens[0], request_id="rot-1", new_token=NEW)
        await process.kill()
    await process.start()
    async with connected(process.address) as server:
        seated = Seated(server, seated.id, seated.host_token, seated.tokens, seated.match)
        assert (await refusal_of(seated.moves(0))).reason == "TOKEN_WRONG"
        await rotate(server, seated, seated.tokens[0], request_id="rot-1", new_token=NEW)
        seated.tokens[0] = NEW
        await seated.moves(0)
    assert await process.stop() == 0


async def test_a_watch_with_the_old_token_ends_before_it_shows_another_secret(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    watch = server.matches.WatchMatch(pb.WatchMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[0]))
    other = server.matches.WatchMatch(pb.WatchMatchRequest(match_id=seated.id), metadata=bearer(seated.tokens[1]))
    for stream in (watch, other):
        while not (await stream.read()).caught_up:
            pass
    await rotate(server, seated, seated.tokens[0], new_token=NEW)
    refusal = await asyncio.wait_for(refusal_of(watch.read()), 60)
    assert refusal.reason == "TOKEN_WRONG"
    assert [event.type for event in (await other.read()).events] == ["match.TokenRotated"]
    other.cancel()


async def test_the_old_token_is_refused_at_another_server_too(tmp_path: Path, database_url: str) -> None:
    async with (
        running(tmp_path / "a", database_url=database_url) as here,
        running(tmp_path / "b", database_url=database_url) as there,
    ):
        seated = await here.seated()
        elsewhere = Seated(there, seated.id, seated.host_token, seated.tokens, seated.match)
        await elsewhere.moves(0)
        old = seated.tokens[0]
        await rotate(here, seated, old, new_token=NEW)
        assert (await refusal_of(elsewhere.moves(0))).reason == "TOKEN_WRONG"
        resign = pb.ResignMatchRequest(match_id=seated.id)
        refusal = await refusal_of(there.matches.ResignMatch(resign, metadata=bearer(old)))
        assert refusal.reason == "TOKEN_WRONG"
        seated.tokens[0] = NEW
        await elsewhere.moves(0)
