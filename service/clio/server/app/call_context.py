"""The context of one call: its method, its caller and its end, for the log, the limits and the metrics."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from clio.kernel.match.visibility import Caller, code_hash
from clio.server import errors
from clio.server.errors import ServiceError
from clio.server.identifiers import REQUEST_ID, new_request_id


class Credentials(NamedTuple):
    """What a call's headers say about its caller; the transport reads them once, before anything else."""

    token: str = ""
    """The bearer token of a seat, a host or the operator."""
    key: str = ""
    """The API key."""
    forwarded: str = ""
    """The addresses that proxies have added."""
    invite: str = ""
    """The invitation code."""
    seat: str = ""
    """The seat that the caller acts for with its API key."""


ANONYMOUS: Final = Credentials()
_MAX_SEAT_DIGITS: Final = 2
_NO_TOKEN: Final = "\n"  # noqa: S105 (no secret)
"""What a token that cannot be read counts as: no header can hold it, so nobody has it."""
_NO_SEAT: Final = 1 << 30
"""What a seat that cannot be read counts as: nobody holds it, and the caller is not taken for one who named none."""


def token_of(authorization: str) -> str:
    """The token in an ``authorization`` header; empty for none.

    A header of another form is a wrong token, not none: a caller who forgot the scheme would silently be a spectator.
    Only the credentials of a proxy in between (``Basic``) are none of ours.
    """
    scheme, _, token = authorization.strip().partition(" ")
    match scheme.lower():
        case "bearer":
            return token.strip()
        case "" | "basic":
            return ""
        case _:
            return _NO_TOKEN


class AccountLimits(Protocol):
    """The limits of an account that the application applies itself."""

    @property
    def archive_mib(self) -> int:
        """The room for records that the caller imports; 0 for no limit of its own."""


class Account(Protocol):
    """The rate-limit account that a call counts against."""

    @property
    def caller(self) -> str:
        """The id of its key, or its address."""

    @property
    def key_id(self) -> str:
        """The id of its key; empty for a caller without one."""

    @property
    def limits(self) -> AccountLimits:
        """The limits that the application applies itself."""

    def __hash__(self) -> int:
        """Accounts share budgets by their identity."""

    def move_pause(self) -> float:
        """Counts a move and returns 0; otherwise returns the seconds to wait before the move may be made."""

    def work_pause(self, weight: float) -> float:
        """Counts the work of a stream and returns the seconds to wait before it goes on."""


class Call:
    """A call of the API, from its arrival to its status."""

    __slots__ = (
        "account",
        "credentials",
        "ending",
        "is_operator",
        "match_id",
        "method",
        "namespace",
        "on_end",
        "overdue",
        "peer",
        "reason",
        "request_id",
        "seat",
        "span",
        "started",
        "task",
        "timer",
        "trace_id",
    )

    def __init__(self, method: str, request: object, credentials: Credentials = ANONYMOUS, peer: str = "") -> None:
        """``peer`` is the address that the transport was connected from."""
        self.method: Final = method
        self.credentials: Final = credentials
        self.peer: Final = peer
        self.account: Account | None = None
        """Set by the authorization of the call."""
        self.namespace = ""
        """The namespace of its API key; empty without a key. Set by the authorization of the call."""
        self.is_operator = False
        """Whether its key has the scope ``admin``, or its token is the operator's."""
        self.ending: ServiceError | None = None
        """Why the server has ended it early."""
        self.match_id: Final[str] = getattr(request, "match_id", "")
        self.request_id: Final[str] = getattr(request, "request_id", "")
        self.on_end: Callable[[], None] | None = None
        """Called when the call is over, however it ends."""
        self.seat: int | None = None
        self.reason = ""
        """Why it was refused; empty for a call that succeeded."""
        self.span: object = None
        """The span of the call, where calls are traced."""
        self.trace_id = ""
        self.started: Final = time.perf_counter()
        self.task: asyncio.Task[Any] | None = None
        self.timer: asyncio.TimerHandle | None = None
        """Ends the call at its caller's deadline."""
        self.overdue = False
        _CURRENT.set(self)

    def end_with(self, refusal: ServiceError) -> None:
        """Ends a call that is in progress."""
        if self.ending is None and self.task is not None:
            self.ending = refusal
            self.task.cancel()

    def expire_after(self, seconds: float) -> None:
        """Ends the call after the caller's own deadline."""
        self.timer = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        if self.task is not None and not self.overdue:
            self.overdue = True
            self.task.cancel()

    def over(self) -> None:
        """Calls ``on_end``, and drops the reference to the task.

        The task refers to the call: the cycle would keep both, and all that the transport holds for a call, until the
        next garbage collection.
        """
        if self.on_end is not None:
            self.on_end()
        if self.timer is not None:
            self.timer.cancel()
        self.task = self.on_end = self.timer = None

    @property
    def seconds(self) -> float:
        """The time since its arrival."""
        return time.perf_counter() - self.started


Headers: TypeAlias = Iterable[tuple[str, str | bytes]]
Check: TypeAlias = Callable[[Call], None]
"""Authorizes a call before it is handled; refuses it by raising a ``ServiceError``."""
CheckFor: TypeAlias = Callable[[str], Check | None]
"""Returns the check of a method, ``/clio.v1.Service/Method``."""
Guard: TypeAlias = Callable[[Call], Awaitable[None] | None]
"""Checks the match that a call names, after its authorization; returns what is left to await, if anything."""
GuardFor: TypeAlias = Callable[[str], Guard | None]
"""Returns the guard of a method, ``/clio.v1.Service/Method``; None where no match of this server is named."""
Begin: TypeAlias = Callable[[Call, Headers], None]
"""Called for every call that begins."""
Observer: TypeAlias = Callable[[Call, str], None]
"""Called for every call that has ended, with its status."""

_CURRENT: ContextVar[Call] = ContextVar("clio_call")


def current_call() -> Call | None:
    """The call that this task handles."""
    return _CURRENT.get(None)


def caller_token() -> str:
    """The bearer token of the current call; empty where it has none."""
    call = _CURRENT.get(None)
    return "" if call is None else call.credentials.token


def current_caller() -> Caller:
    """The caller of the current call, as the visibility rule asks for it.

    Read it when the call begins: a match's queue runs commands in the context of other calls.
    """
    call = _CURRENT.get(None)
    return Caller() if call is None else caller_of(call)


def caller_of(call: Call) -> Caller:
    """The caller of a call."""
    credentials = call.credentials
    return Caller(
        token=credentials.token,
        namespace=call.namespace,
        code_hash=code_hash(credentials.invite) if credentials.invite else "",
        is_operator=call.is_operator,
        seat=_seat(credentials.seat) if credentials.seat else None,
    )


def _seat(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) <= _MAX_SEAT_DIGITS else _NO_SEAT


def read_request_id(given: str) -> str:
    """The request id that a caller gave, or a new one."""
    if not given:
        return new_request_id()
    if not REQUEST_ID.fullmatch(given):
        raise errors.malformed("A request_id has 1 to 64 visible ASCII characters.")
    return given


def set_seat(seat: int) -> None:
    """Sets the seat that makes the current call, for the log."""
    call = _CURRENT.get(None)
    if call is not None:
        call.seat = seat


def add_call(_logger: object, _name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that adds the current call to a log line."""
    call = _CURRENT.get(None)
    if call is not None:
        line.setdefault("match_id", call.match_id)
        line.setdefault("request_id", call.request_id)
        if call.seat is not None:
            line.setdefault("seat", call.seat)
        if call.trace_id:
            line.setdefault("trace_id", call.trace_id)
    return line
