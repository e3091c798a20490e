"""A command on its way to a match, and what comes of it."""

import asyncio
from collections.abc import Callable

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command

CommandFor = Callable[[Match], Command]


class CommandResult(msgspec.Struct, frozen=True, gc=False):
    """What a command led to: the match after it, and the events that were its own."""

    match: Match
    first_seq: int
    last: MatchEvent
    repeated: bool = False


class CommandRequest:
    """A command on its way, and whom to tell what came of it."""

    __slots__ = ("command_for", "expected_seq", "match_id", "request", "settle")

    def __init__(
        self,
        match_id: str,
        request: str,
        command_for: CommandFor,
        expected_seq: int,
        settle: Callable[[CommandResult | BaseException], None],
    ) -> None:
        self.match_id = match_id
        self.request = request
        self.command_for = command_for
        self.expected_seq = expected_seq
        self.settle = settle


def resolving(future: "asyncio.Future[CommandResult]") -> Callable[[CommandResult | BaseException], None]:
    """Tells the outcome to whoever awaits the future, if anybody still does."""

    def settle(outcome: CommandResult | BaseException) -> None:
        if future.done():
            return
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    return settle
