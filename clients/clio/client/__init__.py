"""The Python client of the public contract."""

from clio.client.change_feed import ChangeFeed
from clio.client.client import Client
from clio.client.credentials import Credentials, CredentialsError, KeySeat
from clio.client.errors import (
    ClioError,
    HistoryError,
    IllegalMoveError,
    LimitReachedError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    RefusedError,
    StaleSeqError,
    UnreachableError,
)
from clio.client.known_heads import HeadFolder, KnownHead, KnownHeads
from clio.client.platform import Batch, MatchSettings
from clio.client.record_file import write_record
from clio.client.records import Records
from clio.client.retry import RetryPolicy
from clio.client.watcher import CaughtUp, MatchWatcher, Sighting

__all__ = [
    "Batch",
    "CaughtUp",
    "ChangeFeed",
    "Client",
    "ClioError",
    "Credentials",
    "CredentialsError",
    "HeadFolder",
    "HistoryError",
    "IllegalMoveError",
    "KeySeat",
    "KnownHead",
    "KnownHeads",
    "LimitReachedError",
    "MalformedError",
    "MatchSettings",
    "MatchWatcher",
    "NotAllowedError",
    "NotFoundError",
    "Records",
    "RefusedError",
    "RetryPolicy",
    "Sighting",
    "StaleSeqError",
    "UnreachableError",
    "write_record",
]
