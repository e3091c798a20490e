"""A command to a match, and its result."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command
from clio.kernel.match.visibility import Caller

CommandFor: TypeAlias = Callable[[Match], Command]
"""Authorises the caller against the match, and parses the command; raises a ``ServiceError`` otherwise."""


class CommandResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a command: the match after it, and the events that it caused."""

    match: Match
    first_seq: int
    last: MatchEvent
    repeated: bool = False


OnDone: TypeAlias = Callable[[CommandResult | BaseException], None]


class CommandRequest(msgspec.Struct):
    """A command that waits in the queue of its match. ``on_done`` is called on the event loop."""

    match_id: str
    request: str
    command_for: CommandFor
    expected_seq: int
    on_done: OnDone
    is_credit: bool = False
    """Whether the server gives time back by it; never set for a caller's command."""
    caller: Caller | None = None
    """Who gives the command, where the match may be hidden from it; None where that was checked before."""


def resolve(future: "asyncio.Future[CommandResult]", result: CommandResult | BaseException) -> None:
    """Sets the result or the exception of a future, unless its caller has cancelled it."""
    if future.done():
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)
