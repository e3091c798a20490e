"""clio admin verify-backup."""

from pathlib import Path

import click

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import counted, t
from clio.cli.render.output import Output
from clio.cli.session.session import json_option
from clio.cli.text.backup_text import print_restored


@click.command("verify-backup")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Verify the backup FILE and every match in it.

    No server is needed.

    It is restored to a temporary folder (see TMPDIR), encrypted with a throw-away key. The backup is
    read with CLIO_CIPHER_KEY or CLIO_OLD_CIPHER_KEY.

    \b
    Example:
      clio admin verify-backup monday.clio-backup
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clio.cli.local import backups  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        restored = backups.verify_backup(
            file, lambda events: out.aside(counted("{number} event", "{number} events", events))
        )
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    print_restored(
        out,
        restored,
        t("The backup holds {matches}, {events} and {archived}; all verified."),
    )
