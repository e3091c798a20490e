"""Runs the check of foreign records in a child process, apart from the interpreter lock of the server."""

from collections.abc import Sequence
from typing import Final

import msgspec

from clio.server import errors
from clio.server.app.child_process import ChildProcess
from clio.server.app.record_check import CheckedRecord, RecordFlaw

PROGRAM: Final = "clio.server.record_checker"
MAX_SECONDS: Final = 30.0
"""A record of the largest size takes about two on an idle core; the process has the lowest priority."""
RETRY_SECONDS: Final = 5.0


class _Verdict(msgspec.Struct):
    """The answer of the process: exactly one of the two."""

    checked: CheckedRecord | None = None
    flaw: RecordFlaw | None = None


class RecordCheckProcess:
    """Checks one record at a time; blocking."""

    def __init__(self, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds: Final = max_seconds
        self._process: Final = ChildProcess(PROGRAM, max_seconds)

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return self._process.pid

    def check(self, content: Sequence[bytes]) -> CheckedRecord | RecordFlaw:
        """Checks a record, given in parts; refuses it as too much work where the process fails."""
        answer = self._process.ask(content)
        if answer is None:
            raise errors.server_busy("record_check_seconds", self._max_seconds, RETRY_SECONDS)
        return _decoded(answer)

    def close(self) -> None:
        """Kills the process."""
        self._process.close()


def encoded(verdict: CheckedRecord | RecordFlaw) -> bytes:
    """A verdict as the process answers it."""
    if isinstance(verdict, RecordFlaw):
        return msgspec.msgpack.encode(_Verdict(flaw=verdict))
    return msgspec.msgpack.encode(_Verdict(checked=verdict))


def _decoded(answer: bytes) -> CheckedRecord | RecordFlaw:
    verdict = msgspec.msgpack.decode(answer, type=_Verdict)
    found = verdict.checked or verdict.flaw
    if found is None:
        raise ValueError("the process gave no verdict")
    return found
