"""The Python SDK: matches played, watched and kept, over the public contract."""

from clients.sdk.client import ClioClient
from clients.sdk.credentials import Credentials, CredentialsError
from clients.sdk.errors import (
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
from clients.sdk.heads import HeadFolder, Heads, KnownHead
from clients.sdk.record_file import write_record
from clients.sdk.records import Records
from clients.sdk.retries import Retries
from clients.sdk.watcher import CaughtUp, MatchWatcher, Sighting

__all__ = [
    "CaughtUp",
    "ClioClient",
    "ClioError",
    "Credentials",
    "CredentialsError",
    "HeadFolder",
    "Heads",
    "HistoryError",
    "IllegalMoveError",
    "KnownHead",
    "LimitReachedError",
    "MalformedError",
    "MatchWatcher",
    "NotAllowedError",
    "NotFoundError",
    "Records",
    "RefusedError",
    "Retries",
    "Sighting",
    "StaleSeqError",
    "UnreachableError",
    "write_record",
]
