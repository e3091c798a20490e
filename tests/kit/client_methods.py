"""The public methods of the Python client, found by introspection."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from clio.client import ChangeFeed, Client, HostHandle, MatchHandle, MatchWatcher, Paged, PlaySession, SeatHandle
from clio.client.api_keys import ApiKeyCalls
from clio.client.archive import ArchiveCalls
from clio.client.archive_admin import ArchiveAdminCalls
from clio.client.bots import BotCalls
from clio.client.fair_play import FairPlayCalls
from clio.client.operator import OperatorCalls
from clio.client.platform import PlatformCalls
from clio.client.player_names import PlayerNameCalls
from clio.client.projections import ProjectionCalls
from clio.client.records import Records

GROUPS = {
    "archive": ArchiveCalls,
    "bots": BotCalls,
    "fair_play": FairPlayCalls,
    "platform": PlatformCalls,
    "records": Records,
    "views": ProjectionCalls,
}
"""The calls that a client groups, by attribute."""
OPERATOR_GROUPS = {"archive": ArchiveAdminCalls, "keys": ApiKeyCalls, "names": PlayerNameCalls}
HANDLES = (MatchHandle, SeatHandle, HostHandle)
CALLERS = (Client, *GROUPS.values(), OperatorCalls, *OPERATOR_GROUPS.values(), *HANDLES)
"""Everything whose methods make calls."""
OTHERS = (Paged, PlaySession, MatchWatcher, ChangeFeed)

LOCAL = frozenset(
    {"Client.close", "Client.match", "Client.seat", "Client.host", "Client.operator", "Client.play_session"}
) | {"SeatHandle.stream_move"}
"""Methods that call nothing of the contract."""


def public_methods(*owners: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Each method with the name of its class; a handle's inherited ones count for the class that has them first."""
    seen = set()
    for owner in owners:
        for name, method in inspect.getmembers(owner, inspect.isroutine):
            if not name.startswith("_") and method not in seen:
                seen.add(method)
                yield f"{owner.__name__}.{name}", method
