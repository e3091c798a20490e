"""clio admin migrate."""

import click

from clients.cli.exit_codes import Failure
from clients.cli.language import t
from clients.cli.output import Output
from clients.cli.session import json_option


@click.command("migrate")
@click.argument("place", default="", metavar="[PLACE]")
@json_option
def command(place: str, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Create the tables of a record, for servers that may not do so themselves.

    PLACE is a data folder or postgresql://...; else what CLIO_DATABASE_URL or CLIO_DATA say. Running it again does
    nothing.

    \b
    Example:
      clio admin migrate postgresql://owner@db/clio
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clients.cli import record_keeping  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        created = record_keeping.migrate(place or record_keeping.configured_place())
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    if as_json:
        out.document({"created": created})
    else:
        out.line(t("The tables were created.") if created else t("The tables were there already."))
