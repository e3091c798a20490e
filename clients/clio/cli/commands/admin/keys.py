"""clio admin keys."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command
from clio.client.api_keys import ApiKeyCalls
from clio.v1.access_service_pb2 import ApiKey, KeyLimits, Scope

SCOPES: Final = ("read", "play", "host", "admin")
LIMITS: Final = tuple(field.name for field in KeyLimits.DESCRIPTOR.fields)
_SPAN: Final = re.compile(r"([1-9][0-9]{0,4})([hdw])")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@click.group("keys")
def command() -> None:
    """Create, list and revoke the API keys of a server.

    \b
    Example:
      clio admin keys create arena --scope play --scope host --expires 90d
    """  # noqa: D301 (Click's mark for lines to keep)


def _span(_context: click.Context, _option: click.Parameter, given: str) -> timedelta | None:
    if not given:
        return None
    found = _SPAN.fullmatch(given)
    if found is None:
        raise click.BadParameter(t("Use a number and h, d or w: 12h, 90d, 52w."))
    return int(found[1]) * _UNITS[found[2]]


def _limits(_context: click.Context, _option: click.Parameter, given: Iterable[str]) -> KeyLimits:
    limits = KeyLimits()
    for pair in given:
        name, _, value = pair.partition("=")
        if name not in LIMITS or not re.fullmatch(r"[0-9]{1,9}", value):
            raise click.BadParameter(filled("Use NAME=NUMBER with one of {names}.", names=", ".join(LIMITS)))
        setattr(limits, name, int(value))
    return limits


@command.command("create")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    required=True,
    help="What the key allows; may be repeated.",
)
@click.option(
    "--expires", callback=_span, default="", metavar="SPAN", help="Lifetime: 12h, 90d, 52w (default: unlimited)."
)
@click.option(
    "--limit",
    "limits",
    callback=_limits,
    multiple=True,
    metavar="NAME=NUMBER",
    help="A limit for this key; may be repeated.",
)
@click.option(
    "--namespace", default="", metavar="NAME", help="Share matches and seats with the keys of this namespace."
)
@operator_option
@server_command
async def create_command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    name: str,
    scopes: tuple[str, ...],
    expires: timedelta | None,
    limits: KeyLimits,
    namespace: str,
    token: str,
) -> None:
    """Create an API key called NAME, and show it once.

    Every scope includes read. Limits: calls_per_second, moves_per_second, matches_per_hour, open_matches,
    watchers, streams, archive_mib.

    \b
    Example:
      clio admin keys create arena --scope play --scope host --expires 90d
      clio admin keys create crawler --scope read --limit calls_per_second=5
    """  # noqa: D301 (Click's mark for lines to keep)
    numbers = [Scope.Value(f"SCOPE_{scope.upper()}") for scope in scopes]
    ends = None if expires is None else datetime.now(UTC) + expires
    made = await operator_of(session, token).keys.create(
        name, numbers, expire_time=ends, limits=limits, namespace=namespace
    )
    if session.out.as_json:
        session.out.document({"api_key": to_json_value(made.api_key), "key": made.key})
        return
    session.out.line(made.key)
    session.out.aside(t("Save the key now: it is not shown again. Clients set CLIO_KEY or send it as x-clio-key."))


@command.command("list")
@operator_option
@server_command
async def list_command(session: Session, token: str) -> None:
    """List the API keys, newest first, without the keys themselves.

    \b
    Example:
      clio admin keys list
    """  # noqa: D301 (Click's mark for lines to keep)
    keys = [key async for key in operator_of(session, token).keys.list_keys()]
    if session.out.as_json:
        session.out.document({"api_keys": [to_json_value(key) for key in keys]})
    else:
        headings = [t("id"), t("name"), t("scopes"), t("made"), t("is")]
        session.out.table(Table(headings, [_row(key) for key in keys]))


@command.command("revoke")
@click.argument("key")
@operator_option
@server_command
async def revoke_command(session: Session, key: str, token: str) -> None:
    """Revoke an API key.

    KEY is its id, or its name if only one valid key has it.

    \b
    Example:
      clio admin keys revoke arena
    """  # noqa: D301 (Click's mark for lines to keep)
    keys = operator_of(session, token).keys
    revoked = await keys.revoke(await _id_of(keys, key))
    if session.out.as_json:
        session.out.document({"api_key": to_json_value(revoked)})
    else:
        message = filled("The key {key} ({name}) is revoked.", key=revoked.key_id, name=revoked.name)
        session.out.line(message)


async def _id_of(keys: ApiKeyCalls, given: str) -> str:
    found = [key async for key in keys.list_keys()]
    if any(key.key_id == given for key in found):
        return given
    named = [key.key_id for key in found if key.name == given and not key.HasField("revoke_time")]
    if len(named) > 1:
        reason = filled("Several keys have that name; use an id: {keys}.", keys=", ".join(named))
        raise Failure(ExitCode.USAGE, "NAME_AMBIGUOUS", reason)
    return named[0] if named else given


def _row(key: ApiKey) -> list[str]:
    scopes = " ".join(Scope.Name(scope).removeprefix("SCOPE_").lower() for scope in key.scopes)
    return [key.key_id, key.name, scopes, f"{key.create_time.ToDatetime():%Y-%m-%d}", _state(key)]


def _state(key: ApiKey) -> str:
    if key.HasField("revoke_time"):
        return filled("revoked {date}", date=f"{key.revoke_time.ToDatetime():%Y-%m-%d}")
    if not key.HasField("expire_time"):
        return t("good")
    ends = key.expire_time.ToDatetime(UTC)
    date = f"{ends:%Y-%m-%d}"
    return filled("expired {date}", date=date) if ends <= datetime.now(UTC) else filled("good until {date}", date=date)
