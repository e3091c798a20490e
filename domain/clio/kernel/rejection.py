"""A refusal as a value: which rule says no, and why, in words a player understands."""

from collections.abc import Mapping

import msgspec


class Rejection(msgspec.Struct, frozen=True):
    """Names the rule that forbids a command.

    ``reason`` is a template in English; ``params`` fill it. Kept apart so that a client can translate it.
    Neither may hold what the rejected seat is not allowed to know.
    """

    rule: str
    reason: str
    params: Mapping[str, str | int] = {}

    @property
    def sentence(self) -> str:
        """The reason with its params filled in."""
        return self.reason.format(**self.params)
