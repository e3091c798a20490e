"""Who calls: told by the call's metadata, and by nothing else."""

from typing import NamedTuple

from domain.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from domain.kernel.match import HOST, Match
from service import errors
from service.calls.call import Context, current_call, known_seat


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


def demand_host(match: Match, context: Context) -> None:
    """Refuses everybody but the host."""
    holder = holder_of(match, context)
    if holder is None:
        raise errors.token_missing("the host token")
    if holder != HOST:
        raise errors.token_wrong("the host token")


def sight_of(match: Match, context: Context, wanted: Viewpoint | None, *, is_over: bool | None = None) -> Viewpoint:
    """The viewpoint that the caller wants, if it may have it; else the best it may.

    ``is_over`` says whether the match is by now, where it is given as it was at an earlier event.
    """
    is_over = match.is_over if is_over is None else is_over
    holder = holder_of(match, context)
    if wanted is None:
        return EVERYTHING if is_over else match.sight(holder)
    if wanted == EVERYTHING and not is_over:
        raise errors.token_wrong("one that shows everything before the end")
    if wanted >= len(match.seats) or wanted < EVERYTHING:
        raise errors.no_such_seat(wanted, len(match.seats))
    if wanted >= 0 and wanted != holder and not is_over:
        raise errors.token_missing("that seat's token") if holder is None else errors.token_wrong("that seat's")
    return SPECTATOR if wanted == SPECTATOR else wanted
