"""Whose matches the standings and statistics count that a caller asks for."""

from clio.kernel.match.visibility import PUBLIC, Caller
from clio.server import errors


def leaderboard_audience(caller: Caller, *, own: bool) -> str:
    """The public matches, or on demand the closed ones of the caller's namespace; refuses a caller without one."""
    if not own:
        return PUBLIC
    if not caller.namespace:
        raise errors.no_namespace()
    return caller.namespace
