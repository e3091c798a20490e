"""Opening forks, of matches of this server and of archived records."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork
from clio.kernel.match.forking import Opening, fork_command
from clio.kernel.match.match_metadata import MatchMetadata
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.call_context import current_call
from clio.server.app.pacing import paced
from clio.server.app.record_import import RecordImport
from clio.server.auth.match_quota import MatchQuota

Games: TypeAlias = Mapping[str, Game[Any, Any]]


async def open_fork(  # noqa: PLR0913 (what is forked, as what, and on whose account)
    hosting: MatchQuota,
    archiving: RecordImport,
    command: Fork | Rejection,
    metadata: MatchMetadata,
    request_id: str,
    *,
    is_foreign: bool,
) -> Match:
    """Records a fork; one with a foreign history counts against the archive's room of the caller."""
    if isinstance(command, Rejection):
        raise errors.refused(command)
    command = msgspec.structs.replace(command, metadata=metadata)
    charge = partial(archiving.charge_fork, command, *importer()) if is_foreign else None
    return (await hosting.open(command, request_id, charge)).match


def fork_of(events: Sequence[MatchEvent], seq: int, games: Games, new: Opening) -> Fork | Rejection:
    """The command that forks a match after an event; for a worker."""
    if not 0 <= seq <= len(events):
        raise errors.no_such_event(seq, len(events))
    return fork_command(events, seq, games, new, paced)


def importer() -> tuple[str, int]:
    """The caller, and how many MiB of foreign records it may bring (0 for no limit)."""
    call = current_call()
    account = None if call is None else call.account
    return (account.caller, account.limits.archive_mib) if account is not None else ("", 0)
