"""clio admin migrate."""

import click

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import t
from clio.cli.render.output import Output
from clio.cli.session.session import json_option


@click.command("migrate")
@click.argument("place", default="", metavar="[PLACE]")
@json_option
def command(place: str, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Create the tables of a record.

    For servers that are not allowed to create tables themselves.

    PLACE is a data folder or postgresql://...; else what CLIO_DATABASE_URL or CLIO_DATA say. Running it again does
    nothing.

    \b
    Example:
      clio admin migrate postgresql://owner@db/clio
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clio.cli.local import event_store  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        created = event_store.migrate(place or event_store.configured_place())
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    if as_json:
        out.document({"created": created})
    else:
        out.line(t("The tables are created.") if created else t("The tables already exist."))
