"""Records over the API: out, in, replayed, forked, vouched for."""

import gzip
import json
import secrets
import stat
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.client.client import Client
from clio.client.credentials import Credentials
from clio.client.errors import (
    ClioError,
    IntegrityError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    RateLimitError,
    RefusedError,
)
from clio.client.viewpoints import EVERYTHING, seat_viewpoint
from clio.kernel.match.commands import Abort, Play
from clio.server.eventstore.archive import NEWEST, Archived, NoRoomError, Room
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.settings import SettingsError
from clio.server.signing_keys import is_signed, load_signing_keys, rotate
from clio.v1 import match_service_pb2
from clio.v1.match_pb2 import MATCH_STATUS_FINISHED, MATCH_STATUS_OPEN
from clio.verify import verify_match
from clio.verify.verdicts import Report
from clio.verify.verifier import verify_lines
from tests.kit.access import OPERATOR, new_key
from tests.kit.damage import entries_of, rewritten
from tests.kit.records import KEY, head_line, lines_of
from tests.kit.servers import Connection, Seated, running, server_with
from tests.kit.table import Table


@pytest.fixture
async def client(server: Connection) -> AsyncIterator[Client]:
    async with Client(f"127.0.0.1:{server.clio.port}") as connected:
        yield connected


async def exported(client: Client, match_id: str, token: str = "", **how: Any) -> bytes:
    return b"".join([part async for part in client.records.export(match_id, token, **how)])


async def exported_from_archive(client: Client, match_id: str, signer_key: bytes = b"") -> bytes:
    return b"".join([part async for part in client.archive.export(match_id, signer_key=signer_key)])


def judged(content: bytes) -> Report:
    return verify_lines(content.split(b"\n")[:-1])


def foreign(game: str = "akros", seed: int = 1) -> bytes:
    return b"".join(line + b"\n" for line in lines_of(Table(game, 2, seed=seed).finish()))


async def reason_of(call: object) -> str:
    with pytest.raises(ClioError) as caught:
        await call  # type: ignore[misc]
    return caught.value.reason


async def test_an_export_of_a_finished_match_passes_all_levels(server: Connection, client: Client) -> None:
    for game in ("amphipolis", "akros"):
        match = await server.seated(game)
        await match.finish()
        content = await exported(client, match.id)
        assert [level.verdict for _, level in judged(content).levels()] == ["pass"] * 4
        assert gzip.decompress(await exported(client, match.id, gzip=True)) == content


async def test_exports_of_a_running_match_hold_what_their_reader_may_see(server: Connection, client: Client) -> None:
    match = await server.seated("akrotiri")
    for _ in range(8):
        await match.play_first()
    opened = {}
    for who, token in (("spectator", ""), ("seat 0", match.tokens[0]), ("seat 1", match.tokens[1])):
        content = await exported(client, match.id, token)
        assert judged(content).integrity.verdict == "pass"
        assert verify_match.verify_lines(content.split(b"\n")[:-1]).exit_code == 0
        opened[who] = content.count(b'"salt"')
    assert opened["spectator"] == 0
    assert opened["seat 0"] > 0
    assert opened["seat 1"] > 0


async def test_a_query_exports_each_match_that_fits(server: Connection, client: Client) -> None:
    over = [await server.seated(game) for game in ("akros", "akros", "amphipolis")]
    for match in over:
        await match.finish()
    await server.seated("akros")
    found: dict[str, bytes] = {}
    whole = set()
    async for part in client.records.export_all(game="akros"):
        found[part.match_id] = found.get(part.match_id, b"") + part.chunk
        whole |= {part.match_id} if part.complete else set()
    assert set(found) == whole == {over[0].id, over[1].id}
    assert all(judged(content).failed_level == 0 for content in found.values())
    later = datetime.now(UTC) + timedelta(hours=1)
    assert [part async for part in client.records.export_all(update_time_from=later)] == []


async def test_a_foreign_record_is_kept_apart(server: Connection, client: Client) -> None:
    content = foreign()
    done = await client.archive.import_record([gzip.compress(content)], "a friend")
    match_id = done.record.match.match_id
    assert (done.known, done.record.source, done.record.match.status) == (False, "a friend", MATCH_STATUS_FINISHED)
    assert (await client.archive.import_record([content])).known
    assert [item.match.match_id async for item in client.archive.list_records()] == [match_id]
    assert [match async for match in client.list_matches()] == []
    with pytest.raises(NotFoundError):
        await client.get_match(match_id)
    with pytest.raises(NotFoundError):
        await exported(client, match_id)
    assert await exported_from_archive(client, match_id) == content
    steps = [step async for step in client.archive.replay(match_id)]
    assert [step.event.seq for step in steps] == list(range(1, done.record.match.seq + 1))
    assert steps[-1].view.position
    own = await server.seated("akros")
    await own.finish()
    names = {part.match_id async for part in client.records.export_all()}
    assert names == {own.id}
    assert {part.match_id async for part in client.archive.export_all()} == {match_id}


def signed_again(content: bytes, key: Ed25519PrivateKey, *, upto: int | None = None) -> bytes:
    """The record, or its beginning, with a head that another key has signed."""
    lines = content.split(b"\n")[:-2][: None if upto is None else upto + 1]
    head = json.loads(content.split(b"\n")[-2])["head"] if upto is None else None
    seq = len(lines) - 1
    digest = head["digest"] if head else json.loads(lines[-1])["digest"]
    match_id = json.loads(lines[0])["match"]
    return b"\n".join([*lines, head_line(match_id, seq, bytes.fromhex(digest), key)]) + b"\n"


async def test_no_record_of_a_match_that_this_server_has_is_imported(server: Connection, client: Client) -> None:
    match = await server.seated("akros")
    await match.finish()
    content = await exported(client, match.id)
    for record in (content, signed_again(content, Ed25519PrivateKey.generate())):
        assert await reason_of(client.archive.import_record([record])) == "MATCH_IS_OWN"
    assert [item async for item in client.archive.list_records()] == []


async def test_a_match_that_is_opened_later_hides_what_was_archived_under_its_id(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as first, Client(f"127.0.0.1:{first.clio.port}") as client:
        opened = await first.matches.OpenMatch(
            match_service_pb2.OpenMatchRequest(game="akros", seats=2, request_id="foreseen", host_token="h" * 40)
        )
        for name in ("Ann", "Bob"):
            joined = await client.join_match(opened.match.match_id, name)
        await client.resign_match(opened.match.match_id, joined.seat_token)
        forged = await exported(client, opened.match.match_id)
    async with running(tmp_path / "b") as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        match_id = (await client.archive.import_record([forged])).record.match.match_id
        again = match_service_pb2.OpenMatchRequest(game="akros", seats=2, request_id="foreseen", host_token="h" * 40)
        assert (await server.matches.OpenMatch(again)).match.match_id == match_id
        assert [item async for item in client.archive.list_records()] == []
        assert [part async for part in client.archive.export_all()] == []
        with pytest.raises(NotFoundError):
            await exported_from_archive(client, match_id)
        assert await reason_of(client.archive.fork(match_id, 0)) == "MATCH_NOT_FOUND"
        assert await reason_of(client.archive.import_record([forged])) == "MATCH_IS_OWN"


async def test_a_forged_record_does_not_keep_the_genuine_one_out(client: Client) -> None:
    content = foreign()
    forger = Ed25519PrivateKey.generate()
    forged = signed_again(content, forger, upto=40)
    match_id = (await client.archive.import_record([forged])).record.match.match_id
    done = await client.archive.import_record([content])
    assert (done.known, done.record.match.match_id) == (False, match_id)
    assert {item.signer_key for item in [each async for each in client.archive.list_records()]} == {
        done.record.signer_key,
        forger.public_key().public_bytes_raw(),
    }
    with pytest.raises(RefusedError) as caught:
        await exported_from_archive(client, match_id)
    assert caught.value.reason == "SEVERAL_SIGNERS"
    assert done.record.signer_key.hex() in caught.value.metadata["signer_keys"].split()
    assert await exported_from_archive(client, match_id, done.record.signer_key) == content
    mine = [step async for step in client.archive.replay(match_id, signer_key=done.record.signer_key)]
    theirs = [step async for step in client.archive.replay(match_id, signer_key=forger.public_key().public_bytes_raw())]
    assert (len(mine), len(theirs)) == (done.record.match.seq, 40)
    files = {part.signer_key async for part in client.archive.export_all(status=MATCH_STATUS_FINISHED)}
    assert files == {done.record.signer_key}
    with pytest.raises(NotFoundError):
        await exported_from_archive(client, match_id, bytes(32))


async def test_two_records_of_one_length_by_two_signers_are_not_taken_for_each_other(client: Client) -> None:
    one, other = Table("akros", 2, seed=1), Table("akros", 2, seed=1)
    for table, choice in ((one, 0), (other, -1)):
        for _ in range(3):
            seat = table.match.to_move[0]
            table.do(Play(seat, table.game.legal_moves(table.state, seat)[choice]))
        table.do(Abort("Enough."))
    keys = []
    for table in (one, other):
        content = b"".join(line + b"\n" for line in lines_of(table))
        signer = Ed25519PrivateKey.generate()
        done = await client.archive.import_record([signed_again(content, signer)])
        keys.append(done.record.signer_key)
    boards = []
    for key in keys:
        steps = [step async for step in client.archive.replay(one.match.id, signer_key=key)]
        boards.append(steps[-1].view.position)
    assert boards[0] != boards[1]


async def test_only_signers_whom_the_operator_trusts_come_in_where_some_are_named(tmp_path: Path) -> None:
    content = foreign()
    trusted = KEY.public_key().public_bytes_raw().hex()
    async with (
        running(tmp_path, trusted_signers=trusted) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        stranger = signed_again(content, Ed25519PrivateKey.generate())
        assert await reason_of(client.archive.import_record([stranger])) == "SIGNER_NOT_TRUSTED"
        assert not (await client.archive.import_record([content])).known
    with pytest.raises(SettingsError):
        server_with(tmp_path, trusted_signers="not a key")


async def test_imports_count_against_the_importer_and_not_the_signer(tmp_path: Path) -> None:
    """Each signature makes another record: without an account one caller would fill the archive for all."""
    content = foreign()
    async with running(tmp_path, admin_token=OPERATOR, limit_archive_mib=1) as server:
        keys = [(await new_key(server, "host", name=name)).key for name in ("one", "other")]
        clients = [Client(f"127.0.0.1:{server.clio.port}", credentials=Credentials(key=key)) for key in keys]
        async with clients[0] as one, clients[1] as other:
            await one.archive.import_record([signed_again(content, Ed25519PrivateKey.generate())])
            archive = server.clio._archive
            (first,) = archive.page("", NEWEST, 9)
            assert (first.importer, archive.size()) == (keys[0].split("_")[1], first.size)
            large = msgspec.structs.replace(first, key=b"k" * 32)
            assert archive.keep(large, [secrets.token_bytes(1024 * 1024 - first.size - 2_000)])
            refused = signed_again(content, Ed25519PrivateKey.generate())
            with pytest.raises(RateLimitError) as caught:
                await one.archive.import_record([refused])
            assert caught.value.metadata["limit"] == "archive_mib"
            assert not (await other.archive.import_record([refused])).known


async def test_the_room_of_an_importer_is_checked_where_the_record_is_stored(tmp_path: Path) -> None:
    content = [foreign()]
    archive = SqliteArchive(tmp_path / "archive.db")
    sample = Archived("m" * 20, "akros", 1, b"d", b"a" * 32, "", "", "", b"", importer="one")
    assert archive.keep(sample, content)
    room = Room(10**9, 2 * archive.size() + 10)
    assert archive.keep(msgspec.structs.replace(sample, key=b"b" * 32), content, room=room)
    with pytest.raises(NoRoomError) as caught:
        archive.keep(msgspec.structs.replace(sample, key=b"c" * 32), content, room=room)
    assert caught.value.of_importer
    assert archive.keep(msgspec.structs.replace(sample, key=b"c" * 32, importer="other"), content, room=room)
    # A longer version takes the place of a shorter one, and only of the one that was looked at.
    longer = msgspec.structs.replace(sample, digest=b"e")
    assert archive.keep(longer, content, replaces=b"d", room=room)
    assert not archive.keep(longer, content, replaces=b"d")
    archive.close()


async def test_forks_of_a_foreign_record_count_against_who_makes_them(tmp_path: Path) -> None:
    """Each fork writes the record's events among the matches played here, where they stay for ever."""
    async with running(tmp_path, admin_token=OPERATOR, limit_archive_mib=1) as server:
        keys = [(await new_key(server, "host", "play", name=name)).key for name in ("one", "other")]
        clients = [Client(f"127.0.0.1:{server.clio.port}", credentials=Credentials(key=key)) for key in keys]
        caller = keys[0].split("_")[1]
        async with clients[0] as one, clients[1] as other:
            match_id = (await one.archive.import_record([foreign()])).record.match.match_id
            archive = server.clio._archive
            first = await one.archive.fork(match_id, 0, request_id="fork", host_token="h" * 40)
            once = archive._forked(caller)
            assert once > 10_000
            await one.archive.fork(match_id, 0, request_id="fork", host_token="h" * 40)
            assert archive._forked(caller) == once
            for name in ("Ann", "Bob"):
                await one.join_match(first.match.match_id, name)
            await one.records.fork(first.match.match_id, 0, first.host_token)
            twice = archive._forked(caller)
            assert twice > once + 10_000
            own = await server.seated("akros")
            await own.finish()
            await one.records.fork(own.id, 0)
            assert archive._forked() == twice

            archive.charge_fork("another", caller, 1024 * 1024 - twice - once, Room(2**30))
            full = archive._forked(caller)
            for fork in (
                one.archive.fork(match_id, 0),
                one.records.fork(first.match.match_id, 0, first.host_token),
            ):
                with pytest.raises(RateLimitError) as caught:
                    await fork
                assert caught.value.metadata["limit"] == "archive_mib"
            assert archive._forked(caller) == full
            assert (await other.archive.fork(match_id, 0)).match.forked_from.match_id == match_id


async def test_what_an_importer_says_of_a_source_shows_and_nothing_else(client: Client) -> None:
    done = await client.archive.import_record([foreign()], "a friend\u202e\x1b[2J\u2028of mine\u3164")
    assert done.record.source == "a friend\ufffd\ufffd[2J\ufffdof mine\ufffd"


async def test_operators_list_the_archive_and_delete_from_it(tmp_path: Path) -> None:
    content = foreign()
    async with running(tmp_path, admin_token=OPERATOR) as server:
        address = f"127.0.0.1:{server.clio.port}"
        async with Client(address) as client:
            done = await client.archive.import_record([content], "a friend")
            forged = signed_again(content, Ed25519PrivateKey.generate())
            await client.archive.import_record([forged])
            with pytest.raises(NotAllowedError):
                await client.operator("nobody").archive.delete(done.record.match.match_id)
            operator = client.operator(OPERATOR).archive
            listed = [record async for record in operator.list_imports()]
            assert [record.importer for record in listed] == ["127.0.0.1", "127.0.0.1"]
            assert all(record.size_bytes for record in listed)
            match_id = done.record.match.match_id
            assert await reason_of(operator.delete(match_id)) == "SEVERAL_SIGNERS"
            gone = await operator.delete(match_id, done.record.signer_key)
            assert gone.record.source == "a friend"
            assert await reason_of(operator.delete(match_id, done.record.signer_key)) == "MATCH_NOT_FOUND"
            assert await exported_from_archive(client, match_id) == forged
            assert not (await client.archive.import_record([content])).known


async def test_what_does_not_hold_is_not_imported(client: Client) -> None:
    content = foreign()
    lines = content.split(b"\n")[:-1]
    for damaged in (
        b"",
        b"nonsense\n",
        content[:-1],
        content.replace(b"Player 0", b"Prayer 0"),
        b"\n".join(lines[:5] + lines[6:]) + b"\n",
        b"\x1f\x8b" + content,
        gzip.compress(content)[:-9],
    ):
        assert await reason_of(client.archive.import_record([damaged])) == "RECORD_NOT_VALID"
    assert [item async for item in client.archive.list_records()] == []


async def test_another_history_of_an_archived_match_is_an_alarm(client: Client) -> None:
    content = foreign("amphipolis")
    lines = content.split(b"\n")[:-1]
    entries = entries_of(lines)
    half = rewritten(lines, entries[:20])
    await client.archive.import_record([half])
    assert not (await client.archive.import_record([content])).known
    assert (await client.archive.import_record([half])).known
    entries[5]["event"]["request"] = "another"
    with pytest.raises(IntegrityError):
        await client.archive.import_record([rewritten(lines, entries)])


async def test_the_archive_has_a_limit(tmp_path: Path) -> None:
    async with running(tmp_path, archive_mib=0) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        assert await reason_of(client.archive.import_record([foreign()])) == "ARCHIVE_FULL"
        # A bomb: small when packed, more than any record when not.
        bomb = gzip.compress(b"\0" * (9 * 1024 * 1024))
        assert await reason_of(client.archive.import_record([bomb])) == "MESSAGE_TOO_LARGE"


async def test_a_replay_goes_both_ways_and_shows_each_board(server: Connection, client: Client) -> None:
    match = await server.seated("amphipolis")
    last = (await match.finish()).seq
    forwards = [step async for step in client.records.replay(match.id)]
    backwards = [step async for step in client.records.replay(match.id, first=last, last=1)]
    assert [step.event.seq for step in forwards] == list(range(1, last + 1))
    assert backwards == forwards[::-1]
    for step in forwards[::9]:
        view = await client.get_view(match.id, seq=step.event.seq)
        assert view.position == step.view.position
    with pytest.raises(NotFoundError):
        _ = [step async for step in client.records.replay(match.id, first=last + 1)]


async def test_a_replay_shows_only_what_the_viewpoint_may_see(server: Connection, client: Client) -> None:
    match = await server.seated("akrotiri")
    for _ in range(8):
        await match.play_first()
    plain = [step async for step in client.records.replay(match.id)]
    own = [step async for step in client.records.replay(match.id, match.tokens[0])]
    assert not any(step.openings for step in plain)
    assert any(step.openings for step in own)
    with pytest.raises(NotAllowedError):
        _ = [step async for step in client.records.replay(match.id, viewpoint=seat_viewpoint(0))]
    with pytest.raises(NotAllowedError):
        _ = [step async for step in client.records.replay(match.id, viewpoint=EVERYTHING)]


async def test_a_fork_is_played_and_verifies(server: Connection, client: Client) -> None:
    source = await server.seated("amphipolis", 3)
    await source.finish()
    done = await client.records.fork(source.id, 20, request_id="fork-1", host_token="h" * 40)
    assert done.match.status == MATCH_STATUS_OPEN
    assert done.match.forked_from.match_id == source.id
    again = await client.records.fork(source.id, 20, request_id="fork-1", host_token="h" * 40)
    assert again.match == done.match
    assert await reason_of(client.records.fork(source.id, 30, request_id="fork-1", host_token="h" * 40)) == (
        "REQUEST_ID_REUSED"
    )
    assert (await client.get_view(done.match.match_id)).position
    tokens = [(await client.join_match(done.match.match_id, f"Heir {seat}")).seat_token for seat in range(3)]
    fork = Seated(server, done.match.match_id, done.host_token, tokens, done.match)
    await fork.finish()
    assert [level.verdict for _, level in judged(await exported(client, fork.id)).levels()] == ["pass"] * 4


async def test_a_fork_lives_through_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        source = await server.seated("akros")
        await source.finish()
        forked = (await client.records.fork(source.id, 30)).match
        tokens = [(await client.join_match(forked.match_id, f"Heir {seat}")).seat_token for seat in range(2)]
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        fork = Seated(server, forked.match_id, "", tokens, forked)
        await fork.finish()
        assert judged(await exported(client, fork.id)).failed_level == 0


async def test_nobody_learns_a_secret_by_a_fork(server: Connection, client: Client) -> None:
    secret = await server.seated("akrotiri")
    for token in ("", secret.tokens[0], secret.host_token):
        assert await reason_of(client.records.fork(secret.id, 0, token)) == "FORK_NOT_ALLOWED"
    clear = await server.seated("akros")
    await clear.play_first()
    assert await reason_of(client.records.fork(clear.id, 0)) == "FORK_NOT_ALLOWED"
    assert (await client.records.fork(clear.id, 0, clear.tokens[1])).match.forked_from.match_id == clear.id


async def test_there_is_nothing_to_fork_before_the_start_or_after_the_end(server: Connection, client: Client) -> None:
    match = await server.seated("akros")
    last = (await match.finish()).seq
    for seq in (1, last):
        with pytest.raises(RefusedError):
            await client.records.fork(match.id, seq)
    with pytest.raises(NotFoundError):
        await client.records.fork(match.id, last + 1)
    with pytest.raises(MalformedError):
        await client.records.fork(match.id, 20, host_token="short")


async def test_a_head_is_compared_with_the_one_that_the_caller_knows(server: Connection, client: Client) -> None:
    match = await server.seated("akros")
    head = await client.records.head(match.id)
    assert is_signed(head.signer_key, head.signature, match.id, head.seq, head.digest)
    await match.play_first()
    assert (await client.records.head(match.id, head.seq, head.digest)).seq > head.seq
    for seq, digest in ((head.seq, bytes(32)), (head.seq + 100, head.digest)):
        with pytest.raises(IntegrityError):
            await client.records.head(match.id, seq, digest)


async def test_old_keys_stay_known_when_the_key_is_replaced(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        match = await server.seated("akros")
        old = await client.records.head(match.id)
        assert [key.active for key in await client.records.list_head_keys().all()] == [True]
    rotate(tmp_path / "head-key")
    rotate(tmp_path / "head-key")
    assert stat.S_IMODE((tmp_path / "head-key").stat().st_mode) == 0o600
    assert len(load_signing_keys(tmp_path / "head-key").retired) == 2
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        keys = await client.records.list_head_keys().all()
        assert [key.active for key in keys] == [True, False, False]
        assert old.signer_key in {key.signer_key for key in keys[1:]}
        assert all(key.HasField("retire_time") for key in keys[1:])
        new = await client.records.head(match.id, old.seq, old.digest)
        assert new.signer_key == keys[0].signer_key
        assert new.signer_key != old.signer_key
        assert is_signed(old.signer_key, old.signature, match.id, old.seq, old.digest)
