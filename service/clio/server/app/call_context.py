"""One call on its way: who waits for what, for the log and for whoever else watches calls."""

import asyncio
import time
from collections.abc import Callable, MutableMapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import grpc.aio

from clio.server.errors import ServiceError

if TYPE_CHECKING:
    from clio.server.auth.rate_limit import RateLimitAccount
    from clio.server.rpc.caller import Credentials

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


class Call:
    """A call of the contract, from its arrival to its status."""

    __slots__ = (
        "account",
        "context",
        "credentials",
        "ending",
        "match_id",
        "method",
        "on_end",
        "overdue",
        "reason",
        "request_id",
        "seat",
        "span",
        "started",
        "task",
        "trace_id",
    )

    def __init__(self, method: str, request: object, context: Context) -> None:
        self.method: Final = method
        self.context: Context | None = context
        self.credentials: Credentials | None = None
        """What its metadata says, once somebody has read it."""
        self.account: RateLimitAccount | None = None
        """Whose limits it counts against."""
        self.ending: ServiceError | None = None
        """Why the server has ended it before its time."""
        self.match_id: Final[str] = getattr(request, "match_id", "")
        self.request_id: Final[str] = getattr(request, "request_id", "")
        self.on_end: Callable[[], None] | None = None
        """What is to be done when it is over, however it ends."""
        self.seat: int | None = None
        self.reason = ""
        """Why it was refused; empty for one that went well."""
        self.span: object = None
        """Where whoever traces calls keeps the one that was begun for it."""
        self.trace_id = ""
        self.started: Final = time.perf_counter()
        self.task: asyncio.Task[Any] | None = None
        self.overdue = False
        _CURRENT.set(self)

    def end_with(self, refusal: ServiceError) -> None:
        """Ends a call that is under way."""
        if self.ending is None and self.task is not None:
            self.ending = refusal
            self.task.cancel()

    def over(self) -> None:
        """Tells whoever counts it, and lets go of the task that answers it and of gRPC's side of it.

        Both keep the call, and what keeps each other waits for the collector, with all that gRPC holds for a call.
        """
        if self.on_end is not None:
            self.on_end()
        self.task = self.context = self.on_end = None

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.started


Check: TypeAlias = Callable[[Call, Context], None]
"""Refuses a call before it is answered, by raising a ``ServiceError``."""
CheckFor: TypeAlias = Callable[[str], Check | None]
"""What has to be checked for a method of the contract, ``/clio.v1.Service/Method``."""
Begin: TypeAlias = Callable[[Call, Context], None]
"""Hears of every call that begins."""
Observer: TypeAlias = Callable[[Call, str], None]
"""Hears of every call that has ended, and with which status."""

_CURRENT: ContextVar[Call] = ContextVar("clio_call")


def current_call() -> Call | None:
    """The call that this task answers."""
    return _CURRENT.get(None)


def known_seat(seat: int) -> None:
    """Notes which seat makes the current call."""
    call = _CURRENT.get(None)
    if call is not None:
        call.seat = seat


def add_call(_logger: object, _name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Adds to a line of the log which call it is about; a processor of structlog's."""
    call = _CURRENT.get(None)
    if call is not None:
        line.setdefault("match_id", call.match_id)
        line.setdefault("request_id", call.request_id)
        if call.seat is not None:
            line.setdefault("seat", call.seat)
        if call.trace_id:
            line.setdefault("trace_id", call.trace_id)
    return line
