"""clio admin restore."""

from pathlib import Path

import click

from clients.cli.admin.restored_text import tell_restored
from clients.cli.exit_codes import Failure
from clients.cli.language import filled, t
from clients.cli.output import Output
from clients.cli.session import json_option


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Restore the backup FILE to an empty place, verifying every match.

    The place is where CLIO_DATA and CLIO_DATABASE_URL put the record; it is enciphered with CLIO_CIPHER_KEY. A backup
    with another key is read with CLIO_OLD_CIPHER_KEY. All of it is restored, or nothing. Start the server afterwards.

    \b
    Example:
      clio admin restore monday.clio-backup
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clients.cli import backup_keeping  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        restored = backup_keeping.restore_backup(
            file, lambda events: out.aside(filled("{events} events", events=events))
        )
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    tell_restored(
        out, restored, t("Restored: {matches} matches, {events} events, {archived} from elsewhere; all verified.")
    )
    if not restored.signs_as_before:
        out.aside(t("The signing key was not in the backup: the server will make a new one, and knows the old one."))
