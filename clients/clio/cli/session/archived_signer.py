"""Which of several signers' records of one match is meant."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import t
from clio.cli.session.session import Session

signer_option = click.option(
    "--signer", default="", metavar="KEY", help="With --archived: the signer's key, or the start of it."
)


async def signer_of(session: Session, match_id: str, given: str) -> bytes:
    """The key that is meant; empty where none is given."""
    if not given:
        return b""
    archived = [each async for each in session.client.archive.list_records() if each.match.match_id == match_id]
    keys = {each.signer_key for each in archived if each.signer_key.hex().startswith(given.lower())}
    if len(keys) != 1:
        reason = t("No signer, or more than one, of that match in the archive has a key like that.")
        raise Failure(ExitCode.NOT_FOUND, "SIGNER_NOT_FOUND", reason)
    return keys.pop()
