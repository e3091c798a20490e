"""Errors of requests: malformed, repeated with other content, without the token that they need."""

from clio.kernel.message import Message, Param
from clio.server.errors.service_error import ErrorKind, ServiceError


def malformed(template: str, **params: Param) -> ServiceError:
    """A request that cannot be understood."""
    return ServiceError(ErrorKind.INVALID_ARGUMENT, "MALFORMED", template, params)


def request_reused() -> ServiceError:
    """A request id came back with other content."""
    return ServiceError(
        ErrorKind.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
        "This request_id was used before for something else. Choose a new one.",
    )


def own_token_missing() -> ServiceError:
    """A call with a request id that gives a token needs one of the caller's own."""
    return ServiceError(
        ErrorKind.INVALID_ARGUMENT,
        "OWN_TOKEN_MISSING",
        "A call with a request_id needs a token of your own, so that it can be repeated. Send one, or leave out both.",
    )


def token_missing(what: str) -> ServiceError:
    """The call needs a token; ``what`` is a phrase of the catalogs."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "This needs {what}, in the call's metadata as `authorization: Bearer …`.",
        {"what": Message(what)},
    )


def move_token_missing() -> ServiceError:
    """A move on a stream needs a token."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "A move on a stream needs the token of the seat that moves, in its `seat_token`.",
    )


def token_wrong(what: str) -> ServiceError:
    """The token is not the one that is needed; ``what`` is a phrase of the catalogs."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "TOKEN_WRONG",
        "The token you gave is not {what} of this match.",
        {"what": Message(what)},
    )


def holding_ended() -> ServiceError:
    """The token was valid when the call began."""
    return ServiceError(
        ErrorKind.PERMISSION_DENIED,
        "TOKEN_WRONG",
        "The token you gave no longer holds its seat of this match: the seat was left, or the token was rotated.",
    )


def no_namespace() -> ServiceError:
    """The call asks for what belongs to its API key, and has none."""
    return ServiceError(
        ErrorKind.UNAUTHENTICATED,
        "KEY_MISSING",
        "Without an API key you have no matches of your own. Send the key as `x-clio-key`.",
    )


def too_large(size: int, limit: int) -> ServiceError:
    """The request is larger than any sensible one."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        "The request has {size} bytes; {limit} are allowed.",
        {"size": size, "limit": limit},
        metadata={"limit": str(limit)},
    )
