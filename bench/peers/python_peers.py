"""Peers in Python: each in a process of the interpreter that has them, asked for one round at a time."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bench.processes import ROOT, Running, running

SCRIPT: Final = Path(__file__).parent / "python_games.py"
PEERS_PYTHON: Final = ROOT / ".venv-bench" / "bin" / "python"


@asynccontextmanager
async def peer(name: str) -> AsyncIterator[Running | None]:
    """The peer, waiting for rounds; None where it is not installed."""
    python = str(PEERS_PYTHON) if PEERS_PYTHON.exists() else sys.executable
    async with running([python, str(SCRIPT), name], talks=True) as process:
        yield process if (await process.line()).strip() == b"1" else None


async def rate(process: Running, seconds: float) -> float:
    """Moves a second in one round."""
    return float(await process.said(f"{seconds}\n".encode()))
