"""The servers that a command asks where the user has named none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clio.cli.session.own_server import OWN_SERVER, has_own_record
from clio.cli.session.session import Session, own_session
from clio.client.address_probe import answers
from clio.client.client import DEFAULT_ADDRESS


@asynccontextmanager
async def sessions(session: Session) -> AsyncIterator[list[Session]]:
    """The named server; else the one at the default address, if it runs, and the user's own."""
    if session.named or not has_own_record():
        yield [session]
        return
    async with own_session(session.out) as own:
        yield [session, own] if await answers(DEFAULT_ADDRESS) else [own]


def is_own_session(session: Session) -> bool:
    """Whether a session is with the user's own server."""
    return session.tokens.server == OWN_SERVER
