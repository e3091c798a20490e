"""clio verify."""

import click

from clients.cli.exit_codes import ExitCode
from clients.cli.session import json_option

_CODES = {0: ExitCode.OK, 1: ExitCode.NOT_VERIFIED, 2: ExitCode.NOT_VERIFIED, 66: ExitCode.NOT_FOUND}


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--key", metavar="HEX", help="Demand that this public key signed.")
@json_option
@click.pass_context
def command(context: click.Context, files: tuple[str, ...], key: str | None, as_json: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Verify records of matches, without any server.

    Integrity: nothing was changed, left out or added. Fairness: every draw is what the committed seed gives.
    With --json there is one line per file.

    \b
    Example:
      clio verify final.clio.gz
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: it is a program of its own that shares no code with this one.
    from clients.verify import verify_match  # noqa: PLC0415

    arguments = [*(["--json"] if as_json else []), *(["--key", key] if key else []), "--", *files]
    try:
        found = verify_match.main(arguments)
    except SystemExit as error:
        raise click.exceptions.Exit(ExitCode.USAGE) from error
    context.exit(_CODES.get(found, ExitCode.NOT_VERIFIED))
