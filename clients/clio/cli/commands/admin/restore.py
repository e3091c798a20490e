"""clio admin restore."""

from pathlib import Path

import click

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import counted, t
from clio.cli.render.output import Output
from clio.cli.session.session import json_option
from clio.cli.text.backup_text import print_restored


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--revocations",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="LIST",
    help="A server's list of revocations, once each: what is in it stays revoked, all else is good again.",
)
@click.option(
    "--keep-credentials", is_flag=True, help="Nothing was revoked since the backup: all tokens and keys hold."
)
@json_option
def command(file: Path, revocations: tuple[Path, ...], keep_credentials: bool, as_json: bool) -> None:  # noqa: FBT001 (flags of the command line)
    """Restore the backup FILE to an empty place.

    Every match is verified.

    CLIO_DATA and CLIO_DATABASE_URL name the place; the data is encrypted with CLIO_CIPHER_KEY. A backup
    with another key is read with CLIO_OLD_CIPHER_KEY. All of it is restored, or nothing. Start the server afterwards.

    A backup does not know what was revoked after it was taken. Without --revocations or --keep-credentials no seat
    token, host token or API key in it stays valid.

    \b
    Example:
      clio admin restore monday.clio-backup --revocations data/revocations
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: the record comes with all rules.
    from clio.cli.local import backups  # noqa: PLC0415

    out = Output(as_json=as_json)
    try:
        restored = backups.restore_backup(
            file,
            lambda events: out.aside(counted("{number} event", "{number} events", events)),
            revocations,
            keep=keep_credentials,
        )
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
    print_restored(out, restored, t("Restored {matches}, {events} and {archived}; all verified."))
    if restored.credentials_void:
        out.aside(
            t("No token and no API key of the backup is good any more: see --revocations and --keep-credentials.")
        )
    if not restored.signs_as_before:
        out.aside(t("The signing key was not in the backup: the server will make a new one, and knows the old one."))
