"""Sessions of commands with a server: connection, output, stored tokens, and errors as exit codes."""

import asyncio
import functools
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec

import click
import grpc

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.output import Output
from clio.cli.session.completion import complete_seats
from clio.cli.session.own_server import OWN_SERVER, has_own_record, is_own, own_server
from clio.cli.session.similar_names import did_you_mean, similar_match
from clio.cli.session.token_store import Holding, TokenStore, state_folder
from clio.cli.text.error_text import refusal_in_words
from clio.client.address_probe import answers
from clio.client.client import DEFAULT_ADDRESS, LARGEST_PAGE, Client
from clio.client.credentials import Credentials, CredentialsError, split_address
from clio.client.errors import ClioError, IntegrityError, NotAllowedError, NotFoundError, UnreachableError
from clio.client.known_heads import HeadFolder
from clio.client.retry import RetryPolicy

P = ParamSpec("P")

_NO_GAME: Final = "GAME_NOT_FOUND"
_GAME_RULE: Final = "CLIO-GAME"

ID_LENGTH: Final = 20
MIN_PREFIX: Final = 4
_MAX_SEARCHED: Final = 10 * LARGEST_PAGE
_PATIENCE: Final = RetryPolicy(attempts=4)
_MATCH_MISSING: Final = ("MATCH_NOT_FOUND", grpc.StatusCode.UNAVAILABLE.name)
"""Reasons of errors after which the match may be another one: a server that does not run has none either."""
_CODES: Final = (
    (IntegrityError, ExitCode.NOT_VERIFIED),
    (UnreachableError, ExitCode.UNREACHABLE),
    (NotFoundError, ExitCode.NOT_FOUND),
    (NotAllowedError, ExitCode.NOT_ALLOWED),
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
server_option = click.option(
    "--server",
    envvar="CLIO_SERVER",
    metavar="HOST:PORT",
    help=(
        "The server's address; grpcs://HOST:PORT for TLS, own for the server inside clio play "
        "(default: 127.0.0.1:50051, and your own matches)."
    ),
)
key_option = click.option(
    "--key-file",
    default="",
    metavar="FILE",
    help="File with an API key (default: CLIO_KEY or CLIO_KEY_FILE).",
)
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with plain ASCII.")
own_seat_option = click.option(
    "--seat", type=click.IntRange(min=0), shell_complete=complete_seats, help="Your seat, if you have several."
)
seat_option = click.option(
    "--seat", type=click.IntRange(min=0), shell_complete=complete_seats, help="Your seat (default: the one to move)."
)
token_option = click.option(
    "--token", envvar="CLIO_TOKEN", default="", metavar="TOKEN", help="Use this token instead of the stored one."
)


@dataclass(frozen=True, slots=True)
class Session:
    """The client, output and token store of a command."""

    client: Client
    out: Output
    tokens: TokenStore
    named: bool = True
    """Whether the user has named the server; else the own server's matches are meant as well."""

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


Work = Callable[Concatenate[Session, P], Coroutine[Any, Any, None]]


def server_command(function: Work[P]) -> Callable[..., None]:
    """Turns a coroutine that takes a session into a command: adds connection options, reports failures.

    Without ``--server`` a match of the own server is looked for there, any other at the default address.
    """
    return _command(function, own_instead=False)


def reading_command(function: Work[P]) -> Callable[..., None]:
    """As ``server_command``, for what the own server answers too where no other one runs."""
    return _command(function, own_instead=True)


def _command(function: Work[P], *, own_instead: bool) -> Callable[..., None]:
    @json_option
    @key_option
    @server_option
    @functools.wraps(function)
    def command(*args: P.args, **kwargs: P.kwargs) -> None:
        server, key_file = kwargs.pop("server"), str(kwargs.pop("key_file"))
        out = Output(as_json=bool(kwargs.pop("as_json")))
        match = kwargs.get("match")

        async def connected() -> None:
            own = server == OWN_SERVER or (server is None and isinstance(match, str) and is_own(match, MIN_PREFIX))
            if server is None and own_instead and not own and has_own_record():
                own = not await answers(DEFAULT_ADDRESS)
            async with own_session(out) if own else server_session(out, server, key_file) as session:
                with suggesting_match(match if isinstance(match, str) else ""):
                    await function(session, *args, **kwargs)

        run_command(out, connected(), str(kwargs.get("game", "")))

    return command


@contextmanager
def suggesting_match(given: str) -> Iterator[None]:
    """Adds the match that the user may have meant to an error about one that was not found."""
    try:
        yield
    except (Failure, ClioError) as error:
        failure = error if isinstance(error, Failure) else to_failure(error)
        known = TokenStore("").all_match_ids()
        is_known = any(match_id.startswith(given) for match_id in known)
        if not given or is_known or failure.reason not in _MATCH_MISSING:
            raise
        suggestion = similar_match(given, known)
        raise Failure(failure.code, failure.reason, failure.message + suggestion, **failure.details) from error


@asynccontextmanager
async def own_session(out: Output) -> AsyncIterator[Session]:
    """A session with the user's own server."""
    async with own_server() as address, _client(address, OWN_SERVER) as client:
        yield Session(client, out, TokenStore(OWN_SERVER))


@asynccontextmanager
async def server_session(out: Output, server: Any, key_file: str = "") -> AsyncIterator[Session]:  # noqa: ANN401 (Click's value)
    """A session with a server, by default the one at the default address."""
    given = DEFAULT_ADDRESS if server is None else str(server)
    address = normalised(given)
    async with _client(address, address, credentials_for(given, key_file)) as client:
        yield Session(client, out, TokenStore(address), named=server is not None)


def _client(address: str, known_as: str, credentials: Credentials | None = None) -> Client:
    return Client(
        address,
        retries=_PATIENCE,
        heads=HeadFolder(state_folder(), known_as),
        credentials=credentials,
        entropy=TokenStore(known_as),
    )


def run_command(out: Output, work: Coroutine[Any, Any, None], game: str = "") -> None:
    """Runs a command's coroutine; prints failures and sets the exit code. ``game`` is what the user called the game."""
    try:
        asyncio.run(work)
    except Failure as failure:
        refused = failure
    except ClioError as error:
        refused = to_failure(error)
    else:
        return
    if refused.reason == _NO_GAME or refused.details.get("rule") == _GAME_RULE:
        refused = Failure(refused.code, refused.reason, refused.message + _similar_game(game), **refused.details)
    out.failure(refused)
    raise click.exceptions.Exit(refused.code)


def _similar_game(game: str) -> str:
    from clio.cli.local.games import local_game_names  # noqa: PLC0415 (loads the rules)

    return did_you_mean(game, local_game_names())


def to_failure(error: ClioError, **details: str) -> Failure:
    """Converts a server error to a failure."""
    code = next((code for kind, code in _CODES if isinstance(error, kind)), ExitCode.REFUSED)
    message = refusal_in_words(error)
    if isinstance(error, UnreachableError) and error.reason == grpc.StatusCode.UNAVAILABLE.name:
        message = t(
            "The server cannot be reached. Name another one with --server, or start one with clio serve. "
            "clio play needs no server."
        )
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
