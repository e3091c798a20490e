"""clio export."""

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

import click

from clio.cli.commands.list import STATUSES
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.output_file import write_failure
from clio.cli.session.archived_signer import signer_of, signer_option
from clio.cli.session.completion import complete_games, complete_matches, complete_seats
from clio.cli.session.session import Session, server_command, token_option
from clio.client.record_file import RawFile, write_record
from clio.v1.archive_service_pb2 import ExportArchivedRecordsResponse
from clio.v1.match_pb2 import MatchStatus
from clio.v1.record_service_pb2 import ExportRecordsResponse


@click.command("export")
@click.argument("match", required=False, shell_complete=complete_matches)
@click.option(
    "--out",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file (default: MATCH.clio; .gz compresses it); with --all the folder.",
)
@click.option("--wait", is_flag=True, help="Wait until the match is over.")
@click.option(
    "--as",
    "seat",
    shell_complete=complete_seats,
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="Include what this seat of yours may see.",
)
@click.option("--all", "several", is_flag=True, help="Write every matching match as .clio.gz into the folder --out.")
@click.option("--game", default="", shell_complete=complete_games, help="With --all: only this game.")
@click.option(
    "--status", type=click.Choice(list(STATUSES)), default="finished", help="With --all: only matches with this status."
)
@click.option("--since", type=click.DateTime(), help="With --all: only matches active since this time (UTC).")
@click.option("--archived", is_flag=True, help="Use the records in the server's archive.")
@signer_option
@token_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    match: str | None,
    path: Path | None,
    wait: bool,
    seat: int | None,
    several: bool,
    game: str,
    status: str,
    since: datetime | None,
    archived: bool,
    signer: str,
    token: str,
) -> None:
    """Write MATCH to a file that anyone can verify.

    The file ends with the latest event.
    It holds what a spectator, or your seat, may see now; everything once the match is over.

    \b
    Example:
      clio export k3vq --out final.clio.gz
      clio export --all --game akros --since 2026-01-01 --out records
    """  # noqa: D301 (Click's mark for lines to keep)
    if several == bool(match):
        raise Failure(ExitCode.USAGE, "WHAT", t("Name a match or use --all."))
    try:
        if match is None:
            folder = path or Path()
            folder.mkdir(parents=True, exist_ok=True)
            await _export_all(session, folder, game, STATUSES[status], since, archived=archived)
        elif archived:
            key = await signer_of(session, match, signer)
            await _export_archived(session, match, path or Path(f"{match}.clio"), key)
        else:
            await _export(session, await session.match_id(match), path, seat, token, wait=wait)
    except OSError as error:
        raise write_failure(path or Path(), error) from error


async def _export(  # noqa: PLR0913 (the options of the command line)
    session: Session, match_id: str, path: Path | None, seat: int | None, token: str, *, wait: bool
) -> None:
    path = path or Path(f"{match_id}.clio")
    if seat is not None and not token:
        held = session.holding(match_id).seats
        if seat not in held:
            raise Failure(
                ExitCode.NOT_ALLOWED, "SEAT_NOT_HELD", filled("Seat {seat} of this match is not yours.", seat=seat)
            )
        token = held[seat]
    head = await write_record(session.client, match_id, path, token, wait=wait)
    if session.out.as_json:
        session.out.document({"digest": head.digest.hex(), "file": str(path), "match_id": match_id, "seq": head.seq})
        return
    session.out.line(
        counted("Wrote {number} event to {file}.", "Wrote {number} events to {file}.", head.seq, file=path)
    )


async def _export_archived(session: Session, match_id: str, path: Path, key: bytes) -> None:
    with RawFile(path) as file:
        source = session.client.archive.export(match_id, signer_key=key, gzip=path.suffix == ".gz")
        async for part in source:
            file.write(part)
        file.commit()
    _print(session, match_id, path)


async def _export_all(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    folder: Path,
    game: str,
    status: MatchStatus.ValueType,
    since: datetime | None,
    *,
    archived: bool,
) -> None:
    calls = session.client.archive if archived else session.client.records
    update_time_from = since.replace(tzinfo=UTC) if since else None
    parts = calls.export_all(game=game, status=status, update_time_from=update_time_from, gzip=True)
    file: RawFile | None = None
    count = 0
    written: set[str] = set()
    try:
        async for part in parts:
            path = folder / f"{_file_name(part, written)}.clio.gz"
            file = file or RawFile(path).__enter__()
            file.write(part.chunk)
            if part.complete:
                file.commit()
                file, count = None, count + 1
                written.add(part.match_id)
                _print(session, part.match_id, path)
    finally:
        if file is not None:
            file.__exit__(None, None, None)
    if not session.out.as_json:
        session.out.line(
            counted("Wrote {number} record to {folder}.", "Wrote {number} records to {folder}.", count, folder=folder)
        )


def _file_name(part: ExportRecordsResponse | ExportArchivedRecordsResponse, written: Collection[str]) -> str:
    """A match's id, with its signer's key where another signer's record of the match is there already."""
    if isinstance(part, ExportArchivedRecordsResponse) and part.match_id in written:
        return f"{part.match_id}-{part.signer_key.hex()[:16]}"
    return part.match_id


def _print(session: Session, match_id: str, path: Path) -> None:
    if session.out.as_json:
        session.out.document({"file": str(path), "match_id": match_id})
    else:
        session.out.line(str(path))
