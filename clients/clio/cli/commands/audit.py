"""clio audit."""

import click

from clio.cli.errors.exit_codes import LEVEL_CODES, ExitCode, Failure
from clio.cli.i18n.translate import t
from clio.cli.session.archived_signer import signer_of, signer_option
from clio.cli.session.completion import complete_games, complete_matches
from clio.cli.session.session import Session, server_command, token_option
from clio.cli.workflows.audit import Auditor


@click.command("audit")
@click.argument("match", required=False, shell_complete=complete_matches)
@click.option("--all", "everything", is_flag=True, help="Audit every finished or aborted match, including the archive.")
@click.option("--game", default="", shell_complete=complete_games, help="With --all: only this game.")
@click.option("--rules", is_flag=True, help="List each move that the installed rules would judge differently.")
@click.option("--archived", is_flag=True, help="Use a record from the server's archive.")
@signer_option
@click.option("--report", type=click.Path(dir_okay=False), metavar="FILE", help="Write a printable HTML report.")
@token_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    match: str | None,
    everything: bool,
    game: str,
    rules: bool,
    archived: bool,
    signer: str,
    report: str | None,
    token: str,
) -> None:
    """Fetch MATCH from the server and verify all four levels here.

    The server is not trusted: it only delivers the record.
    With --all every finished or aborted match is verified, and only failures are listed.

    \b
    Example:
      clio audit k3vq
      clio audit k3vq --report final.html
      clio audit --all --rules
    """  # noqa: D301 (Click's mark for lines to keep)
    if everything == bool(match):
        raise Failure(ExitCode.USAGE, "WHAT", t("Name a match or use --all."))
    if everything and report:
        raise Failure(ExitCode.USAGE, "WHAT", t("--report works for a single match only."))
    auditor = await Auditor.open(session, differences=rules)
    if match is None:
        worst = await auditor.audit_all(game)
    else:
        match_id = match if archived else await session.match_id(match)
        key = await signer_of(session, match_id, signer)
        worst = await auditor.audit(match_id, token, report, archived=archived, key=key)
    if worst:
        raise click.exceptions.Exit(LEVEL_CODES[worst])
