"""Compares ``clio stats`` and ``clio standings`` after ``clio selfplay`` with a count of the exported records."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clio.games.registry import GAMES
from tests.kit.independent_count import Counted, count, differences
from tests.kit.server_process import ROOT, ServerProcess


async def run(folder: Path, matches: int, say: Callable[[str], None]) -> tuple[Counted, list[str]]:
    """Lets bots play so many matches of all games, then compares the output of the commands."""
    games = sorted(GAMES)
    server = ServerProcess(folder / "data")
    await server.start()
    try:
        for number, game in enumerate(games):
            share = matches // len(games) + (number < matches % len(games))
            bots = ["--bot", "random", "--matches", str(share), "--out", str(folder / "records")]
            await _clio(server, "selfplay", game, *bots)
            say(f"{game}: {share} matches")
        counted = count(sorted((folder / "records").glob("*.clio")))
        wrong: list[str] = []
        for game in games:
            statistics = json.loads(await _clio(server, "stats", game, "--json"))["statistics"]
            standings: dict[str, Any] = json.loads(await _clio(server, "standings", game, "--json"))
            wrong += differences(counted, game, statistics, standings)
    finally:
        await server.stop()
    return counted, wrong


async def _clio(server: ServerProcess, *arguments: str) -> str:
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}",
        "CLIO_SERVER": server.address,
        "XDG_STATE_HOME": str(server.data / "state"),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clio.cli.main", *arguments, env=environment, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"clio {' '.join(arguments)} ended with {process.returncode}")
    return told.decode()
