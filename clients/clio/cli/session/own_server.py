"""The user's own server: it runs inside a command, and keeps its matches in the state folder."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.extras import SERVER, require_extras
from clio.cli.i18n.translate import filled
from clio.cli.session.token_store import TokenStore, state_folder
from clio.client.client import DEFAULT_ADDRESS

OWN_SERVER: Final = "own"
"""The name under which tokens of the own server are stored."""
_RECORD: Final = "record.db"


def own_folder() -> Path:
    """The data folder of the own server."""
    return state_folder() / "own-server"


def has_own_record() -> bool:
    """Whether a match was ever played on the own server."""
    return (own_folder() / _RECORD).exists()


def is_own(given: str, least: int) -> bool:
    """Whether an id, or a prefix of one, names a match of the own server; it must not name another one as well."""
    if len(given) < least:
        return False
    own = [known for known in TokenStore(OWN_SERVER).match_ids() if known.startswith(given)]
    other = [known for known in TokenStore(DEFAULT_ADDRESS).match_ids() if known.startswith(given)]
    if own and other:
        several = ", ".join((*own, *other)[:5])
        message = filled(
            "Several ids start with {given}: {several}. Type more characters.", given=given, several=several
        )
        raise Failure(ExitCode.USAGE, "PREFIX_AMBIGUOUS", message)
    return bool(own)


@asynccontextmanager
async def own_server() -> AsyncIterator[str]:
    """The address of the own server: of one that another command runs, or of one that this command starts."""
    require_extras(SERVER)
    # Loaded here: the server and all rules come with it.
    from clio.cli.local.embedded_server import embedded_server  # noqa: PLC0415

    async with embedded_server(own_folder()) as address:
        yield address
