"""Refusals of callers who may not, or have had enough: each says what to do, and tells nothing of others."""

import grpc

from clio.server.auth.scopes import Scope
from clio.server.errors import ServiceError

_UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
_DENIED = grpc.StatusCode.PERMISSION_DENIED
_EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED
_INVALID = grpc.StatusCode.INVALID_ARGUMENT


def key_missing(scope: Scope) -> ServiceError:
    """The call needs an API key."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_MISSING",
        f"This server asks for an API key with the scope {scope}, in the call's metadata as `x-clio-key`. "
        "Its operator makes them.",
        {"scope": scope},
    )


def key_wrong() -> ServiceError:
    """The key is none of this server's."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_WRONG",
        "The API key is none of this server's. Ask its operator for one, or leave it out.",
    )


def key_revoked() -> ServiceError:
    """The key was made worthless."""
    return ServiceError(
        _UNAUTHENTICATED, "KEY_REVOKED", "This API key was revoked. Ask the server's operator for another."
    )


def key_expired(at: str) -> ServiceError:
    """The key's time is over."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_EXPIRED",
        f"This API key has expired at {at}. Ask the server's operator for another.",
        {"expired_at": at},
    )


def scope_missing(scope: Scope) -> ServiceError:
    """The key is good, but not for this."""
    return ServiceError(
        _DENIED,
        "SCOPE_MISSING",
        f"Your API key does not have the scope {scope}, which this needs. Ask the server's operator for one that has.",
        {"scope": scope},
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
        grpc.StatusCode.NOT_FOUND, "KEY_NOT_FOUND", "There is no API key with that id.", {"key_id": key_id[:64]}
    )


def key_exists() -> ServiceError:
    """A key was made by this request before, and is not shown again."""
    return ServiceError(
        grpc.StatusCode.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
        "This request_id has made a key before, which is not shown again. Revoke it, and choose a new request_id.",
    )


def key_not_possible(sentence: str) -> ServiceError:
    """A key cannot be like that."""
    return ServiceError(_INVALID, "KEY_NOT_ALLOWED", sentence)


def too_many_keys(most: int) -> ServiceError:
    """There are as many keys as there may be."""
    return ServiceError(_EXHAUSTED, "TOO_MANY_KEYS", f"There are {most} API keys, and there may be no more.")


def too_many(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The caller has had as much as it may."""
    words = limit.replace("_", " ").replace(" per ", " a ")
    wait = max(retry_seconds, 0.001)
    return ServiceError(
        _EXHAUSTED,
        "LIMIT_REACHED",
        f"You have reached your limit of {most:g} {words} at this server. Try again in {wait:.3g} seconds.",
        {"limit": limit, "value": f"{most:g}", "retry_seconds": f"{wait:.3f}"},
        retry_seconds=wait,
    )


def server_busy(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The server has as much heavy work as it takes on at a time; moves and health checks go on."""
    return ServiceError(
        _EXHAUSTED,
        "LIMIT_REACHED",
        "The server is busy with imports, exports and replays, yours or those of others. "
        f"Try again in {retry_seconds:.3g} seconds.",
        {"limit": limit, "value": f"{most:g}", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )
