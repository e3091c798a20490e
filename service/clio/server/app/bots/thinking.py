"""The processes in which bots choose their moves."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from clio.server.app.child_process import ChildProcess

PROGRAM: Final = "clio.bots.worker"
MAX_SECONDS: Final = 30.0


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: a seat's legal moves in notation, and the position as the seat sees it."""

    bot: str
    game: str
    seat: int
    moves: list[str]
    position: str
    seed: str
    """Makes the choice repeatable: any server that asks gets the same move from a bot without a time limit."""


class BotThinking:
    """One child process per worker; each serves any number of bots, one move at a time."""

    def __init__(self, count: int) -> None:
        self._threads: Final = ThreadPoolExecutor(count, thread_name_prefix="clio-bot")
        self._processes: Final = [ChildProcess(PROGRAM, MAX_SECONDS) for _ in range(count)]
        self._free: Final[asyncio.Queue[ChildProcess]] = asyncio.Queue()
        for process in self._processes:
            self._free.put_nowait(process)

    async def choose(self, question: Question) -> str | None:
        """The move to play; None where the process failed."""
        process = await self._free.get()
        try:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._threads, process.ask, [msgspec.msgpack.encode(question)])
        finally:
            self._free.put_nowait(process)
        return answer.decode() or None if answer is not None else None

    def close(self) -> None:
        """Ends the processes."""
        for process in self._processes:
            process.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
