"""The Node example of docs/integrate.md, with the real ``@grpc/grpc-js``: it survives restarts of the server."""

import asyncio
import json
import shutil
import subprocess
import tempfile
from asyncio.subprocess import PIPE
from fcntl import LOCK_EX, flock
from pathlib import Path

from clio.verify.verifier import verify_lines
from tests.kit.private_server import MissingServerError
from tests.kit.server_process import ServerProcess
from tests.unit.repository.tree import ROOT

EXAMPLE = ROOT / "clients" / "examples" / "node"
LOCK = Path(tempfile.gettempdir()) / "clio-test-node-example.lock"
KILLED_AT = {10, 100}
"""The server is killed and started again after these moves of a match."""
LIMIT_SECONDS = 120


def installed() -> Path:
    """The example's folder, with the packages of its lock file."""
    if shutil.which("npm") is None:
        raise MissingServerError("The tests need Node.js 20 or later and npm: install them.")
    stamp = EXAMPLE / "node_modules" / ".package-lock.json"
    with LOCK.open("w") as lock:
        flock(lock, LOCK_EX)
        if not stamp.exists() or stamp.stat().st_mtime < (EXAMPLE / "package-lock.json").stat().st_mtime:
            command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
            done = subprocess.run(command, cwd=EXAMPLE, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            stamp.touch()
    return EXAMPLE


async def test_a_match_of_each_game_is_played_watched_and_verified_across_restarts(tmp_path: Path) -> None:
    folder = await asyncio.to_thread(installed)
    server = ServerProcess(tmp_path / "data")
    await server.start()
    example = await asyncio.create_subprocess_exec(
        "node", folder / "play_matches.mjs", server.address, tmp_path, stdout=PIPE, stderr=PIPE
    )
    assert example.stdout is not None
    assert example.stderr is not None
    told = []
    async with asyncio.timeout(LIMIT_SECONDS):
        async for line in example.stdout:
            told.append(json.loads(line))
            if told[-1].get("moves") in KILLED_AT:
                await server.kill()
                await server.start()
        assert await example.wait() == 0, (await example.stderr.read()).decode()
    await server.stop()
    assert told[0]["refused"] == "GAME_NOT_FOUND"
    finished = [line["finished"] for line in told if "finished" in line]
    assert [each["game"] for each in finished] == ["akros", "akrotiri", "amphipolis"]
    for each in finished:
        assert each["resumed"] >= 1
        assert each["views"] >= 1
        assert each["events"] == each["verified"] == each["last_view"]
        lines = (tmp_path / f"{each['match_id']}.clio").read_bytes().split(b"\n")[:-1]
        report = verify_lines(lines, each["match_id"])
        assert (report.worst, report.events) == (0, each["events"])
    assert told[-1]["retries"] >= 1
