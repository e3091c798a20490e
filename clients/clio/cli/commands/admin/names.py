"""clio admin names."""

import click

from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command


@click.group("names")
def command() -> None:
    """List, change and erase private player names.

    Records of matches with private names hold pseudonyms; the names are stored beside them.

    \b
    Example:
      clio admin names erase player-bcdfghjkpqst
    """  # noqa: D301 (Click's mark for lines to keep)


@command.command("list")
@operator_option
@server_command
async def list_command(session: Session, token: str) -> None:
    """List the pseudonyms and the names they stand for.

    \b
    Example:
      clio admin names list
    """  # noqa: D301 (Click's mark for lines to keep)
    names = [name async for name in operator_of(session, token).names.list_names()]
    if session.out.as_json:
        session.out.document({"names": [to_json_value(name) for name in names]})
    else:
        headings = [t("pseudonym"), t("name"), t("namespace")]
        rows = [[name.pseudonym, name.name, name.namespace or "-"] for name in names]
        session.out.table(Table(headings, rows))


@command.command("rename")
@click.argument("pseudonym")
@click.argument("name")
@operator_option
@server_command
async def rename_command(session: Session, pseudonym: str, name: str, token: str) -> None:
    """Give PSEUDONYM another NAME, in past matches too.

    \b
    Example:
      clio admin names rename player-bcdfghjkpqst Ada
    """  # noqa: D301 (Click's mark for lines to keep)
    renamed = await operator_of(session, token).names.rename(pseudonym, name)
    if session.out.as_json:
        session.out.document({"player_name": to_json_value(renamed)})
    else:
        session.out.line(filled("{pseudonym} is called {name}.", pseudonym=renamed.pseudonym, name=renamed.name))


@command.command("erase")
@click.argument("pseudonym")
@operator_option
@server_command
async def erase_command(session: Session, pseudonym: str, token: str) -> None:
    """Erase the name that PSEUDONYM stands for. It cannot be undone.

    \b
    Example:
      clio admin names erase player-bcdfghjkpqst
    """  # noqa: D301 (Click's mark for lines to keep)
    await operator_of(session, token).names.erase(pseudonym)
    if session.out.as_json:
        session.out.document({"pseudonym": pseudonym})
    else:
        session.out.line(filled("The name of {pseudonym} is erased.", pseudonym=pseudonym))
