"""Who calls: told by the call's metadata, and by nothing else."""

from typing import NamedTuple

from clio.kernel.game import Viewpoint
from clio.kernel.match.aggregate import Match
from clio.server import errors
from clio.server.app.call_context import Context, current_call, known_seat


class Credentials(NamedTuple):
    """What a call's metadata says of its caller."""

    token: str = ""
    key: str = ""
    forwarded: str = ""


def credentials_of(context: Context) -> Credentials:
    """Reads a call's metadata once, however often it is asked."""
    call = current_call()
    if call is None or call.context is not context:
        # Somebody else's task looks at this call.
        return _read(context)
    if call.credentials is None:
        call.credentials = _read(context)
    return call.credentials


def _read(context: Context) -> Credentials:
    token = key = forwarded = ""
    for name, value in context.invocation_metadata() or ():
        if name == "authorization" and not token:
            token = _bearer(str(value))
        elif name == "x-clio-key" and not key:
            key = str(value)
        elif name == "x-forwarded-for":
            forwarded = f"{forwarded},{value!s}" if forwarded else str(value)
    return Credentials(token, key, forwarded)


def _bearer(value: str) -> str:
    scheme, _, token = value.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def token_of(context: Context) -> str:
    """The bearer token of the call; empty if it has none."""
    return credentials_of(context).token


def holder_of(match: Match, context: Context) -> Viewpoint | None:
    """The seat or host that calls; None for somebody without a token. A token of nobody's is refused."""
    return holder_with(match, token_of(context))


def holder_with(match: Match, token: str) -> Viewpoint | None:
    """The same, for a token that is at hand."""
    if not token:
        return None
    holder = match.holder(token)
    if holder is None:
        raise errors.token_wrong("a token")
    if holder >= 0:
        known_seat(holder)
    return holder


def seat_of(match: Match, context: Context) -> int:
    """The seat that calls."""
    return seat_with(match, token_of(context))


def seat_with(match: Match, token: str) -> int:
    """The seat that the token belongs to."""
    holder = holder_with(match, token)
    if holder is None:
        raise errors.token_missing("a seat token")
    if holder < 0:
        raise errors.token_wrong("a seat token")
    return holder
