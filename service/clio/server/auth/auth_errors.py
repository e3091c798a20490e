"""Errors of authentication, authorisation and limits: each says what to do, and nothing about other callers."""

from typing import Final

from clio.kernel.message import Param
from clio.kernel.rejection import Rejection
from clio.server.auth.scopes import Scope
from clio.server.errors import ErrorKind, ServiceError

_UNAUTHENTICATED: Final = ErrorKind.UNAUTHENTICATED
_DENIED: Final = ErrorKind.PERMISSION_DENIED
_EXHAUSTED: Final = ErrorKind.RESOURCE_EXHAUSTED
_INVALID: Final = ErrorKind.INVALID_ARGUMENT


def key_missing(scope: Scope) -> ServiceError:
    """The call needs an API key."""
    return ServiceError(
        _UNAUTHENTICATED,
        "KEY_MISSING",
        "This server requires an API key with the scope {scope}, in the call's metadata as "
        "`x-clio-key`. Ask its operator for one.",
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
        metadata={"expire_time": at},
    )


def token_not_of_this_call() -> ServiceError:
    """The call is about no single match, and its token is not the operator's."""
    return ServiceError(
        _DENIED,
        "TOKEN_WRONG",
        "This call is not about a single match, so it takes no token of a seat or a host. Leave the token out.",
    )


def scope_missing(scope: Scope) -> ServiceError:
    """The key is valid, but lacks the scope."""
    return ServiceError(
        _DENIED,
        "SCOPE_MISSING",
        "This call needs an API key with the scope {scope}. Ask the server's operator for one.",
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
        "This request_id has already created a key, which is not shown again. Revoke it and choose a new request_id.",
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
