"""Backups of servers, restored elsewhere: all of it or nothing, and only what verifies."""

import asyncio
import io
import sqlite3
import stat
from collections.abc import Iterable
from contextlib import closing
from hashlib import sha256
from itertools import product
from pathlib import Path

import grpc
import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.backup.container import decrypted, encrypted
from clio.server.backup.payload import ARCHIVED, EVENT, KEYS, PREFACE, TRAILER, Frame, encode_frame, verified_frames
from clio.server.eventstore.copy import verified_heads
from clio.server.eventstore.encryption import cipher_of, key_bytes
from clio.server.eventstore.factory import open_record
from clio.server.settings import Settings
from clio.v1 import archive_service_pb2, match_service_pb2, record_service_pb2
from clio.v1 import backup_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.backup_service_pb2_grpc import BackupServiceStub
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from tests.integration.backup.commands import clio, new_key, place, told
from tests.integration.backup.secret_match import play_secret_match
from tests.kit.proxy import Proxy
from tests.kit.refusals import read_refusal
from tests.kit.servers import Connection, bearer, running
from tests.kit.table import Table
from tests.kit.waiting import until

TYPES = Referee(GAMES).types


async def backup(server: Connection, home: Path, file: Path, *flags: str) -> tuple[int, dict[str, object]]:
    """``clio admin backup``, with the token that lies in the server's folder."""
    token = (server.clio._settings.data / "admin-token").read_text().strip()
    address = f"127.0.0.1:{server.clio.port}"
    return await asyncio.to_thread(
        clio, home, "admin", "backup", str(file), "--server", address, *flags, CLIO_ADMIN_TOKEN=token
    )


async def taken(folder: Path, key: str = "", database_url: str = "") -> Path:
    """A backup of a server with matches under way, one that is over, and a foreign record."""
    file = folder / "it.clio-backup"
    async with running(folder / "origin", cipher_key=key, database_url=database_url) as server:
        await play_secret_match(server)
        await (await server.seated("akros")).finish()
        await (await server.seated("amphipolis")).play_first()
        code, answer = await backup(server, folder, file, "--plain")
        assert code == 0, answer
    return file


def heads(data: Path, key: str = "", database_url: str = "") -> dict[str, object]:
    record = open_record(Settings(data=data, cipher_key=key, database_url=database_url), TYPES)
    try:
        return dict(verified_heads(record, "it"))
    finally:
        record.close()


def frames_of(file: Path, key: str) -> list[Frame]:
    with file.open("rb") as source:
        return list(verified_frames(decrypted(source, [key_bytes(key)] if key else [])))


def written(file: Path, frames: Iterable[Frame], key: str) -> Path:
    """A backup of other frames, with a trailer and seals as sound as its maker could make them."""
    *content, trailer = frames
    assert trailer.kind == TRAILER
    body = b"".join(encode_frame(*frame) for frame in content)
    trailer_values = msgspec.json.decode(trailer.body)
    trailer_values["digest"] = sha256(body).hexdigest()
    whole = body + encode_frame(TRAILER, msgspec.json.encode(trailer_values))
    file.write_bytes(b"".join(encrypted([whole], key_bytes(key) if key else None)))
    return file


@pytest.mark.parametrize(
    ("from_store", "to_store", "key"),
    [
        ("sqlite", "postgresql", "key"),
        ("postgresql", "sqlite", ""),
        *(
            pytest.param(*place, marks=pytest.mark.slow)
            for place in product(("sqlite", "postgresql"), ("sqlite", "postgresql"), ("", "key"))
            if place not in {("sqlite", "postgresql", "key"), ("postgresql", "sqlite", "")}
        ),
    ],
)
async def test_everything_comes_back_wherever_it_is_restored(
    tmp_path: Path, postgres_server: object, from_store: str, to_store: str, key: str
) -> None:
    key = key and new_key()
    urls = [postgres_server.database() if store == "postgresql" else "" for store in (from_store, to_store)]  # type: ignore[attr-defined]
    file = await taken(tmp_path, key, urls[0])
    there = tmp_path / "there"
    code, verified = await asyncio.to_thread(
        clio, tmp_path, "admin", "verify-backup", str(file), **place(tmp_path / "nothing", key=key)
    )
    assert (code, verified["matches"], verified["archived"]) == (0, 3, 1), verified
    assert not (tmp_path / "nothing").exists()
    code, restored = await asyncio.to_thread(
        clio, tmp_path, "admin", "restore", str(file), **place(there, urls[1], key)
    )
    assert (code, restored) == (0, verified | {"signs_as_before": bool(key)})
    assert heads(there, key, urls[1]) == heads(tmp_path / "origin", key, urls[0])
    before, keys_before = await asked(tmp_path / "origin", urls[0], key)
    after, keys_after = await asked(there, urls[1], key)
    assert before == after
    assert len(before) == 5
    assert keys_before <= keys_after
    assert ((there / "head-key").read_bytes() == (tmp_path / "origin" / "head-key").read_bytes()) == bool(key)


async def asked(data: Path, database_url: str, key: str) -> tuple[list[object], set[bytes]]:
    """What a server there tells of its matches and its archive, and the keys it knows."""
    async with running(data, database_url=database_url, cipher_key=key) as server:
        listed = await server.matches.ListMatches(match_service_pb2.ListMatchesRequest())
        records = RecordServiceStub(server.channel)
        archive = ArchiveServiceStub(server.channel)
        archived = await archive.ListArchivedRecords(archive_service_pb2.ListArchivedRecordsRequest())
        answers = [*listed.matches, *archived.records]
        for found in archived.records:
            request = archive_service_pb2.ExportArchivedRecordRequest(match_id=found.match.match_id)
            answers += [part.chunk async for part in archive.ExportArchivedRecord(request)]
        keys = await records.ListHeadKeys(record_service_pb2.ListHeadKeysRequest())
        return answers, {found.signer_key for found in keys.keys}


async def test_a_match_goes_on_where_it_was_restored(tmp_path: Path) -> None:
    key = new_key()
    async with running(tmp_path / "a", cipher_key=key) as server:
        seated = await server.seated("akrotiri")
        played = await seated.play_first()
        assert (await backup(server, tmp_path, tmp_path / "it"))[0] == 0
        await seated.play_first()
    code, answer = await asyncio.to_thread(clio, tmp_path, "admin", "restore", "it", **place(tmp_path / "b", key=key))
    assert (code, answer["error"]["reason"]) == (3, "FILE")
    code, _ = await asyncio.to_thread(
        clio, tmp_path, "admin", "restore", str(tmp_path / "it"), "--keep-credentials", **place(tmp_path / "b", key=key)
    )
    assert code == 0
    async with running(tmp_path / "b", cipher_key=key) as server:
        seated.connection = server
        assert (await seated.refresh()).digest == played.digest
        assert (await seated.finish()).outcome.scores


async def test_only_operators_take_backups(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        stub = BackupServiceStub(server.channel)
        for metadata, reason in ((), "TOKEN_MISSING"), (bearer("somebody's"), "TOKEN_WRONG"):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                async for _ in stub.CreateBackup(pb.CreateBackupRequest(allow_plain=True), metadata=metadata):
                    pass
            assert read_refusal(caught.value).reason == reason


async def test_a_server_without_a_key_gives_no_backup_unless_it_is_told_to(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as server:
        await server.open()
        code, answer = await backup(server, tmp_path, tmp_path / "it")
        assert (code, answer["error"]["reason"]) == (1, "BACKUP_NOT_ENCIPHERED")  # type: ignore[index]
        assert not (tmp_path / "it").exists()
        assert (await backup(server, tmp_path, tmp_path / "it", "--plain"))[0] == 0
        assert stat.S_IMODE((tmp_path / "it").stat().st_mode) == 0o600
        again, answer = await backup(server, tmp_path, tmp_path / "it", "--plain")
        assert (again, answer["error"]["reason"]) == (1, "FILE")  # type: ignore[index]


async def test_a_backup_that_is_cut_off_on_its_way_leaves_no_file(tmp_path: Path) -> None:
    key = new_key()
    record = open_record(Settings(data=tmp_path / "a", cipher_key=key), TYPES)
    for seed in range(60):
        record.append(Table("akros", 2, seed=seed).finish().events)
    record.close()

    def arrived() -> bool:
        return any(file.stat().st_size for file in tmp_path.glob(".it.*"))

    async with running(tmp_path / "a", cipher_key=key) as server, Proxy(server.clio.port) as proxy:
        token = (tmp_path / "a" / "admin-token").read_text().strip()
        proxy.delay = 0.2
        command = ("admin", "backup", str(tmp_path / "it"), "--server", f"127.0.0.1:{proxy.port}")
        taking = asyncio.create_task(asyncio.to_thread(clio, tmp_path, *command, CLIO_ADMIN_TOKEN=token))
        await until(arrived)
        await proxy.close()
        code, answer = await taking
    assert (code, "error" in answer) == (5, True), answer
    assert await asyncio.to_thread(lambda: [file for file in tmp_path.iterdir() if "it" in file.name]) == []


@pytest.mark.parametrize(
    ("file", "spoil", "sentence"),
    [
        ("record.db", "UPDATE stored_events SET state = ? WHERE originator_version = 2", "Event 2 of match "),
        ("archive.db", "UPDATE clio_archive SET record = ?", "A record of the archive does not open"),
    ],
)
async def test_a_backup_says_what_does_not_open_with_the_servers_key(
    tmp_path: Path, file: str, spoil: str, sentence: str
) -> None:
    key = new_key()
    async with running(tmp_path / "a", cipher_key=key) as server:
        await play_secret_match(server)
    foreign = cipher_of(new_key())
    assert foreign is not None
    with closing(sqlite3.connect(tmp_path / "a" / file)) as connection, connection:
        assert connection.execute(spoil, (foreign.encrypt(b"{}"),)).rowcount
    async with running(tmp_path / "a", cipher_key=key) as server:
        code, answer = await backup(server, tmp_path, tmp_path / "it")
    assert (code, answer["error"]["reason"]) == (1, "BACKUP_UNDECIPHERABLE")  # type: ignore[index]
    assert answer["error"]["message"].startswith(sentence)  # type: ignore[index]
    assert not (tmp_path / "it").exists()


async def test_an_enciphered_backup_tells_nothing(tmp_path: Path) -> None:
    async with running(tmp_path / "a", cipher_key=new_key()) as server:
        tales = [*await play_secret_match(server), (tmp_path / "a" / "head-key").read_bytes()]
        code, answer = await backup(server, tmp_path, tmp_path / "it", "--plain")
    assert (code, answer["enciphered"]) == (0, True)
    content = (tmp_path / "it").read_bytes()
    assert [tale for tale in tales if tale in content] == []


async def test_a_plain_backup_holds_no_key_to_sign_with(tmp_path: Path) -> None:
    file = await taken(tmp_path)
    payload = b"".join(encode_frame(*frame) for frame in frames_of(file, ""))
    key = (tmp_path / "origin" / "head-key").read_bytes()
    assert key not in payload
    assert key.hex().encode() not in payload


async def test_a_backup_needs_its_key_and_can_change_it(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    file = str(await taken(tmp_path, old))
    there = tmp_path / "there"
    for settings, reason in (
        (place(there), "BACKUP_KEY_MISSING"),
        (place(there, key=new), "BACKUP_KEY_WRONG"),
        (place(there) | {"CLIO_OLD_CIPHER_KEY": new}, "BACKUP_KEY_WRONG"),
    ):
        for command in ("restore", "verify-backup"):
            code, answer = await asyncio.to_thread(clio, tmp_path, "admin", command, file, **settings)
            assert (code, answer["error"]["reason"]) == (4, reason)
    assert not list(there.rglob("*"))
    rotated = place(there, key=new) | {"CLIO_OLD_CIPHER_KEY": old}
    assert (await asyncio.to_thread(clio, tmp_path, "admin", "restore", file, **rotated))[0] == 0
    assert heads(there, new) == heads(tmp_path / "origin", old)


async def test_a_backup_is_restored_to_an_empty_place_only(tmp_path: Path, database_url: str) -> None:
    key = new_key()
    file = str(await taken(tmp_path, key))
    for settings, reason in (
        (place(tmp_path / "there", key=key), "BACKUP_NOT_EMPTY"),
        (place(tmp_path / "other", database_url, key), "BACKUP_DATABASE_NOT_EMPTY"),
    ):
        assert (await asyncio.to_thread(clio, tmp_path, "admin", "restore", file, **settings))[0] == 0
        code, answer = await asyncio.to_thread(clio, tmp_path, "admin", "restore", file, **settings)
        assert (code, answer["error"]["reason"]) == (1, reason)
    elsewhere = place(tmp_path / "fresh", database_url, key)
    code, answer = await asyncio.to_thread(clio, tmp_path, "admin", "restore", file, **elsewhere)
    assert (code, answer["error"]["reason"]) == (1, "BACKUP_DATABASE_NOT_EMPTY")
    (tmp_path / "keyed").mkdir()
    (tmp_path / "keyed" / "head-key").write_bytes(b"k" * 32)
    code, answer = await asyncio.to_thread(
        clio, tmp_path, "admin", "restore", file, **place(tmp_path / "keyed", key=key)
    )
    assert (code, answer["error"]["reason"]) == (1, "BACKUP_HEAD_KEY_DIFFERS")
    assert [path.name for path in (tmp_path / "keyed").iterdir()] == ["head-key"]


def without_match_start(frames: list[Frame]) -> list[Frame]:
    first = next(place for place, frame in enumerate(frames) if frame.kind == EVENT)
    return [*frames[:first], *frames[first + 1 :]]


def with_changed_event(frames: list[Frame]) -> list[Frame]:
    return [
        Frame(kind, body.replace(b"Zephyrine", b"Zephyrina")) if kind == EVENT else Frame(kind, body)
        for kind, body in frames
    ]


def with_changed_seed(frames: list[Frame]) -> list[Frame]:
    """Of a match that seals nothing and goes on: no verifier could tell."""

    def changed(body: bytes) -> bytes:
        place = body.find(b'"server_seed":"') + len(b'"server_seed":"')
        is_it = b'"game":"amphipolis"' in body
        # No hexadecimal digit: what cannot even be read is refused as what is wrong.
        return body[:place] + b"`" + body[place + 1 :] if is_it else body

    return [Frame(kind, changed(body) if kind == EVENT else body) for kind, body in frames]


def with_swapped_events(frames: list[Frame]) -> list[Frame]:
    place = [number for number, frame in enumerate(frames) if frame.kind == EVENT][3]
    return [*frames[:place], frames[place + 1], frames[place], *frames[place + 2 :]]


def with_other_archive(frames: list[Frame]) -> list[Frame]:
    return [
        Frame(kind, body.replace(b'"seat":0', b'"seat":1', 1) if kind == ARCHIVED else body) for kind, body in frames
    ]


FALSIFIED = {
    "an event is missing": (without_match_start, "BACKUP_CONTENT_WRONG"),
    "a name was changed": (with_changed_event, "BACKUP_MATCH_BROKEN"),
    "a seed was changed": (with_changed_seed, "BACKUP_MATCH_BROKEN"),
    "events were swapped": (with_swapped_events, "BACKUP_CONTENT_WRONG"),
    "a foreign record was changed": (with_other_archive, "BACKUP_MATCH_BROKEN"),
    "the keys are missing": (
        lambda frames: [frame for frame in frames if frame.kind != KEYS],
        "BACKUP_CONTENT_WRONG",
    ),
    "the beginning is missing": (
        lambda frames: [frame for frame in frames if frame.kind != PREFACE],
        "BACKUP_CONTENT_WRONG",
    ),
}


async def test_a_backup_that_does_not_verify_is_not_restored(tmp_path: Path, database_url: str) -> None:
    """Falsified by somebody who has the key, so that only its content tells."""
    key = new_key()
    frames = frames_of(await taken(tmp_path, key), key)
    for number, (name, (falsify, reason)) in enumerate(FALSIFIED.items()):
        changed = falsify(frames)
        assert changed != frames, name
        file = written(tmp_path / f"false-{number}", changed, key)
        for url in ("", database_url):
            settings = place(tmp_path / f"there-{number}", url, key)
            code, answer = await asyncio.to_thread(clio, tmp_path, "admin", "restore", str(file), **settings)
            assert (code, answer["error"]["reason"]) == (6, reason), (name, answer)
            assert not list((tmp_path / f"there-{number}").rglob("*")), name
    file = written(tmp_path / "true", frames, key)
    settings = place(tmp_path / "there", database_url, key)
    assert (await asyncio.to_thread(clio, tmp_path, "admin", "restore", str(file), **settings))[0] == 0


@pytest.mark.parametrize("key", [pytest.param("", marks=pytest.mark.slow), "key"])
async def test_a_damaged_backup_is_refused(tmp_path: Path, key: str) -> None:
    key = key and new_key()
    content = (await taken(tmp_path, key)).read_bytes()
    middle = len(content) // 2
    damaged = {
        "cut": content[:-1],
        "half": content[:middle],
        "longer": content + b"\0\0\0\1x",
        "changed": content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :],
        "no backup": b"SQLite format 3\0" + content,
    }
    for name, bad in damaged.items():
        (tmp_path / "bad").write_bytes(bad)
        settings = place(tmp_path / "there", key=key)
        code, answer = await asyncio.to_thread(
            clio, tmp_path, "admin", "verify-backup", str(tmp_path / "bad"), **settings
        )
        assert code == 6, (name, answer)


async def test_no_server_starts_on_a_restore_that_was_interrupted(tmp_path: Path) -> None:
    key = new_key()
    file = str(await taken(tmp_path, key))
    there = tmp_path / "there"
    (there / "restoring").mkdir(parents=True)
    (there / "restoring" / "record.db").write_bytes(b"half")
    (there / "archive.db").write_bytes(b"half")
    settings = place(there, key=key)
    code, answer = await asyncio.to_thread(clio, tmp_path, "serve", "--port", "0", **settings)
    assert (code, "was interrupted" in answer["error"]["message"]) == (2, True)
    assert (await asyncio.to_thread(clio, tmp_path, "admin", "restore", file, **settings))[0] == 0
    assert heads(there, key) == heads(tmp_path / "origin", key)
    assert not (there / "restoring").exists()


async def test_people_are_told_in_their_language(tmp_path: Path) -> None:
    key = new_key()
    file = str(await taken(tmp_path, key))
    for language, words in (("en", "all verified."), ("es", "todo verificado.")):
        code, said = await asyncio.to_thread(
            told, tmp_path, "--lang", language, "admin", "verify-backup", file, **place(tmp_path, key=key)
        )
        assert (code, words in said) == (0, True), said


def test_a_stream_of_any_size_is_read_frame_by_frame() -> None:
    content = [encode_frame(PREFACE, b"x"), encode_frame(EVENT, bytes(1_000_000)), encode_frame(EVENT, b"")]
    trailer = {"counts": {}, "digest": sha256(b"".join(content)).hexdigest()}
    whole = b"".join([*content, encode_frame(TRAILER, msgspec.json.encode(trailer))])
    file = io.BytesIO(b"".join(encrypted([whole], None)))
    assert [(frame.kind, len(frame.body)) for frame in verified_frames(decrypted(file, []))][:3] == [
        (PREFACE, 1),
        (EVENT, 1_000_000),
        (EVENT, 0),
    ]
