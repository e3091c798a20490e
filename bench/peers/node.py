"""boardgame.io: whether it is there, its server, its clients and its reducer."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from bench.contenders import Contender
from bench.processes import Running, free_port, running
from bench.rig import Rig

FOLDER: Final = Path(__file__).parent / "boardgameio"
PRODUCTION: Final = {"NODE_ENV": "production"}
PLAYERS: Final = {"trivial": 1, "dig": 2}
GUESS: Final = 5_000.0
_prefixes: Final = count()


def why_not() -> str:
    """Why boardgame.io cannot run here; empty if it can."""
    if shutil.which("node") is None:
        return "not installed: there is no node"
    if not (FOLDER / "node_modules" / "boardgame.io").is_dir():
        return "not installed: run `make bench-peers`"
    return ""


@asynccontextmanager
async def server(rig: Rig) -> AsyncIterator[Running]:
    """boardgame.io's own server: its store is in memory, nothing is durable."""
    port = free_port()
    command = ["node", str(FOLDER / "server.js"), str(port)]
    async with running(command, port=port, cores=rig.server_cores, environment=PRODUCTION) as started:
        await started.listens()
        yield started


@asynccontextmanager
async def contender(rig: Rig, serving: Running, game: str, matches: int) -> AsyncIterator[Contender]:
    """Real socket.io clients, one match each, in two processes where there are many."""
    async with AsyncExitStack() as stack:
        clients = []
        for share in [matches] if matches < 16 else [matches - matches // 2, matches // 2]:  # noqa: PLR2004 (few)
            command = ["node", str(FOLDER / "client.js")]
            way = running(command, cores=rig.client_cores, talks=True, environment=PRODUCTION)
            client = await stack.enter_async_context(way)
            prefix = f"load{next(_prefixes)}"
            spec = {"port": serving.port, "game": game, "players": PLAYERS[game], "tables": share, "prefix": prefix}
            await client.ask({"spec": spec})
            clients.append(client)
        yield Contender(clients, [serving], tables=matches, guess=GUESS)


async def reducer_rates(seconds: float) -> dict[str, float]:
    """Moves a second without a network, by game."""
    process = await asyncio.create_subprocess_exec(
        "node",
        str(FOLDER / "reducer.js"),
        str(seconds),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | PRODUCTION,
    )
    told, _ = await process.communicate()
    return msgspec.json.decode(told, type=dict[str, float])


def version() -> str:
    """Which boardgame.io it is."""
    package = FOLDER / "node_modules" / "boardgame.io" / "package.json"
    return str(msgspec.json.decode(package.read_bytes())["version"]) if package.is_file() else ""
