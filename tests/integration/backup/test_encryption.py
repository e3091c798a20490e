"""Encryption at rest: nothing of a match can be read without the key, and nothing is different with it."""

import asyncio
from base64 import b64encode
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.eventstore.copy import copy_record, verified_heads
from clio.server.eventstore.factory import open_record
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from clio.v1 import standings_service_pb2 as standings
from clio.v1 import statistics_service_pb2 as statistics
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub
from tests.integration.backup.commands import clio, new_key, place
from tests.integration.backup.data_at_rest import bytes_of
from tests.integration.backup.secret_match import play_secret_match
from tests.kit.servers import Connection, running
from tests.kit.table import Table
from tests.kit.waiting import until

TYPES = Referee(GAMES).types


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue("database_url") if request.param == "postgresql" else ""


async def test_without_a_key_the_disk_tells_everything(tmp_path: Path, store_url: str) -> None:
    """So that the next test can fail."""
    async with running(tmp_path / "a", database_url=store_url) as server:
        tales = await play_secret_match(server)
        found = bytes_of(tmp_path / "a", store_url)
    assert [tale for tale in tales if tale not in found] == []


async def test_with_a_key_neither_disk_nor_database_reveals_a_secret(tmp_path: Path, store_url: str) -> None:
    async with running(tmp_path / "a", database_url=store_url, cipher_key=new_key()) as server:
        tales = await play_secret_match(server)
        while_serving = bytes_of(tmp_path / "a", store_url)
    afterwards = bytes_of(tmp_path / "a", store_url)
    for found in (while_serving, afterwards):
        assert len(found) > 10_000
        assert [tale for tale in tales if tale in found] == []


async def test_a_match_goes_on_with_its_key(tmp_path: Path, store_url: str) -> None:
    key = new_key()
    async with running(tmp_path, database_url=store_url, cipher_key=key) as server:
        seated = await server.seated("akrotiri")
        before = (await seated.play_first()).digest
    async with running(tmp_path, database_url=store_url, cipher_key=key) as server:
        seated.connection = server
        assert (await seated.refresh()).digest == before
        assert (await seated.finish()).outcome.scores
        listed = await server.matches.ListMatches(pb.ListMatchesRequest(player="Player 1"))
        assert [match.match_id for match in listed.matches] == [seated.id]


@pytest.mark.parametrize(
    ("had", "has", "sentence"),
    [
        ("key", "", "The record is encrypted, and CLIO_CIPHER_KEY is not set: set the key"),
        ("key", "other", "The record is encrypted with another key than CLIO_CIPHER_KEY: set the one"),
        ("", "key", "The record is not encrypted, but CLIO_CIPHER_KEY is set: unset it, or make an"),
        ("", "short", "CLIO_CIPHER_KEY is not a key: it must be 32 random bytes in base64"),
    ],
)
async def test_a_server_with_the_wrong_key_says_what_to_do(
    tmp_path: Path, store_url: str, had: str, has: str, sentence: str
) -> None:
    keys = {"": "", "key": new_key(), "other": new_key(), "short": b64encode(b"short").decode()}
    async with running(tmp_path / "a", database_url=store_url, cipher_key=keys[had]) as server:
        await server.open()
    before = bytes_of(tmp_path / "a", store_url)
    settings = place(tmp_path / "a", store_url, keys[has])
    code, answer = await asyncio.to_thread(clio, tmp_path, "serve", "--port", "0", **settings)
    assert (code, answer["error"]["reason"]) == (2, "SETTINGS")
    assert answer["error"]["message"].startswith(sentence)
    assert not keys[has] or keys[has] not in str(answer)
    assert bytes_of(tmp_path / "a", store_url) == before


async def test_an_archive_with_another_key_is_refused_too(tmp_path: Path) -> None:
    async with running(tmp_path, cipher_key=new_key()) as server:
        await play_secret_match(server)
    for name in ("record.db", "record.db-wal", "record.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    for key, sentence in (
        ("", "The archive is encrypted, and"),
        (new_key(), "The archive is encrypted with another"),
    ):
        (tmp_path / "record.db").unlink(missing_ok=True)
        code, answer = await asyncio.to_thread(clio, tmp_path, "serve", "--port", "0", **place(tmp_path, key=key))
        assert (code, answer["error"]["message"][: len(sentence)]) == (2, sentence)


def filled(data: Path) -> Settings:
    """A record of some finished matches."""
    settings = Settings(data=data)
    record = open_record(settings, TYPES)
    for seed in range(6):
        record.append(Table("akros", 2, seed=seed + 20).finish().events)
        record.append(Table("akrotiri", 2, seed=seed + 40).finish().events)
    record.close()
    return settings


async def test_views_answer_the_same_whether_they_are_enciphered_or_not(tmp_path: Path, store_url: str) -> None:
    key = new_key()
    source = open_record(filled(tmp_path / "plain"), TYPES)
    target = open_record(Settings(data=tmp_path / "b", database_url=store_url, cipher_key=key), TYPES)
    copy_record(source, target, lambda _: None)
    assert verified_heads(source, "plain") == verified_heads(target, "enciphered")
    source.close()
    target.close()
    async with (
        running(tmp_path / "plain") as plain,
        running(tmp_path / "b", database_url=store_url, cipher_key=key) as enciphered,
    ):
        one, other = await asked(plain), await asked(enciphered)
    assert len(one) == len(other) > 30
    assert one == other


async def asked(server: Connection) -> list[object]:
    """All that views say of the record, page by page."""
    await until(lambda: all(lag == 0 for lag in server.clio.projections.lags().values()))
    table, numbers = StandingsServiceStub(server.channel), StatisticsServiceStub(server.channel)
    answers: list[object] = []
    for filters in (
        {"player": "Player 1"},
        {"winner": "Player 0"},
        {"options": {"sides": "random"}},
        {"game": "akros"},
    ):
        request = pb.ListMatchesRequest(page_size=2, **filters)  # type: ignore[arg-type]
        while True:
            page = await server.matches.ListMatches(request)
            answers += page.matches
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
    for game in ("", "akros", "akrotiri"):
        shown = standings.ListStandingsRequest(game=game, page_size=1)
        while True:
            ranks = await table.ListStandings(shown)
            answers += ranks.standings
            if not ranks.next_page_token:
                break
            shown.page_token = ranks.next_page_token
    player = await table.GetPlayer(standings.GetPlayerRequest(player="Player 0"))
    history = await table.ListPlayerMatches(standings.ListPlayerMatchesRequest(player="Player 1", game="akros"))
    answers += [player.standings, history.matches]
    counted = await numbers.GetStatistics(statistics.GetStatisticsRequest(game="akros"))
    counted.ClearField("as_of")
    answers.append(counted)
    return [str(answer) for answer in answers]


async def test_a_view_is_rebuilt_and_compared_under_its_key(tmp_path: Path, store_url: str) -> None:
    key = new_key()
    async with running(tmp_path, database_url=store_url, cipher_key=key) as server:
        await (await server.seated("akros")).finish()
        settings = place(tmp_path, store_url, key) | {"CLIO_SERVER": f"127.0.0.1:{server.clio.port}"}
        code, rebuilt = await asyncio.to_thread(
            clio, tmp_path, "admin", "projections", "rebuild", "standings", **settings
        )
    assert code == 0, rebuilt
    comparison = next(found["comparison"] for found in rebuilt["projection"]["generations"] if "comparison" in found)
    assert comparison["old_digest"] == comparison["new_digest"]


def test_copying_enciphers_and_changes_keys(tmp_path: Path) -> None:
    heads = verified_heads(record := open_record(filled(tmp_path / "plain"), TYPES), "plain")
    record.close()
    one, two = new_key(), new_key()
    for source, target, keys in (
        ("plain", "one", {"CLIO_CIPHER_KEY": one}),
        ("one", "two", {"CLIO_CIPHER_KEY": two, "CLIO_OLD_CIPHER_KEY": one}),
        ("two", "open", {"CLIO_OLD_CIPHER_KEY": two}),
    ):
        code, answer = clio(tmp_path, "admin", "copy", str(tmp_path / source), str(tmp_path / target), **keys)
        assert (code, answer.get("matches")) == (0, len(heads)), answer
    for name, key in (("one", one), ("two", two), ("open", "")):
        record = open_record(Settings(data=tmp_path / name, cipher_key=key), TYPES)
        assert verified_heads(record, name) == heads
        record.close()
    code, answer = clio(tmp_path, "admin", "copy", str(tmp_path / "two"), str(tmp_path / "x"), CLIO_CIPHER_KEY=one)
    assert (code, answer["error"]["reason"]) == (2, "SETTINGS")
