"""Sessions of commands with a server: connection, output, stored tokens, and errors as exit codes."""

import asyncio
import functools
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec

import click
import grpc

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.output import Output
from clio.cli.session.token_store import Holding, TokenStore, state_folder
from clio.cli.text.error_text import refusal_in_words
from clio.client.client import DEFAULT_ADDRESS, LARGEST_PAGE, Client
from clio.client.credentials import Credentials, CredentialsError, split_address
from clio.client.errors import ClioError, HistoryError, NotAllowedError, NotFoundError, UnreachableError
from clio.client.known_heads import HeadFolder
from clio.client.retry import RetryPolicy

P = ParamSpec("P")

ID_LENGTH: Final = 20
MIN_PREFIX: Final = 4
_MAX_SEARCHED: Final = 10 * LARGEST_PAGE
_PATIENCE: Final = RetryPolicy(attempts=4)
_CODES: Final = (
    (HistoryError, ExitCode.NOT_VERIFIED),
    (UnreachableError, ExitCode.UNREACHABLE),
    (NotFoundError, ExitCode.NOT_FOUND),
    (NotAllowedError, ExitCode.NOT_ALLOWED),
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
server_option = click.option(
    "--server",
    envvar="CLIO_SERVER",
    default=DEFAULT_ADDRESS,
    show_default=True,
    metavar="HOST:PORT",
    help="The server's address; grpcs://HOST:PORT for TLS.",
)
key_option = click.option(
    "--key-file",
    default="",
    metavar="FILE",
    help="File with an API key (default: CLIO_KEY or CLIO_KEY_FILE).",
)
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with plain ASCII.")
seat_option = click.option("--seat", type=click.IntRange(min=0), help="Your seat (default: the one to move).")
token_option = click.option(
    "--token", envvar="CLIO_TOKEN", default="", metavar="TOKEN", help="Use this token instead of the stored one."
)


@dataclass(frozen=True, slots=True)
class Session:
    """The client, output and token store of a command."""

    client: Client
    out: Output
    tokens: TokenStore

    async def match_id(self, given: str) -> str:
        """Resolves an id or a prefix of one to a match id; calls show a stored token as an invitation to it."""
        match_id = await self._resolved(given)
        # Matches that are not public are readable for those who hold a token of them.
        self.client.invite = self.client.invite or self.tokens.invite(match_id)
        return match_id

    async def _resolved(self, given: str) -> str:
        if len(given) >= ID_LENGTH:
            return given
        if len(given) < MIN_PREFIX:
            raise Failure(
                ExitCode.USAGE,
                "PREFIX_TOO_SHORT",
                filled("Give at least {least} characters of the match's id.", least=MIN_PREFIX),
            )
        found = [known for known in self.tokens.match_ids() if known.startswith(given)]
        return _only(given, found or await self._listed(given))

    async def _listed(self, prefix: str) -> list[str]:
        found, seen = [], 0
        async for match in self.client.list_matches(page_size=LARGEST_PAGE):
            seen += 1
            if match.match_id.startswith(prefix):
                found.append(match.match_id)
            if seen >= _MAX_SEARCHED:
                break
        return found

    def holding(self, match_id: str) -> Holding:
        """The user's tokens of a match."""
        return self.tokens.holding(match_id)


def server_command(
    function: Callable[Concatenate[Session, P], Coroutine[Any, Any, None]],
) -> Callable[..., None]:
    """Turns a coroutine that takes a session into a command: adds connection options, reports failures."""

    @json_option
    @key_option
    @server_option
    @functools.wraps(function)
    def command(*args: P.args, **kwargs: P.kwargs) -> None:
        server, key_file = str(kwargs.pop("server")), str(kwargs.pop("key_file"))
        address = normalised(server)
        out = Output(as_json=bool(kwargs.pop("as_json")))

        async def connected() -> None:
            known = HeadFolder(state_folder(), address)
            tokens = TokenStore(address)
            async with Client(
                address,
                retries=_PATIENCE,
                heads=known,
                credentials=credentials_for(server, key_file),
                entropy=tokens,
            ) as client:
                await function(Session(client, out, tokens), *args, **kwargs)

        run_command(out, connected())

    return command


def run_command(out: Output, work: Coroutine[Any, Any, None]) -> None:
    """Runs a command's coroutine; prints failures and sets the exit code."""
    try:
        asyncio.run(work)
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    except ClioError as error:
        refusal = to_failure(error)
        out.failure(refusal)
        raise click.exceptions.Exit(refusal.code) from error


def to_failure(error: ClioError, **details: str) -> Failure:
    """Converts a server error to a failure."""
    code = next((code for kind, code in _CODES if isinstance(error, kind)), ExitCode.REFUSED)
    message = refusal_in_words(error)
    if isinstance(error, UnreachableError) and error.reason == grpc.StatusCode.UNAVAILABLE.name:
        message = t("The server cannot be reached. Set its address with --server, or start one with clio serve.")
        if "handshake" in error.message.lower() or "certificate" in error.message.lower():
            message = t("The TLS connection failed: check grpcs://, CLIO_SERVER_CA and CLIO_CLIENT_CERT.")
    return Failure(code, error.reason, message, **({"rule": error.rule} if error.rule else {}) | details)


def normalised(server: str) -> str:
    """Normalises a server's address, which is the key of its stored tokens."""
    address, _ = split_address(server.strip())
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        host, port = address, DEFAULT_ADDRESS.rpartition(":")[2]
    return f"{'127.0.0.1' if host in ('localhost', '') else host}:{port}"


def credentials_for(server: str, key_file: str = "") -> Credentials:
    """Reads the credentials for a server from its address and the environment."""
    _, secure = split_address(server.strip())
    try:
        return Credentials.from_environment(os.environ, key_file=key_file, tls=secure)
    except CredentialsError as error:
        raise Failure(ExitCode.USAGE, "CREDENTIALS", str(error)) from error


def _only(given: str, found: list[str]) -> str:
    if not found:
        raise Failure(
            ExitCode.NOT_FOUND,
            "MATCH_NOT_FOUND",
            filled("There is no match whose id begins with {given}.", given=given),
        )
    if len(found) > 1:
        several = ", ".join(found[:5])
        raise Failure(
            ExitCode.USAGE,
            "PREFIX_AMBIGUOUS",
            filled("Several ids start with {given}: {several}. Type more characters.", given=given, several=several),
        )
    return found[0]
