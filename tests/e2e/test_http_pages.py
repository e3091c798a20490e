"""The commands of docs/http.md and of the README's match by curl, run as they are written."""

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess
from tests.unit.repository.tree import ROOT

ADDRESS = "127.0.0.1:8080"


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[int]:
    chosen = free_port()
    server = ServerProcess(tmp_path / "data", CLIO_HTTP_PORT=str(chosen))
    await server.start()
    try:
        yield chosen
    finally:
        assert await server.stop() == 0


def _run(script: str, folder: Path, port: int) -> str:
    """The output of a script of a page, which stops at the first command that fails."""
    assert ADDRESS in script
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(folder), "LANG": "C.UTF-8",
    }  # fmt: skip
    ran = subprocess.run(
        ["sh", "-eu", "-c", script.replace(ADDRESS, f"127.0.0.1:{port}")],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _blocks(page: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


async def test_the_first_match_of_the_readme_goes_by_curl_alone(port: int, tmp_path: Path) -> None:
    (script,) = [block for block in _blocks("README.md") if "curl" in block]
    played = json.loads(_run(script, tmp_path, port))
    assert (played["status"], int(played["seq"]) > 3) == ("MATCH_STATUS_PLAYING", True)


async def test_every_step_of_a_match_goes_as_the_page_says(port: int, tmp_path: Path) -> None:
    printed = _run("\n".join(_blocks("docs/http.md")), tmp_path, port)
    assert '"refused":{"code":' in printed
    assert "MATCH_STATUS_FINISHED" in printed
    verified = [line for line in printed.splitlines() if "match.clio" in line]
    assert verified, printed
    watched = [json.loads(line) for line in (tmp_path / "watched.ndjson").read_text().splitlines()]
    events = [event["seq"] for line in watched for event in line.get("events", ())]
    assert events == [str(number) for number in range(1, len(events) + 1)]
    assert any(line.get("caughtUp") for line in watched)
    # Two calls with the same request id make one move.
    first, again = re.findall(r"\{[^{}]*\"firstSeq\"[^{}]*\}", printed)[:2]
    assert first == again
