"""clio export."""

from pathlib import Path

import click

from clients.cli.exit_codes import ExitCode, Failure
from clients.cli.language import filled
from clients.cli.session import Session, talks
from clients.sdk.record_file import write_record


@click.command("export")
@click.argument("match")
@click.option(
    "--out",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file; else MATCH.clio. A name that ends in .gz is compressed.",
)
@click.option("--wait", is_flag=True, help="Wait for the end of the match first.")
@talks
async def command(session: Session, match: str, path: Path | None, wait: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """Write MATCH to a file that anyone can verify.

    The file ends where the match stands now.
    While the match goes on the file holds what a spectator may see; afterwards it holds everything.

    \b
    Example:
      clio export k3vq --out final.clio.gz
      clio verify final.clio.gz
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = await session.match_id(match)
    path = path or Path(f"{match_id}.clio")
    try:
        head = await write_record(session.client, match_id, path, wait=wait)
    except OSError as error:
        raise Failure(
            ExitCode.REFUSED,
            "FILE",
            filled("{file} cannot be written: {error}.", file=path, error=error.strerror or error),
        ) from error
    if session.out.as_json:
        session.out.document({"digest": head.digest.hex(), "file": str(path), "match_id": match_id, "seq": head.seq})
        return
    session.out.line(filled("Wrote {events} events to {file}.", events=head.seq, file=path))
