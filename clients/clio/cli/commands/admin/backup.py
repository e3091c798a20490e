"""clio admin backup."""

from hashlib import sha256
from pathlib import Path

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.output_file import write_failure
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command
from clio.cli.text.counts import events_in_words, matches_in_words
from clio.client.operator import OperatorCalls
from clio.client.record_file import SecretFile
from clio.v1.backup_service_pb2 import BackupSummary

PROGRESS_EVENTS = 100_000


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Allow a backup without encryption: it contains all secrets in plain text.")
@operator_option
@server_command
async def command(session: Session, *, file: Path, plain: bool, token: str) -> None:
    """Write a backup of all data of a running server to FILE.

    It holds every move that was acknowledged before it began. It is encrypted with the server's CLIO_CIPHER_KEY.
    Check it with clio admin verify-backup, restore it with clio admin restore.

    \b
    Example:
      clio admin backup monday.clio-backup
    """  # noqa: D301 (Click's mark for lines to keep)
    operator = operator_of(session, token)
    _refuse_existing(file)
    try:
        with SecretFile(file) as written:
            summary = await _received(session, operator, written, plain=plain)
            written.commit()
    except OSError as error:
        raise write_failure(file, error) from error
    _print(session, file, summary)


def _refuse_existing(file: Path) -> None:
    if file.exists():
        raise Failure(ExitCode.REFUSED, "FILE", filled("{file} already exists; choose another name.", file=file))


async def _received(session: Session, operator: OperatorCalls, file: SecretFile, *, plain: bool) -> BackupSummary:
    """Writes the received chunks; fails, without leaving a file, where the stream is incomplete."""
    total, size, reported = sha256(), 0, 0
    async for part in operator.create_backup(allow_plain=plain):
        if part.HasField("summary"):
            if (part.summary.sha256, part.summary.size_bytes) == (total.digest(), size):
                return part.summary
            break
        file.write(part.chunk)
        total.update(part.chunk)
        size += len(part.chunk)
        if part.events >= reported + PROGRESS_EVENTS:
            reported = part.events
            session.out.aside(counted("{number} event", "{number} events", reported))
    raise Failure(ExitCode.NOT_VERIFIED, "BACKUP_CUT_OFF", t("The backup is incomplete; nothing was written."))


def _print(session: Session, file: Path, summary: BackupSummary) -> None:
    if session.out.as_json:
        session.out.document(
            {
                "archived": summary.archived,
                "bytes": summary.size_bytes,
                "enciphered": summary.enciphered,
                "events": summary.events,
                "file": str(file),
                "matches": summary.matches,
                "position": summary.position,
                "sha256": summary.sha256.hex(),
            }
        )
        return
    session.out.line(
        filled(
            "Wrote {matches}, {events} to {file}.",
            matches=matches_in_words(summary.matches),
            events=events_in_words(summary.events),
            file=file,
        )
    )
    if not summary.enciphered:
        session.out.aside(
            t("The backup is not encrypted: anyone who has the file can read every secret. Protect it like the server.")
        )
