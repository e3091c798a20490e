"""Tokens and API keys in backups: they come back, and nothing that was revoked does."""

import asyncio
import shutil
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import grpc
import msgspec
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from clio.server.auth.api_keys import ApiKey
from clio.server.backup.payload import API_KEYS, TRAILER, Frame
from clio.server.eventstore.log_listener import TABLE
from clio.v1 import access_service_pb2, game_service_pb2
from clio.v1 import match_service_pb2 as pb
from tests.integration.backup.commands import clio, new_key, place
from tests.integration.backup.test_backup import frames_of, written
from tests.kit.access import OPERATOR, access, with_key
from tests.kit.access import new_key as new_api_key
from tests.kit.refusals import read_refusal, refusal_of
from tests.kit.servers import Connection, Seated, bearer, running


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue("database_url") if request.param == "postgresql" else ""


async def backup(server: Connection, home: Path, file: Path) -> None:
    command = ("admin", "backup", str(file), "--server", f"127.0.0.1:{server.clio.port}", "--plain")
    code, answer = await asyncio.to_thread(clio, home, *command, CLIO_ADMIN_TOKEN=OPERATOR)
    assert code == 0, answer


async def restore(home: Path, file: Path, *flags: str, **settings: str) -> dict[str, Any]:
    code, answer = await asyncio.to_thread(clio, home, "admin", "restore", str(file), *flags, **settings)
    assert code == 0, answer
    return answer


async def verdict_on_key(server: Connection, key: str) -> str:
    """Empty for a key that holds, else why it does not."""
    return await verdict(server.games.ListGames(game_service_pb2.ListGamesRequest(), metadata=with_key(key)))


async def verdict_on_token(server: Connection, match_id: str, token: str) -> str:
    """Empty for a token that holds, else why it does not."""
    return await verdict(
        server.matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=match_id), metadata=bearer(token))
    )


async def verdict(call: Awaitable[object]) -> str:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return read_refusal(error).reason
    return ""


async def rotate(server: Connection, match_id: str, token: str) -> str:
    request = pb.RotateTokenRequest(match_id=match_id)
    return (await server.matches.RotateToken(request, metadata=bearer(token))).new_token


class Afterwards:
    """A server that was backed up, and what was revoked after that."""

    def __init__(self, seated: Seated, keys: list[str], left: tuple[str, str]) -> None:
        self.seated, self.keys, self.left = seated, keys, left
        self.new_token = ""


async def lived(folder: Path, file: Path, key: str, database_url: str) -> Afterwards:
    """Two API keys, a match and an open one; then the backup; then one of each is revoked."""
    settings = {"admin_token": OPERATOR, "cipher_key": key, "database_url": database_url}
    async with running(folder, **settings) as server:
        keys = [(await new_api_key(server, "play", name=name)).key for name in ("kept", "revoked")]
        seated = await server.seated("akros")
        waiting = (await server.open()).match.match_id
        joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=waiting, name="Ann"))
        done = Afterwards(seated, keys, (waiting, joined.seat_token))
        await backup(server, folder.parent, file)
        await access(server).RevokeKey(
            access_service_pb2.RevokeKeyRequest(key_id=keys[1].split("_")[1]), metadata=bearer(OPERATOR)
        )
        between = await rotate(server, seated.id, seated.tokens[0])
        done.new_token = await rotate(server, seated.id, between)
        await server.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=waiting), metadata=bearer(joined.seat_token))
    return done


@pytest.mark.parametrize("enciphered", [False, True])
async def test_what_was_revoked_after_the_backup_stays_revoked_by_the_list(
    tmp_path: Path, postgres_server: Any, store_url: str, *, enciphered: bool
) -> None:
    """Restored to a fresh machine with the list that the lost one kept elsewhere."""
    key = new_key() if enciphered else ""
    file = tmp_path / "it"
    done = await lived(tmp_path / "a", file, key, store_url)
    fresh = postgres_server.database() if store_url else ""
    listed = str(tmp_path / "a" / "revocations")
    answer = await restore(tmp_path, file, "--revocations", listed, **place(tmp_path / "b", fresh, key))
    assert (answer["keys"], answer["credentials_void"]) == (2, False)
    async with running(tmp_path / "b", cipher_key=key, database_url=fresh, admin_token=OPERATOR) as server:
        assert [await verdict_on_key(server, each) for each in done.keys] == ["", "KEY_REVOKED"]
        assert await verdict_on_token(server, done.seated.id, done.seated.tokens[0]) == "TOKEN_WRONG"
        assert await verdict_on_token(server, done.seated.id, done.new_token) == ""
        assert await verdict_on_token(server, done.seated.id, done.seated.tokens[1]) == ""
        assert await verdict_on_token(server, *done.left) == "TOKEN_WRONG"
        done.seated.connection, done.seated.tokens[0] = server, done.new_token
        assert (await done.seated.finish()).outcome.winners is not None


async def test_without_a_list_every_credential_of_a_backup_is_void(tmp_path: Path, store_url: str) -> None:
    """A fresh machine cannot know what was revoked."""
    done = await lived(tmp_path / "a", tmp_path / "it", "", "")
    answer = await restore(tmp_path, tmp_path / "it", **place(tmp_path / "b", store_url))
    assert answer["credentials_void"]
    async with running(tmp_path / "b", database_url=store_url, admin_token=OPERATOR) as server:
        assert [await verdict_on_key(server, each) for each in done.keys] == ["KEY_REVOKED"] * 2
        for token in (*done.seated.tokens, done.new_token, done.seated.host_token):
            assert await verdict_on_token(server, done.seated.id, token) == "TOKEN_WRONG"
        assert await verdict_on_token(server, *done.left) == "TOKEN_WRONG"
        await (await server.seated("akros")).play_first()


def lose_the_record(data: Path, database_url: str) -> None:
    """All but what is revoked: keys, and the list."""
    for name in ("record.db", "archive.db", "head-key"):
        (data / name).unlink(missing_ok=True)
    shutil.rmtree(data / "projections", ignore_errors=True)
    if database_url:
        with psycopg.connect(database_url) as connection:
            connection.execute(SQL("TRUNCATE {}").format(Identifier(TABLE)))
            connection.execute("DROP SCHEMA clio_projections CASCADE")


async def test_where_the_operator_vouches_everything_holds_but_what_the_place_itself_revoked(
    tmp_path: Path, store_url: str
) -> None:
    """The folder, or the database, still has its keys and its list: newer than any backup."""
    done = await lived(tmp_path / "a", tmp_path / "it", "", "")
    await restore(tmp_path, tmp_path / "it", "--keep-credentials", **place(tmp_path / "b", store_url))
    async with running(tmp_path / "b", database_url=store_url, admin_token=OPERATOR) as server:
        assert [await verdict_on_key(server, each) for each in done.keys] == ["", ""]
        assert await verdict_on_token(server, done.seated.id, done.seated.tokens[0]) == ""
        again = await rotate(server, done.seated.id, done.seated.tokens[0])
        await access(server).RevokeKey(
            access_service_pb2.RevokeKeyRequest(key_id=done.keys[0].split("_")[1]), metadata=bearer(OPERATOR)
        )
        newer = (await new_api_key(server, "play", name="newer")).key
    lose_the_record(tmp_path / "b", store_url)
    await restore(tmp_path, tmp_path / "it", "--keep-credentials", **place(tmp_path / "b", store_url))
    async with running(tmp_path / "b", database_url=store_url, admin_token=OPERATOR) as server:
        assert [await verdict_on_key(server, each) for each in (*done.keys, newer)] == ["KEY_REVOKED", "", ""]
        assert await verdict_on_token(server, done.seated.id, done.seated.tokens[0]) == "TOKEN_WRONG"
        assert await verdict_on_token(server, done.seated.id, again) == ""


async def test_a_backup_holds_hashes_of_keys_and_no_key(tmp_path: Path) -> None:
    done = await lived(tmp_path / "a", tmp_path / "it", "", "")
    frames = frames_of(tmp_path / "it", "")
    (kept,) = [frame.body for frame in frames if frame.kind == API_KEYS]
    assert {key.name for key in msgspec.json.decode(kept, type=list[ApiKey])} == {"kept", "revoked"}
    content = b"".join(frame.body for frame in frames) + (tmp_path / "a" / "revocations").read_bytes()
    for secret in (*(key.split("_", 2)[2] for key in done.keys), done.new_token, *done.seated.tokens):
        assert secret.encode() not in content


async def test_a_backup_of_an_earlier_version_has_no_keys_and_is_restored(tmp_path: Path) -> None:
    done = await lived(tmp_path / "a", tmp_path / "it", "", "")
    frames = [frame for frame in frames_of(tmp_path / "it", "") if frame.kind != API_KEYS]
    trailer = msgspec.json.decode(frames[-1].body)
    del trailer["counts"]["keys"]
    old = written(tmp_path / "old", [*frames[:-1], Frame(TRAILER, msgspec.json.encode(trailer))], "")
    answer = await restore(tmp_path, old, "--keep-credentials", **place(tmp_path / "b"))
    assert answer["keys"] == 0
    async with running(tmp_path / "b") as server:
        assert await verdict_on_token(server, done.seated.id, done.seated.tokens[0]) == ""
        assert await verdict_on_key(server, done.keys[0]) == "KEY_WRONG"


async def test_a_list_that_cannot_be_read_stops_the_restore(tmp_path: Path) -> None:
    await lived(tmp_path / "a", tmp_path / "it", "", "")
    listed = tmp_path / "list"
    listed.write_bytes((tmp_path / "a" / "revocations").read_bytes() + b"nonsense\n")
    command = ("admin", "restore", str(tmp_path / "it"), "--revocations", str(listed))
    code, answer = await asyncio.to_thread(clio, tmp_path, *command, **place(tmp_path / "b"))
    assert (code, answer["error"]["reason"]) == (1, "BACKUP_REVOCATIONS_WRONG")
    assert not (tmp_path / "b").exists()


async def test_what_cannot_be_listed_is_not_revoked(tmp_path: Path) -> None:
    """Acknowledged means listed: a revocation that a restore would forget is refused."""
    async with running(tmp_path / "a", revocations=str(tmp_path), admin_token=OPERATOR) as server:
        seated = await server.seated("akros")
        key = (await new_api_key(server, "play")).key
        assert (await refusal_of(rotate(server, seated.id, seated.tokens[0]))).reason == "RECORD_UNAVAILABLE"
        request = access_service_pb2.RevokeKeyRequest(key_id=key.split("_")[1])
        refusal = await refusal_of(access(server).RevokeKey(request, metadata=bearer(OPERATOR)))
        assert refusal.reason == "RECORD_UNAVAILABLE"
        assert await verdict_on_token(server, seated.id, seated.tokens[0]) == ""
        assert await verdict_on_key(server, key) == ""
        await seated.play_first()
