"""Errors of authentication, authorisation and limits: each says what to do, and nothing about other callers."""

from typing import Final

from clio.kernel.message import Message, Param
from clio.kernel.rejection import Rejection
from clio.server.auth.api_keys import Scope
from clio.server.errors import ErrorKind, ServiceError

_UNAUTHENTICATED: Final = ErrorKind.UNAUTHENTICATED
_DENIED: Final = ErrorKind.PERMISSION_DENIED
_EXHAUSTED: Final = ErrorKind.RESOURCE_EXHAUSTED
_INVALID: Final = ErrorKind.INVALID_ARGUMENT

LIMIT_TEMPLATES: Final = {
    "calls_per_second": "{value} calls a second",
    "moves_per_second": "{value} moves a second",
    "matches_per_hour": "{value} matches an hour",
    "streams": "{value} streams",
    "watchers": "{value} watchers",
    "open_matches": "{value} open matches",
    "archive_mib": "{value} MiB of the archive",
}
"""Every limit of a caller."""


def key_missing(scope: Scope) -> ServiceError:
    """The call needs an API key."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_MISSING",
        "This server asks for an API key with the scope {scope}, in the call's metadata as `x-clio-key`. "
        "Its operator makes them.",
        {"scope": scope},
        metadata={"scope": scope},
    )


def key_wrong() -> ServiceError:
    """The server has no such key."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_WRONG",
        "This server does not know the API key. Ask its operator for one, or leave it out.",
    )


def key_revoked() -> ServiceError:
    """The key was revoked."""
    return ServiceError(
        _UNAUTHENTICATED, "KEY_REVOKED", "This API key was revoked. Ask the server's operator for another."
    )


def key_expired(at: str) -> ServiceError:
    """The key has expired."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_EXPIRED",
        "This API key expired at {time}. Ask the server's operator for another.",
        {"time": at},
        metadata={"expired_at": at},
    )


def scope_missing(scope: Scope) -> ServiceError:
    """The key is valid, but lacks the scope."""
    return ServiceError(
        _DENIED,
        "SCOPE_MISSING",
        "Your API key does not have the scope {scope}, which this needs. Ask the server's operator for one that has.",
        {"scope": scope},
        metadata={"scope": scope},
    )


def operator_missing() -> ServiceError:
    """Only the server's operator may do this."""
    return ServiceError(
        _UNAUTHENTICATED,
        "TOKEN_MISSING",
        "This needs an API key with the scope admin, in the call's metadata as `x-clio-key`, or the operator's token "
        "as `authorization: Bearer …`.",
    )


def operator_token_wrong() -> ServiceError:
    """The token is not the operator's."""
    return ServiceError(_DENIED, "TOKEN_WRONG", "The token you gave is not that of the server's operator.")


def key_not_found(key_id: str) -> ServiceError:
    """There is no such key."""
    return ServiceError(
        ErrorKind.NOT_FOUND, "KEY_NOT_FOUND", "There is no API key with that id.", metadata={"key_id": key_id[:64]}
    )


def key_exists() -> ServiceError:
    """The request made a key before, which is not shown again."""
    return ServiceError(
        ErrorKind.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
        "This request_id has made a key before, which is not shown again. Revoke it, and choose a new request_id.",
    )


def key_not_possible(template: str, **params: Param) -> ServiceError:
    """A key cannot have such a scope, limit or expiry."""
    return ServiceError(_INVALID, "KEY_NOT_ALLOWED", template, params)


def key_name_rejected(rejection: Rejection) -> ServiceError:
    """A key cannot have such a name."""
    return ServiceError(_INVALID, "KEY_NOT_ALLOWED", rejection.reason, rejection.params)


def too_many_keys(most: int) -> ServiceError:
    """The number of keys is at its limit."""
    return ServiceError(
        _EXHAUSTED, "TOO_MANY_KEYS", "There are {number} API keys, which is the limit.", {"number": most}
    )


def too_many(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The caller has reached one of its limits."""
    wait = max(retry_seconds, 0.001)
    return ServiceError(
        _EXHAUSTED,
        "LIMIT_REACHED",
        "You have reached your limit of {limit} at this server. Try again in {seconds} seconds.",
        {"limit": Message(LIMIT_TEMPLATES[limit], {"value": f"{most:g}"}), "seconds": f"{wait:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{wait:.3f}"},
        retry_seconds=wait,
    )


def server_busy(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The server does as much heavy work as it may at a time; moves and health checks go on."""
    return ServiceError(
        _EXHAUSTED,
        "LIMIT_REACHED",
        "The server is busy with imports, exports and replays, yours or those of others. "
        "Try again in {seconds} seconds.",
        {"seconds": f"{retry_seconds:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )
