"""clio admin archive."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command
from clio.client.archive import ArchiveCalls
from clio.v1.archive_service_pb2 import ArchivedRecord

HEADINGS = ("match", "signer", "importer", "bytes", "imported", "source")


@click.group("archive")
def command() -> None:
    """List the records from elsewhere with their importers, and delete them.

    \b
    Example:
      clio admin archive list
    """  # noqa: D301 (Click's mark for lines to keep)


@command.command("list")
@operator_option
@server_command
async def list_command(session: Session, token: str) -> None:
    """List the records from elsewhere, the latest imports first, also those that no one else is shown.

    A record is hidden while a match of this server has its id.

    \b
    Example:
      clio admin archive list
    """  # noqa: D301 (Click's mark for lines to keep)
    records = [record async for record in operator_of(session, token).archive.all()]
    if session.out.as_json:
        session.out.document({"records": [to_json_value(record) for record in records]})
        return
    if not records:
        session.out.line(t("The archive is empty."))
        return
    session.out.table(Table([t(name) for name in HEADINGS], [_row(record) for record in records]))


@command.command("delete")
@click.argument("match")
@click.option("--signer", default="", metavar="KEY", help="The signer's key, or the start of it, where several signed.")
@operator_option
@server_command
async def delete_command(session: Session, match: str, signer: str, token: str) -> None:
    """Delete the record of MATCH from the archive of all servers that share it; MATCH is its whole id.

    \b
    Example:
      clio admin archive delete match22222aaaaaaaaaa --signer 3f7a
    """  # noqa: D301 (Click's mark for lines to keep)
    archive = operator_of(session, token).archive
    deleted = await archive.delete(match, await _key_of(archive, match, signer))
    if session.out.as_json:
        session.out.document({"record": to_json_value(deleted)})
    else:
        key = deleted.archived.key.hex()[:16]
        session.out.line(filled("The record of {match} that {key} signed is deleted.", match=match, key=key))


async def _key_of(archive: ArchiveCalls, match: str, signer: str) -> bytes:
    if not signer:
        return b""
    found = [record.archived.key async for record in archive.all() if record.archived.match.match_id == match]
    keys = [key for key in found if key.hex().startswith(signer.lower())]
    if len(keys) != 1:
        reason = t("No signer, or more than one, of that match in the archive has a key like that.")
        raise Failure(ExitCode.NOT_FOUND, "SIGNER_NOT_FOUND", reason)
    return keys[0]


def _row(record: ArchivedRecord) -> list[str]:
    archived = record.archived
    source = archived.source or "-"
    return [
        archived.match.match_id,
        archived.key.hex()[:16],
        record.importer or "-",
        str(record.size_bytes),
        f"{archived.imported_at.ToDatetime():%Y-%m-%d}",
        filled("{source} (hidden)", source=source) if record.hidden else source,
    ]
