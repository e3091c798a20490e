"""clio verify."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from clio.cli.click_support.options import key_option
from clio.cli.errors.exit_codes import LEVEL_CODES, ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.output import Output
from clio.cli.session.session import json_option
from clio.cli.session.token_store import TokenStore
from clio.cli.text.verdict_text import show_report

if TYPE_CHECKING:
    from clio.verify.verdicts import Report


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@key_option
@click.option("--no-rules", is_flag=True, help="Check levels 1 and 2 only, which need no rules.")
@click.option(
    "--by-rules",
    default="",
    metavar="VERSION",
    help="Judge levels 3 and 4 by this version of the rules ('current' for the newest), to see what it changed.",
)
@click.option("--origin", type=click.Path(path_type=Path), metavar="FILE", help="The record that a fork comes from.")
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Number of processes; 0 chooses it automatically.",
)
@json_option
@click.pass_context
def command(  # noqa: PLR0913 (the options of the command line)
    context: click.Context,
    *,
    files: tuple[Path, ...],
    key: str,
    no_rules: bool,
    by_rules: str,
    origin: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Verify records of matches, without a server.

    Level 1, integrity: nothing was changed, left out or added.
    Level 2, fairness: every draw follows from the committed seed.
    Level 3, legality: every event follows from the rules.
    Level 4, result: scores and winners are correct.

    If you had a seat in the match, the record is also compared with the randomness that you contributed.
    A match is judged by the version of the rules that its record names. With --by-rules another version judges it,
    and every event that this version decides differently is listed.

    With --json there is one line per file. The exit code shows the first level that failed.

    \b
    Example:
      clio verify final.clio.gz
      clio verify records/*.clio.gz --json
      clio verify old.clio.gz --by-rules current
    """  # noqa: D301 (Click's mark for lines to keep)
    # Loaded here: all rules come with it.
    from clio.verify.batch import verify_many  # noqa: PLC0415

    out = Output(as_json=as_json)
    worst = 0
    unread = False
    for number, (path, report) in enumerate(
        zip(files, verify_many(files, key, rules=not no_rules, by_rules=by_rules, jobs=jobs), strict=True), 1
    ):
        if isinstance(report, str):
            unread = True
            _print_unread(out, path, report)
            continue
        checked = _with_entropy(out, _with_origin(report, path, origin) if origin else report, path)
        _print(out, checked)
        worst = min(filter(None, (worst, checked.worst)), default=0)
        if out.on_terminal and len(files) > 1:
            click.echo(f"{number}/{len(files)}", err=True)
    code = LEVEL_CODES[worst]
    context.exit(ExitCode.NOT_FOUND if unread and code in (ExitCode.OK, ExitCode.NOT_JUDGED) else code)


def _with_entropy(out: Output, report: "Report", path: Path) -> "Report":
    """Compares the record of one's own match with the entropy that was kept; that it cannot fails no record."""
    try:
        kept = TokenStore("").kept_secrets(report.match)
    except (Failure, OSError) as error:
        out.aside(f"clio: {error}")
        return report
    # What is no file, such as a pipe, was read already: to open it again could wait for ever.
    if not kept or not path.is_file():
        return report
    import msgspec  # noqa: PLC0415 (comes with the verifier)

    from clio.verify.own_entropy import own_entropy  # noqa: PLC0415
    from clio.verify.record_files import FlawError, read_file  # noqa: PLC0415

    try:
        return msgspec.structs.replace(report, entropy=own_entropy(read_file(path), kept))
    except (FlawError, OSError):
        # The report already says what is wrong with the file.
        return report


def _with_origin(report: "Report", path: Path, origin: Path) -> "Report":
    import msgspec  # noqa: PLC0415 (comes with the verifier)

    from clio.verify.fork_origin import provenance  # noqa: PLC0415
    from clio.verify.record_files import FlawError, read_file  # noqa: PLC0415
    from clio.verify.verdicts import failing  # noqa: PLC0415

    try:
        level = provenance(read_file(path), read_file(origin))
    except (OSError, FlawError) as error:
        level = failing("the record of the origin cannot be read: {error}", error=str(error))
    return msgspec.structs.replace(report, origin=level)


def _print(out: Output, report: "Report") -> None:
    if out.as_json:
        from clio.verify.verdicts import report_document  # noqa: PLC0415 (comes with the verifier)

        out.document(report_document(report))
    else:
        show_report(out, report)


def _print_unread(out: Output, path: Path, why: str) -> None:
    if out.as_json:
        out.document({"error": {"message": why, "reason": "FILE"}, "file": str(path)})
    else:
        reason = filled("{file} cannot be read: {error}.", file=path, error=t(why))
        out.aside(f"clio: {reason}")
