"""clio admin archive."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command
from clio.client.archive_admin import ArchiveAdminCalls
from clio.v1.archive_admin_service_pb2 import Import

HEADINGS = ("match", "signer", "importer", "bytes", "imported", "source")


@click.group("archive")
def command() -> None:
    """List and delete imported records.

    \b
    Example:
      clio admin archive list
    """  # noqa: D301 (Click's mark for lines to keep)


@command.command("list")
@operator_option
@server_command
async def list_command(session: Session, token: str) -> None:
    """List imported records and who imported them, newest first.

    Hidden records are listed too: a record is hidden while a match of this server has its id.

    \b
    Example:
      clio admin archive list
    """  # noqa: D301 (Click's mark for lines to keep)
    imports = [each async for each in operator_of(session, token).archive.list_imports()]
    if session.out.as_json:
        session.out.document({"imports": [to_json_value(each) for each in imports]})
        return
    if not imports:
        session.out.line(t("The archive is empty."))
        return
    session.out.table(Table([t(name) for name in HEADINGS], [_row(each) for each in imports]))


@command.command("delete")
@click.argument("match")
@click.option("--signer", default="", metavar="KEY", help="The signer's key, or the start of it, where several signed.")
@operator_option
@server_command
async def delete_command(session: Session, match: str, signer: str, token: str) -> None:
    """Delete the record of MATCH from the archive.

    MATCH is its whole id. Servers that share the archive lose it too.

    \b
    Example:
      clio admin archive delete match22222aaaaaaaaaa --signer 3f7a
    """  # noqa: D301 (Click's mark for lines to keep)
    archive = operator_of(session, token).archive
    deleted = await archive.delete(match, await _key_of(archive, match, signer))
    if session.out.as_json:
        session.out.document({"removed": to_json_value(deleted)})
    else:
        key = deleted.record.signer_key.hex()[:16]
        session.out.line(filled("The record of {match} that {key} signed is deleted.", match=match, key=key))


async def _key_of(archive: ArchiveAdminCalls, match: str, signer: str) -> bytes:
    if not signer:
        return b""
    imports = archive.list_imports()
    found = [each.record.signer_key async for each in imports if each.record.match.match_id == match]
    keys = [key for key in found if key.hex().startswith(signer.lower())]
    if len(keys) != 1:
        reason = t("No signer, or more than one, of that match in the archive has a key like that.")
        raise Failure(ExitCode.NOT_FOUND, "SIGNER_NOT_FOUND", reason)
    return keys[0]


def _row(each: Import) -> list[str]:
    archived = each.record
    source = archived.source or "-"
    return [
        archived.match.match_id,
        archived.signer_key.hex()[:16],
        each.importer or "-",
        str(each.size_bytes),
        f"{archived.import_time.ToDatetime():%Y-%m-%d}",
        filled("{source} (hidden)", source=source) if each.hidden else source,
    ]
