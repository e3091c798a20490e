"""The Python client of the public contract."""

from clio.client.change_feed import ChangeFeed
from clio.client.client import DEFAULT_ADDRESS, LARGEST_PAGE, Client
from clio.client.credentials import Credentials, CredentialsError, KeySeat
from clio.client.entropy import EntropyStore, SeatEntropy
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
from clio.client.identifiers import new_request_id, new_token
from clio.client.known_heads import HeadFolder, KnownHead, KnownHeads
from clio.client.match_settings import MatchSettings
from clio.client.operator import OperatorCalls
from clio.client.pages import Paged
from clio.client.play_session import PlaySession
from clio.client.record_file import write_record
from clio.client.retry import RetryPolicy
from clio.client.stream_moves import refusal, stream_move
from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.client.watcher import CaughtUp, MatchWatcher, Sighting

__all__ = [
    "DEFAULT_ADDRESS",
    "EVERYTHING",
    "LARGEST_PAGE",
    "SPECTATOR",
    "AuthenticationError",
    "CaughtUp",
    "ChangeFeed",
    "Client",
    "ClioError",
    "ConflictError",
    "Credentials",
    "CredentialsError",
    "EntropyStore",
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
    "OperatorCalls",
    "Paged",
    "PermissionDeniedError",
    "PlaySession",
    "RateLimitError",
    "RefusedError",
    "RetryPolicy",
    "SeatEntropy",
    "SeatHandle",
    "Sighting",
    "StaleSeqError",
    "UnreachableError",
    "new_request_id",
    "new_token",
    "refusal",
    "seat_viewpoint",
    "stream_move",
    "write_record",
]
