"""Audits a foreign record at all four levels, in a child process that has the verifier and the rules."""

import asyncio
from typing import Final

import msgspec

from clio.kernel.message import NO_MESSAGE, Message
from clio.server import errors
from clio.server.app.child_process import ChildProcess
from clio.server.app.record_import import plain_record
from clio.server.app.workers import Workers

PROGRAM: Final = "clio.verify.worker"
MAX_SECONDS: Final = 20.0
"""The longest match of the corpus takes less than one on an idle core; the process has the lowest priority."""
RETRY_SECONDS: Final = 5.0


class AuditedLevel(msgspec.Struct, frozen=True):
    """The verdict on a level, with the first event to blame and why."""

    verdict: str
    seq: int | None = None
    message: Message = NO_MESSAGE


class Audit(msgspec.Struct, frozen=True):
    """The part of the verifier's report that callers get."""

    game: str
    match: str
    rules: str
    integrity: AuditedLevel
    fairness: AuditedLevel
    legality: AuditedLevel
    result: AuditedLevel

    @property
    def levels(self) -> tuple[AuditedLevel, ...]:
        """All four, in order."""
        return (self.integrity, self.fairness, self.legality, self.result)


class RecordAudit:
    """Verifies one record at a time; what is sent is not kept."""

    def __init__(self, workers: Workers, max_seconds: float = MAX_SECONDS) -> None:
        self._workers: Final = workers
        self._max_seconds: Final = max_seconds
        self._process: Final = ChildProcess(PROGRAM, max_seconds)
        # Waiting callers hold no worker: others need them.
        self._one_at_a_time: Final = asyncio.Lock()

    async def verify(self, content: bytes) -> Audit:
        """The verdicts on a file; refuses what is no file of a record, and what takes too long."""
        async with self._one_at_a_time:
            return await self._workers.run(self._verify, content)

    def _verify(self, content: bytes) -> Audit:
        answer = self._process.ask(plain_record([content]))
        if answer is None:
            raise errors.server_busy("record_check_seconds", self._max_seconds, RETRY_SECONDS)
        return msgspec.msgpack.decode(answer, type=Audit)

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return self._process.pid

    def close(self) -> None:
        """Kills the process."""
        self._process.close()
