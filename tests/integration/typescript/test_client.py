"""The TypeScript client in Node against a real server: a match to its end, across a killed server."""

import asyncio
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.kit.npm_package import typescript_client
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess

SCRIPT = Path(__file__).with_name("play_match.mjs")
LIMIT_SECONDS = 120


async def played(server: ServerProcess, http: int, game: str, kill_after: int = 0) -> dict[str, Any]:
    """What the script found; the server is killed and restarted after so many moves."""
    process = await asyncio.create_subprocess_exec(
        *("node", str(SCRIPT), str(typescript_client() / "dist"), f"http://127.0.0.1:{http}", game),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    told: list[str] = []
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            async for line in process.stderr:
                told.append(line.decode())
                if kill_after and told[-1] == f"moves {kill_after}\n":
                    await server.kill()
                    await server.start()
            output = await process.stdout.read()
            assert await process.wait() == 0, "".join(told[-20:])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    found: dict[str, Any] = json.loads(output)
    return found


@pytest.mark.parametrize(("game", "prefix"), [("akros", "AKS"), ("amphipolis", "AMP")])
async def test_a_match_is_played_watched_and_verified(game: str, prefix: str, tmp_path: Path) -> None:
    http = free_port()
    server = ServerProcess(tmp_path, CLIO_HTTP_PORT=str(http))
    await server.start()
    try:
        found = await played(server, http, game, kill_after=6)
    finally:
        await server.stop()
    assert found["refused"] == {"type": "ClioError", "reason": "MALFORMED", "rule": f"{prefix}-NOTATION"}
    seqs = found["watched"]["seqs"]
    assert seqs == list(range(1, len(seqs) + 1)), "every event once, in order"
    assert found["watched"]["away"] >= 1, "the server was gone in between"
    assert found["watched"]["views"] >= 1
    spans = [(move["first"], move["last"]) for move in found["acknowledged"]]
    assert all(one[1] < other[0] for one, other in pairwise(spans)), "no move was made twice"
    assert spans[-1][1] == len(seqs)
    assert found["report"]["integrity"] == {"verdict": "pass"}
    assert found["report"]["fairness"] == {"verdict": "pass"}
    assert found["report"]["events"] == len(seqs)


async def test_the_examples_of_the_readme_run_as_they_are_written(tmp_path: Path) -> None:
    client, http = typescript_client(), free_port()
    examples = re.findall(r"^```ts\n(.*?)^```$", (client / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "clio-referee").symlink_to(client)
    server = ServerProcess(tmp_path / "data", CLIO_HTTP_PORT=str(http))
    await server.start()
    try:
        printed = [await _run(tmp_path, text.replace(":8080", f":{http}")) for text in examples]
    finally:
        await server.stop()
    play, verify = printed
    assert play[0] == "1n match.Opened"
    assert play[-1].endswith("n match.Finished")
    assert verify == ["pass pass"]


async def _run(folder: Path, example: str) -> list[str]:
    """The lines that an example prints; what it needs of TypeScript is JavaScript too."""
    (folder / "example.mjs").write_text(example)
    process = await asyncio.create_subprocess_exec(
        *("node", "example.mjs"), cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(LIMIT_SECONDS):
        output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
    return output.decode().splitlines()
