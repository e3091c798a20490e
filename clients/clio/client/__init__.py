"""The Python client of the public contract."""

from clio.client.client import Client
from clio.client.credentials import Credentials, CredentialsError
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
from clio.client.record_file import write_record
from clio.client.records import Records
from clio.client.retry import RetryPolicy
from clio.client.watcher import CaughtUp, MatchWatcher, Sighting

__all__ = [
    "CaughtUp",
    "Client",
    "ClioError",
    "Credentials",
    "CredentialsError",
    "HeadFolder",
    "HistoryError",
    "IllegalMoveError",
    "KnownHead",
    "KnownHeads",
    "LimitReachedError",
    "MalformedError",
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
