"""clio admin copy."""

import click

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import counted, filled
from clio.cli.render.output import Output
from clio.cli.session.session import json_option
from clio.cli.text.counts import events_in_words, matches_in_words


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def command(source: str, target: str, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Copy all matches and private names to another record.

    Every chain is verified.

    FROM and TO are data folders or postgresql://... . Stop the servers that write to FROM first. What TO has already
    is compared, not copied, so an interrupted copy can be run again. TO is encrypted with CLIO_CIPHER_KEY, if that is
    set; FROM is read with it, with CLIO_OLD_CIPHER_KEY, or plain.

    \b
    Example:
      clio admin copy data postgresql://clio@db/clio
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clio.cli.local import event_store  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        copied = event_store.copy(
            source, target, lambda events: out.aside(counted("{number} event", "{number} events", events))
        )
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    if as_json:
        out.document({"matches": copied.matches, "events": copied.events, "already_there": copied.already_there})
    else:
        out.line(
            filled(
                "Verified: {matches}. Copied: {events}. Already there: {there}.",
                matches=matches_in_words(copied.matches),
                events=events_in_words(copied.events),
                there=events_in_words(copied.already_there),
            )
        )
