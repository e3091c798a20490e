"""Rejections: which rule forbids a command, and why."""

from collections.abc import Mapping

import msgspec

from clio.kernel.message import Message, Param, fill


class Rejection(msgspec.Struct, frozen=True):
    """Names the rule that forbids a command.

    ``reason`` is an English template and ``params`` fill it (see ``clio.kernel.message``). Neither may hold what the
    rejected seat is not allowed to know.
    """

    rule: str
    reason: str
    params: Mapping[str, Param] = {}

    @property
    def message(self) -> Message:
        """The reason as a message."""
        return Message(self.reason, self.params)

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return fill(self.reason, self.params)
