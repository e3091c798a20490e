"""The Python client of the public contract."""

from clio.client.call_timeout import call_timeout
from clio.client.change_feed import ChangeFeed
from clio.client.client import Client
from clio.client.credentials import Credentials, CredentialsError, KeySeat
from clio.client.errors import (
    AuthenticationError,
    ClioError,
    ConflictError,
    IllegalMoveError,
    IntegrityError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RefusedError,
    StaleSeqError,
    UnreachableError,
)
from clio.client.handles import HostHandle, MatchHandle, SeatHandle
from clio.client.known_heads import HeadFolder, KnownHead, KnownHeads
from clio.client.pages import Paged
from clio.client.platform import Batch, MatchSettings
from clio.client.record_file import write_record
from clio.client.records import Records
from clio.client.retry import RetryPolicy
from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.client.watcher import CaughtUp, MatchWatcher, Sighting

__all__ = [
    "EVERYTHING",
    "SPECTATOR",
    "AuthenticationError",
    "Batch",
    "CaughtUp",
    "ChangeFeed",
    "Client",
    "ClioError",
    "ConflictError",
    "Credentials",
    "CredentialsError",
    "HeadFolder",
    "HostHandle",
    "IllegalMoveError",
    "IntegrityError",
    "KeySeat",
    "KnownHead",
    "KnownHeads",
    "MalformedError",
    "MatchHandle",
    "MatchSettings",
    "MatchWatcher",
    "NotAllowedError",
    "NotFoundError",
    "Paged",
    "PermissionDeniedError",
    "RateLimitError",
    "Records",
    "RefusedError",
    "RetryPolicy",
    "SeatHandle",
    "Sighting",
    "StaleSeqError",
    "UnreachableError",
    "call_timeout",
    "seat_viewpoint",
    "write_record",
]
