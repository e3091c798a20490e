"""Matches with private names: pseudonyms in the record, names beside it, which an operator changes and erases."""

import base64
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from clio.cli.local import event_store
from clio.client import Client, Credentials, MatchSettings
from clio.server.auth.revocations import read_revocations
from clio.server.eventstore.factory import borrowed_pool
from clio.server.eventstore.player_names import PlayerName, PlayerNames
from clio.server.eventstore.postgres_player_names import PostgresPlayerNames
from clio.server.eventstore.sqlite_player_names import SqlitePlayerNames
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from clio.v1 import name_service_pb2 as names_pb
from clio.v1.fair_play_pb2 import AGREEMENT_PAUSE
from clio.v1.feed_service_pb2 import CHANGE_KIND_MATCHES
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.name_service_pb2_grpc import NameServiceStub
from clio.v1.record_service_pb2 import ExportRecordRequest
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.view_pb2 import View
from tests.kit.access import OPERATOR, new_key
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


async def test_every_answer_that_holds_a_match_shows_names(server: Connection) -> None:
    """Boards, watches, replays, scores, previews, forks, fair play, the feed: whatever the contract calls a match."""
    async with Client(f"127.0.0.1:{server.clio.port}") as client:
        host = await client.open("akros", settings=MatchSettings(private_names=True))
        seats = [await host.join(name) for name in (NAME, "Yan")]
        mover = seats[(await host.get()).to_move[0]]
        (move, *_) = await mover.list_legal_moves().all()
        found = {
            "view": (await mover.view()).match,
            "past view": (await mover.view(seq=3)).match,
            "scores": (await mover.scores()).match,
            "preview": (await mover.preview(move)).view.match,
            "consent": await mover.consent(AGREEMENT_PAUSE, "tea"),
            "batch": (await client.platform.get_matches([host.match_id])).matches[0],
        }
        async for sighting in mover.watch(views=True):
            if isinstance(sighting, View):
                found["watch"] = sighting.match
                break
        async for change in client.platform.changes(kind=CHANGE_KIND_MATCHES):
            found["feed"] = change.match
            break
        await mover.resign()
        found["replay"] = [step.view.match async for step in host.replay()][-1]
        for where, match in found.items():
            assert [seat.name for seat in match.seats] == [NAME, "Yan"], where
        names = client.operator(OPERATOR).names
        (pseudonym,) = [each.pseudonym async for each in names.list_names() if each.name == NAME]
        await names.erase(pseudonym)
        async for sighting in host.watch(views=True):
            if isinstance(sighting, View):
                assert [seat.name for seat in sighting.match.seats] == [pseudonym, "Yan"]


async def test_standings_and_players_show_names(server: Connection) -> None:
    async with Client(f"127.0.0.1:{server.clio.port}") as client:
        host = await client.open("akros", settings=MatchSettings(private_names=True))
        seats = [await host.join(name) for name in (NAME, "Yan")]
        while to_move := (await host.get()).to_move:
            await seats[to_move[0]].play((await seats[to_move[0]].list_legal_moves().all())[0])
        seen = AtLeast(match_id=host.match_id, min_seq=(await host.get()).seq)
        listed = await client.views.list_standings("akros", at_least=seen).all()
        assert {each.name for each in listed} == {NAME, "Yan"}
        assert all(each.player.startswith("player-") for each in listed)
        player = (await client.views.get_player(NAME)).standings[0]
        assert player == (await client.views.get_player(player.player)).standings[0]
        (played,) = await client.views.list_player_matches(player.player, "akros").all()
        assert list(played.opponents) == ["Yan"]


@pytest.mark.parametrize("private", [False, True])
async def test_nobody_joins_under_a_pseudonym(server: Connection, *, private: bool) -> None:
    """Its bearer would be taken for the player whom it stands for, and stand in that player's standings."""
    await played(server, NAME, "Yan")
    pseudonym = await _pseudonym(server, NAME)
    opened = await server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", private_names=private))
    for name, refused in ((pseudonym, True), ("player-1", False)):
        request = pb.JoinMatchRequest(match_id=opened.match.match_id, name=name)
        if refused:
            with pytest.raises(grpc.aio.AioRpcError, match="pseudonym"):
                await server.matches.JoinMatch(request)
        else:
            await server.matches.JoinMatch(request)


async def test_who_gets_no_seat_leaves_no_name(server: Connection) -> None:
    """A refused call changes nothing: else anybody fills the table of names, without a seat and for ever."""
    waiting = await played(server, NAME)
    full = await played(server, NAME, "Yan")
    for match_id, seat in ((full, None), (waiting, 0), (waiting, 9)):
        with pytest.raises(grpc.aio.AioRpcError):
            await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name="Nobody", seat=seat))
    with pytest.raises(grpc.aio.AioRpcError):
        await server.matches.JoinMatch(
            pb.JoinMatchRequest(match_id=waiting, name="Nobody"), metadata=bearer("a token of no seat of this match")
        )
    listed = await names_of(server).ListNames(names_pb.ListNamesRequest(), metadata=bearer(OPERATOR))
    assert sorted(each.name for each in listed.names) == ["Yan", NAME]


async def test_lists_find_players_by_name_within_the_namespace(server: Connection) -> None:
    """Names and pseudonyms both find a player; another namespace's names find nobody."""
    host, guest = [(await new_key(server, "play", "host", name=name)).key for name in ("host", "guest")]
    async with (
        Client(f"127.0.0.1:{server.clio.port}", credentials=Credentials(key=host)) as client,
        Client(f"127.0.0.1:{server.clio.port}", credentials=Credentials(key=guest)) as stranger,
    ):
        table = await client.open("akros", settings=MatchSettings(private_names=True))
        seats = [await table.join(name) for name in (NAME, "Yan")]
        mover = seats[(await table.get()).to_move[0]]
        to_move = NAME if mover.seat == 0 else "Yan"
        seen = AtLeast(match_id=table.match_id, min_seq=(await table.get()).seq)
        find: Any = {"player": NAME, "player_to_move": to_move, "at_least": seen}
        assert [match.match_id async for match in client.list_matches(**find)] == [table.match_id]
        assert not await stranger.list_matches(**find).all()
        while turn := (await table.get()).to_move:
            await seats[turn[0]].play((await seats[turn[0]].list_legal_moves().all())[0])
        over = await table.get()
        seen = AtLeast(match_id=table.match_id, min_seq=over.seq)
        winners = [(NAME, "Yan")[seat] for seat in over.outcome.winners]
        for winner in winners:
            found = await client.list_matches(winner=winner, player="Yan", at_least=seen).all()
            assert [match.match_id for match in found] == [table.match_id]
        (one,) = await client.views.list_player_matches("Yan", "akros").all()
        assert list(one.opponents) == [NAME]
        assert not await stranger.views.list_player_matches("Yan", "akros").all()
        exported = [each.match_id async for each in client.records.export_all(player="Yan")]
        assert set(exported) == {table.match_id}
        assert not [each async for each in stranger.records.export_all(player="Yan")]


@pytest.mark.parametrize("key", ["", base64.b64encode(bytes(range(32))).decode()])
async def test_a_copied_record_has_the_names_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    async with running(tmp_path / "old", admin_token=OPERATOR) as server:
        match_id = await played(server, NAME, "Yan")
    monkeypatch.setenv("CLIO_CIPHER_KEY", key)
    event_store.copy(str(tmp_path / "old"), str(tmp_path / "new"), lambda _: None)
    event_store.copy(str(tmp_path / "old"), str(tmp_path / "new"), lambda _: None)
    async with running(tmp_path / "new", cipher_key=key) as server:
        assert await shown(server, match_id) == [NAME, "Yan"]


@pytest.mark.parametrize("key", ["", base64.b64encode(bytes(range(32))).decode()])
async def test_names_are_copied_to_and_from_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database_url: str, key: str
) -> None:
    async with running(tmp_path / "old", admin_token=OPERATOR) as server:
        match_id = await played(server, NAME, "Yan")
        pseudonym = await _pseudonym(server, NAME)
    monkeypatch.setenv("CLIO_CIPHER_KEY", key)
    event_store.copy(str(tmp_path / "old"), database_url, lambda _: None)
    async with running(tmp_path / "own", database_url=database_url, cipher_key=key, admin_token=OPERATOR) as server:
        assert await shown(server, match_id) == [NAME, "Yan"]
        assert await _pseudonym(server, NAME) == pseudonym
    event_store.copy(database_url, str(tmp_path / "new"), lambda _: None)
    async with running(tmp_path / "new", cipher_key=key, admin_token=OPERATOR) as server:
        assert await shown(server, match_id) == [NAME, "Yan"]
        request = names_pb.ErasePlayerRequest(pseudonym=pseudonym)
        await names_of(server).ErasePlayer(request, metadata=bearer(OPERATOR))
    # The source still has the name; the target's list of revocations says that it is erased.
    event_store.copy(database_url, str(tmp_path / "new"), lambda _: None)
    async with running(tmp_path / "new", cipher_key=key) as server:
        assert await shown(server, match_id) == [pseudonym, "Yan"]


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
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PlayerNames]:
    url = request.getfixturevalue("database_url") if request.param == "postgres" else ""
    with borrowed_pool(Settings(database_url=url)) as pool:
        yield SqlitePlayerNames(tmp_path / "names.db") if pool is None else PostgresPlayerNames(pool)


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
