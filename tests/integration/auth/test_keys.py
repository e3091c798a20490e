"""API keys: made once, kept as hashes, held to their scopes, worth nothing once revoked."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clio.v1 import access_service_pb2 as pb
from clio.v1 import game_service_pb2, match_service_pb2, projection_service_pb2
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub
from tests.kit.access import OPERATOR, access, new_key, numbers, with_key
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, bearer, running
from tests.kit.waiting import until

Call = Callable[[Connection, tuple[tuple[str, str], ...]], Awaitable[object]]

CALLS: dict[str, Call] = {
    "read": lambda server, shown: server.games.ListGames(game_service_pb2.ListGamesRequest(), metadata=shown),
    "play": lambda server, shown: server.matches.JoinMatch(
        match_service_pb2.JoinMatchRequest(match_id="m" * 20, name="Ann"), metadata=shown
    ),
    "host": lambda server, shown: server.matches.OpenMatch(
        match_service_pb2.OpenMatchRequest(game="akros", seats=2), metadata=shown
    ),
    "admin": lambda server, shown: access(server).ListKeys(pb.ListKeysRequest(), metadata=shown),
}
PAST_THE_GATE = {"OK", "MATCH_NOT_FOUND"}


async def told(call: Awaitable[object]) -> str:
    """OK, or the reason of the refusal."""

    async def must_fail() -> None:
        await call
        raise _WentWellError

    try:
        return (await refusal_of(must_fail())).reason
    except _WentWellError:
        return "OK"


class _WentWellError(Exception):
    pass


async def allowed(server: Connection, key: str) -> set[str]:
    reasons = {scope: await told(call(server, with_key(key))) for scope, call in CALLS.items()}
    assert set(reasons.values()) <= PAST_THE_GATE | {"SCOPE_MISSING"}
    return {scope for scope, reason in reasons.items() if reason in PAST_THE_GATE}


@pytest.mark.parametrize("required", [False, True])
async def test_a_key_is_good_for_its_scopes_and_for_reading(tmp_path: Path, required: bool) -> None:  # noqa: FBT001
    async with running(tmp_path, admin_token=OPERATOR, require_key=required, anonymous_reading=False) as server:
        for scopes in (["read"], ["play"], ["host"], ["admin"], ["play", "host"]):
            made = await new_key(server, *scopes)
            assert await allowed(server, made.key) == {"read", *scopes}


async def test_an_open_server_asks_for_no_key_but_for_operators(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        reasons = {scope: await told(call(server, ())) for scope, call in CALLS.items()}
        assert reasons == {"read": "OK", "play": "MATCH_NOT_FOUND", "host": "OK", "admin": "TOKEN_MISSING"}


@pytest.mark.parametrize(("anonymous", "reading"), [(True, "OK"), (False, "KEY_MISSING")])
async def test_a_server_that_requires_keys_lets_others_read_where_it_is_set_so(
    tmp_path: Path,
    anonymous: bool,  # noqa: FBT001
    reading: str,
) -> None:
    async with running(tmp_path, admin_token=OPERATOR, require_key=True, anonymous_reading=anonymous) as server:
        reasons = {scope: await told(call(server, ())) for scope, call in CALLS.items()}
        assert reasons == {"read": reading, "play": "KEY_MISSING", "host": "KEY_MISSING", "admin": "TOKEN_MISSING"}
        refusal = await refusal_of(CALLS["host"](server, ()))
        assert (refusal.code, refusal.metadata["scope"]) == ("UNAUTHENTICATED", "host")


async def test_an_invalid_key_is_rejected_even_on_an_open_server_and_learns_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        made = await new_key(server, "read")
        refusals = [
            await refusal_of(CALLS["read"](server, with_key(key)))
            for key in (
                "nonsense",
                f"{made.key}x",
                made.key[:-1] + ("A" if made.key[-1] != "A" else "B"),
                made.key.replace(made.api_key.key_id, "a" * 16),
            )
        ]
        assert {(refusal.code, refusal.reason) for refusal in refusals} == {("UNAUTHENTICATED", "KEY_WRONG")}
        assert len({refusal.sentence for refusal in refusals}) == 1


async def test_the_operators_token_or_a_key_with_the_scope_admin_rebuilds_projections(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        projections = ProjectionServiceStub(server.channel)
        request = projection_service_pb2.ListProjectionsRequest()
        admin, player = await new_key(server, "admin"), await new_key(server, "play")
        for shown, reason in (
            (with_key(admin.key), "OK"),
            (bearer(OPERATOR), "OK"),
            (with_key(player.key, OPERATOR), "OK"),
            (with_key(player.key), "SCOPE_MISSING"),
            (with_key(player.key, "somebody's token"), "SCOPE_MISSING"),
            (bearer("somebody's token"), "TOKEN_WRONG"),
            ((), "TOKEN_MISSING"),
        ):
            assert await told(projections.ListProjections(request, metadata=shown)) == reason


def holding(folder: Path, secret: str) -> list[Path]:
    """The files that hold a secret."""
    return [file for file in folder.rglob("*") if file.is_file() and secret.encode() in file.read_bytes()]


async def test_a_key_is_kept_as_a_hash_only_and_outlives_the_server(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        made = await new_key(server, "play", name="arena", watchers=3)
    assert not holding(tmp_path, made.key[-43:])
    assert (tmp_path / "keys.db").stat().st_mode & 0o077 == 0
    with sqlite3.connect(tmp_path / "keys.db") as kept:
        assert kept.execute("SELECT count(*) FROM clio_keys").fetchone() == (1,)
    kept.close()
    async with running(tmp_path, admin_token=OPERATOR, require_key=True) as server:
        assert await allowed(server, made.key) == {"read", "play"}
        listed = await access(server).ListKeys(pb.ListKeysRequest(), metadata=bearer(OPERATOR))
        assert list(listed.api_keys) == [made.api_key]
        assert (listed.api_keys[0].name, listed.api_keys[0].limits.watchers) == ("arena", 3)


async def test_a_revoked_key_is_rejected_at_once_and_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        made = await new_key(server, "read")
        request = pb.RevokeKeyRequest(key_id=made.api_key.key_id)
        first = await access(server).RevokeKey(request, metadata=bearer(OPERATOR))
        assert await access(server).RevokeKey(request, metadata=bearer(OPERATOR)) == first
        refusal = await refusal_of(CALLS["read"](server, with_key(made.key)))
        assert (refusal.code, refusal.reason) == ("UNAUTHENTICATED", "KEY_REVOKED")
    async with running(tmp_path, admin_token=OPERATOR) as server:
        assert await told(CALLS["read"](server, with_key(made.key))) == "KEY_REVOKED"


async def test_a_key_ends_when_its_time_is_over(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        soon = await new_key(server, "read", expire_time=datetime.now(UTC) + timedelta(seconds=1))
        later = await new_key(server, "read", expire_time=datetime.now(UTC) + timedelta(hours=1))

        async def expired() -> bool:
            return await told(CALLS["read"](server, with_key(soon.key))) == "KEY_EXPIRED"

        await until(expired)
        assert await told(CALLS["read"](server, with_key(later.key))) == "OK"


async def test_streams_of_a_revoked_key_end(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        made, other = await new_key(server, "read"), await new_key(server, "read")
        match_id = (await server.open()).match.match_id
        request = match_service_pb2.WatchMatchRequest(match_id=match_id)
        ended, stays = (server.matches.WatchMatch(request, metadata=with_key(key.key)) for key in (made, other))
        for stream in (ended, stays):
            while not (await stream.read()).caught_up:
                pass
        revoke = pb.RevokeKeyRequest(key_id=made.api_key.key_id)
        await access(server).RevokeKey(revoke, metadata=bearer(OPERATOR))
        refusal = await asyncio.wait_for(refusal_of(ended.read()), 60)
        assert refusal.reason == "KEY_REVOKED"
        joining = match_service_pb2.JoinMatchRequest(match_id=match_id, name="Ann")
        await server.matches.JoinMatch(joining)
        assert len((await stays.read()).events) == 1
        stays.cancel()


async def test_a_revocation_reaches_the_other_servers_of_a_record(tmp_path: Path, database_url: str) -> None:
    shared = {"database_url": database_url, "admin_token": OPERATOR}
    async with running(tmp_path / "a", **shared) as here, running(tmp_path / "b", **shared) as there:
        made = await new_key(here, "read")

        async def tells(reason: str) -> bool:
            return await told(CALLS["read"](there, with_key(made.key))) == reason

        await until(lambda: tells("OK"))
        watch = match_service_pb2.WatchMatchRequest(match_id=(await here.open()).match.match_id)
        stream = there.matches.WatchMatch(watch, metadata=with_key(made.key))
        while not (await stream.read()).caught_up:
            pass
        revoke = pb.RevokeKeyRequest(key_id=made.api_key.key_id)
        await access(here).RevokeKey(revoke, metadata=bearer(OPERATOR))
        await until(lambda: tells("KEY_REVOKED"))
        assert (await asyncio.wait_for(refusal_of(stream.read()), 60)).reason == "KEY_REVOKED"


@pytest.mark.parametrize(
    "given",
    [
        {"name": ""},
        {"name": "x" * 65},
        {"name": " arena"},
        {"name": "are\nna"},
        {"scopes": []},
        {"scopes": [0]},
        {"scopes": [9]},
        {"limits": pb.KeyLimits(watchers=-1)},
        {"limits": pb.KeyLimits(calls_per_second=float("nan"))},
        {"limits": pb.KeyLimits(calls_per_second=float("inf"))},
        {"expire_time": {"seconds": 1}},
    ],
)
async def test_a_key_that_makes_no_sense_is_not_made(tmp_path: Path, given: dict[str, object]) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        request = pb.CreateKeyRequest(**({"name": "arena", "scopes": numbers(["read"])} | given))  # type: ignore[arg-type]
        refusal = await refusal_of(access(server).CreateKey(request, metadata=bearer(OPERATOR)))
        assert (refusal.code, refusal.reason) == ("INVALID_ARGUMENT", "KEY_NOT_ALLOWED")


async def test_a_repeated_request_makes_no_second_key_and_a_key_that_is_none_cannot_be_revoked(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        request = pb.CreateKeyRequest(name="arena", scopes=numbers(["read"]), request_id="once")
        await access(server).CreateKey(request, metadata=bearer(OPERATOR))
        assert await told(access(server).CreateKey(request, metadata=bearer(OPERATOR))) == "REQUEST_ID_REUSED"
        revoke = pb.RevokeKeyRequest(key_id="nobody")
        assert await told(access(server).RevokeKey(revoke, metadata=bearer(OPERATOR))) == "KEY_NOT_FOUND"


async def test_keys_are_listed_page_by_page(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=OPERATOR) as server:
        made = [(await new_key(server, "read", name=f"key {number}")).api_key.key_id for number in range(5)]
        listed: list[str] = []
        request = pb.ListKeysRequest(page_size=2)
        while True:
            page = await access(server).ListKeys(request, metadata=bearer(OPERATOR))
            assert len(page.api_keys) <= 2
            listed += [key.key_id for key in page.api_keys]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        assert listed == made[::-1]
