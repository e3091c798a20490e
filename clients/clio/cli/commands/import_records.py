"""clio import."""

from pathlib import Path

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import system_error
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.session import Session, server_command
from clio.cli.text.match_text import status_of


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--source", default="", metavar="TEXT", help="A note on where the records come from.")
@server_command
async def command(session: Session, *, files: tuple[Path, ...], source: str) -> None:
    """Import records into the server's archive.

    They are replayed and audited like the rest, but are never among the matches played here.
    A record that fails verification at level 1 is refused.

    \b
    Example:
      clio import final.clio.gz --source "the club's server"
      clio list --archived
    """  # noqa: D301 (Click's mark for lines to keep)
    for path in files:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise Failure(
                ExitCode.NOT_FOUND,
                "FILE",
                filled("{file} cannot be read: {error}.", file=path, error=system_error(error)),
            ) from error
        done = await session.client.archive.import_record([content], source)
        if session.out.as_json:
            session.out.document({"file": str(path), **to_json_value(done)})
            continue
        match = done.record.match
        news = t("was already in the archive") if done.known else t("is in the archive")
        events = counted("{number} event", "{number} events", match.seq)
        session.out.line(f"{path}: {match.game} {match.match_id}, {status_of(match)}, {events}, {news}.")
