"""Matches with private names: pseudonyms in the record, names beside it, which an operator changes and erases."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from clio.server.auth.revocations import read_revocations
from clio.server.eventstore.player_names import PlayerName, PlayerNames
from clio.server.eventstore.postgres_player_names import PostgresPlayerNames
from clio.server.eventstore.sqlite_player_names import SqlitePlayerNames
from clio.v1 import match_service_pb2 as pb
from clio.v1 import name_service_pb2 as names_pb
from clio.v1.name_service_pb2_grpc import NameServiceStub
from clio.v1.record_service_pb2 import ExportRecordRequest
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.kit.access import OPERATOR
from tests.kit.servers import Connection, bearer, running

NAME = "Zoë Private"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path, admin_token=OPERATOR) as connection:
        yield connection


async def played(server: Connection, *names: str) -> str:
    opened = await server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", private_names=True))
    for name in names:
        await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))
    return opened.match.match_id


async def shown(server: Connection, match_id: str) -> list[str]:
    one = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
    (listed,) = [
        each
        for each in (await server.matches.ListMatches(pb.ListMatchesRequest())).matches
        if each.match_id == match_id
    ]
    assert [seat.name for seat in one.seats] == [seat.name for seat in listed.seats]
    return [seat.name for seat in one.seats]


async def record_of(server: Connection, match_id: str) -> bytes:
    records: Any = RecordServiceStub(server.channel)
    return b"".join([part.chunk async for part in records.ExportRecord(ExportRecordRequest(match_id=match_id))])


def files_with(folder: Path, pattern: str) -> list[str]:
    """The files that contain the name."""
    return [path.name for path in folder.rglob(pattern) if path.is_file() and NAME.encode() in path.read_bytes()]


def erased_in(folder: Path) -> frozenset[str]:
    return read_revocations(folder.rglob("revocations*")).names


def names_of(server: Connection) -> Any:
    return NameServiceStub(server.channel)


async def test_the_record_holds_pseudonyms_and_answers_show_names(server: Connection, tmp_path: Path) -> None:
    match_id = await played(server, NAME, "Yan")
    assert await shown(server, match_id) == [NAME, "Yan"]
    record = await record_of(server, match_id)
    assert b"player-" in record
    assert NAME.encode() not in record
    assert b"Yan" not in record
    assert not files_with(tmp_path, "record.db*")


async def test_a_name_keeps_its_pseudonym_in_a_namespace(server: Connection) -> None:
    for _ in range(2):
        await played(server, NAME, "Yan")
    listed = await names_of(server).ListNames(names_pb.ListNamesRequest(), metadata=bearer(OPERATOR))
    assert sorted(each.name for each in listed.names) == ["Yan", NAME]


async def test_a_name_is_changed_without_touching_the_record(server: Connection) -> None:
    match_id = await played(server, NAME, "Yan")
    before = await record_of(server, match_id)
    pseudonym = await _pseudonym(server, NAME)
    request = names_pb.RenamePlayerRequest(pseudonym=pseudonym, name="Xenia")
    await names_of(server).RenamePlayer(request, metadata=bearer(OPERATOR))
    assert await shown(server, match_id) == ["Xenia", "Yan"]
    assert await record_of(server, match_id) == before
    for bad in ("", "x" * 41, "Yan"):
        request = names_pb.RenamePlayerRequest(pseudonym=pseudonym, name=bad)
        with pytest.raises(grpc.aio.AioRpcError):
            await names_of(server).RenamePlayer(request, metadata=bearer(OPERATOR))


async def test_an_erased_name_is_in_no_file_and_comes_back_from_no_backup(server: Connection, tmp_path: Path) -> None:
    match_id = await played(server, NAME, "Yan")
    pseudonym = await _pseudonym(server, NAME)
    await names_of(server).ErasePlayer(names_pb.ErasePlayerRequest(pseudonym=pseudonym), metadata=bearer(OPERATOR))
    assert await shown(server, match_id) == [pseudonym, "Yan"]
    assert not files_with(tmp_path, "*")
    assert erased_in(tmp_path) == {pseudonym}
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await names_of(server).ErasePlayer(names_pb.ErasePlayerRequest(pseudonym=pseudonym), metadata=bearer(OPERATOR))
    assert caught.value.code() == grpc.StatusCode.NOT_FOUND
    # The same name is another player from now on.
    again = await played(server, NAME, "Yan")
    assert await shown(server, again) == [NAME, "Yan"]
    assert await _pseudonym(server, NAME) != pseudonym
    assert await shown(server, match_id) == [pseudonym, "Yan"]


async def test_names_that_look_alike_are_refused(server: Connection) -> None:
    match_id = await played(server, "Ann")
    for name in ("Ann", "\u0410nn", "", "x" * 41):
        with pytest.raises(grpc.aio.AioRpcError):
            await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=name))


async def test_other_matches_hold_names_as_ever(server: Connection) -> None:
    seated = await server.seated("akros", 2)
    assert b"Player 0" in await record_of(server, seated.id)
    assert not (await names_of(server).ListNames(names_pb.ListNamesRequest(), metadata=bearer(OPERATOR))).names


async def _pseudonym(server: Connection, name: str) -> str:
    listed = await names_of(server).ListNames(names_pb.ListNamesRequest(), metadata=bearer(OPERATOR))
    return next(each.pseudonym for each in listed.names if each.name == name)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> PlayerNames:
    if request.param == "sqlite":
        return SqlitePlayerNames(tmp_path / "names.db")
    return PostgresPlayerNames(request.getfixturevalue("database_url"))


def test_both_stores_keep_names(store: PlayerNames) -> None:
    ann = store.pseudonym("arena", "Ann")
    assert store.pseudonym("arena", "Ann") == ann
    assert store.pseudonym("", "Ann") != ann
    assert store.names([ann, "player-nobody"]) == {ann: "Ann"}
    bob = store.pseudonym("arena", "Bob")
    assert not store.rename(PlayerName(bob, "arena", "Ann"))
    assert store.rename(PlayerName(bob, "arena", "Cid"))
    assert store.find("arena", "Cid") == PlayerName(bob, "arena", "Cid")
    assert [each.pseudonym for each in store.page("", 2)] == sorted(each.pseudonym for each in store.page("", 10))[:2]
    store.erase(ann)
    assert store.get(ann) is None
    store.close()
