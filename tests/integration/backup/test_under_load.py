"""A backup of a server that people play on, the server's sudden death, and its life elsewhere."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from clio.client import Client
from clio.games.registry import GAMES
from clio.v1.match_pb2 import MATCH_STATUS_FINISHED, SignedHead
from clio.verify.verifier import verify_file
from tests.integration.backup.commands import clio, new_key, place
from tests.integration.cli.terminal import CLIO, ROOT, environment
from tests.kit.server_process import ServerProcess
from tests.kit.waiting import until
from tests.robustness.judge import judge
from tests.robustness.kill_server import _record as recorded
from tests.robustness.players import History, Player

VERIFIER = ROOT / "clients" / "clio" / "verify" / "verify_match.py"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue("database_url") if request.param == "postgresql" else ""


async def load(server: ServerProcess, history: History, stack: AsyncExitStack) -> None:
    """Players at every game, from now on until the end of the test."""
    for number, game in enumerate(sorted(GAMES) * 2):
        player = Player(number, [server.address], game, GAMES[game].seats[-1], history)
        task = asyncio.create_task(player.run(asyncio.Event()))

        async def end(task: asyncio.Task[None] = task) -> None:
            task.cancel()
            await asyncio.wait([task])

        stack.push_async_callback(end)


async def heads_of(address: str, matches: set[str]) -> dict[str, SignedHead]:
    async with Client(address) as client:
        return {match_id: await client.records.head(match_id) for match_id in matches}


async def test_a_killed_servers_backup_has_every_move_acknowledged_before_it(tmp_path: Path, store_url: str) -> None:
    key = new_key()
    settings = {"CLIO_CIPHER_KEY": key, "CLIO_DATABASE_URL": store_url, "CLIO_ADMIN_TOKEN": "open sesame"}
    server = ServerProcess(tmp_path / "a", **settings)
    await server.start()
    history = History()
    async with AsyncExitStack() as stack:
        await load(server, history, stack)
        await until(lambda: len(history.acknowledged) > 300)
        before = History(acknowledged=dict(history.acknowledged))
        before.matches = {match_id for match_id, _ in before.acknowledged}
        signed = await heads_of(server.address, before.matches)
        command = ("admin", "backup", str(tmp_path / "it"), "--server", server.address)
        code, taken = await asyncio.to_thread(clio, tmp_path, *command, **settings)
        assert code == 0, taken
        await until(lambda: len(history.acknowledged) > len(before.acknowledged) + 50)
        await server.kill()
    shutil.rmtree(tmp_path / "a")
    code, restored = await asyncio.to_thread(
        clio, tmp_path, "admin", "restore", str(tmp_path / "it"), **place(tmp_path / "b", key=key)
    )
    assert (code, restored["events"]) == (0, taken["events"]), restored
    there = ServerProcess(tmp_path / "b", CLIO_CIPHER_KEY=key)
    await there.start()
    try:
        verdict = judge(before, await recorded(there.address, before.matches))
        assert verdict.clean, verdict
        now = await heads_of(there.address, before.matches)
        for match_id, head in signed.items():
            assert head.signer_key == now[match_id].signer_key
            assert head.seq <= now[match_id].seq
            assert head.seq < now[match_id].seq or head == now[match_id]
        await assert_all_verify(there.address, tmp_path / "records", taken["matches"])
    finally:
        await there.stop()


async def assert_all_verify(address: str, folder: Path, matches: int) -> None:
    """Every match, by both verifiers."""
    finished = 0
    records: dict[str, bytes] = {}
    async with Client(address) as client:
        async for match in client.list_matches(page_size=500):
            finished += match.status == MATCH_STATUS_FINISHED
            parts = [part async for part in client.records.export(match.match_id)]
            records[match.match_id] = b"".join(parts)
    assert len(records) == matches
    assert finished
    await asyncio.to_thread(judge_files, folder, records, finished)


def judge_files(folder: Path, records: dict[str, bytes], finished: int) -> None:
    folder.mkdir()
    for match_id, content in records.items():
        (folder / f"{match_id}.clio").write_bytes(content)
    files = sorted(folder.iterdir())
    reports = [verify_file(file) for file in files]
    assert [report for report in reports if report.failed_level] == []
    assert sum(report.fairness.verdict == "pass" for report in reports) == finished
    done = subprocess.run([sys.executable, str(VERIFIER), *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


async def test_a_restore_that_is_killed_leaves_nothing_a_server_would_serve(tmp_path: Path, store_url: str) -> None:
    """Fed through a pipe, so that it is in the middle for sure when it dies."""
    key = new_key()
    server = ServerProcess(tmp_path / "a", CLIO_CIPHER_KEY=key, CLIO_ADMIN_TOKEN="open sesame")
    await server.start()
    history = History()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        await load(server, history, stack)
        # Enough for several chunks, so that events are stored before the file ends.
        await until(lambda: len(history.acknowledged) > 1200)
        command = ("admin", "backup", str(tmp_path / "it"), "--server", server.address)
        code, taken = await asyncio.to_thread(clio, tmp_path, *command, CLIO_ADMIN_TOKEN="open sesame")
    assert code == 0, taken
    settings = place(tmp_path / "b", store_url, key)
    await asyncio.to_thread(killed_in_the_middle, tmp_path, settings)
    assert (tmp_path / "b" / "restoring").is_dir()
    code, answer = await asyncio.to_thread(clio, tmp_path, "serve", "--port", "0", **settings)
    assert (code, answer["error"]["reason"]) == (2, "SETTINGS")
    code, restored = await asyncio.to_thread(clio, tmp_path, "admin", "restore", str(tmp_path / "it"), **settings)
    assert (code, restored["events"]) == (0, taken["events"]), restored
    assert not (tmp_path / "b" / "restoring").exists()


def killed_in_the_middle(folder: Path, settings: dict[str, str]) -> None:
    content = (folder / "it").read_bytes()
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*CLIO, "admin", "restore", str(pipe), "--json"],
        cwd=ROOT,
        env=environment(folder, **settings),
        stdout=subprocess.PIPE,
    )
    with pipe.open("wb", buffering=0) as feed:
        # Whatever the pipe's buffer does not hold has been read, and the next to last chunk judged.
        feed.write(content[:-1])
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    assert process.stdout is not None
    assert process.stdout.read() == b""
    process.stdout.close()
    assert (folder / "b" / "restoring" / "archive.db").exists()
