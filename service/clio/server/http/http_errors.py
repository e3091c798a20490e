"""Errors of the HTTP transport: requests that never become a call."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from clio.server.errors import ErrorKind, ServiceError, malformed, too_large

_UNIMPLEMENTED: Final = ErrorKind.UNIMPLEMENTED
_EXHAUSTED: Final = ErrorKind.RESOURCE_EXHAUSTED


class HttpError(NamedTuple):
    """A response to a request that never becomes a call: an HTTP status, an error and headers."""

    status: int
    error: ServiceError
    headers: Mapping[str, str] = {}


def method_not_found(path: str) -> HttpError:
    """Nothing is served at the path."""
    error = ServiceError(
        _UNIMPLEMENTED,
        "METHOD_NOT_FOUND",
        "Nothing is served at {path}. Methods are called as /clio.v1.MatchService/GetMatch.",
        {"path": path},
    )
    return HttpError(404, error)


def verb_not_allowed(allowed: str) -> HttpError:
    """The path is served, but not with this HTTP method."""
    error = ServiceError(
        _UNIMPLEMENTED, "VERB_NOT_ALLOWED", "Use {verbs} here.", {"verbs": allowed}, metadata={"verbs": allowed}
    )
    return HttpError(405, error, {"allow": allowed})


def codec_not_supported(allowed: str, *others: str) -> HttpError:
    """The content type is none that the method takes; ``others`` are taken under a condition."""
    types = ", ".join((allowed, *others))
    error = ServiceError(
        _UNIMPLEMENTED,
        "CODEC_NOT_SUPPORTED",
        "This method takes these content types: {types}.",
        {"types": types},
        metadata={"types": types},
    )
    return HttpError(415, error, {"accept-post": allowed})


def compression_not_supported(allowed: str) -> ServiceError:
    """The request is compressed with something else than gzip."""
    return ServiceError(
        _UNIMPLEMENTED,
        "COMPRESSION_NOT_SUPPORTED",
        "The server does not support that compression. It supports: {compressions}.",
        {"compressions": allowed},
        metadata={"compressions": allowed},
    )


def stream_not_offered() -> ServiceError:
    """The method streams in both directions, which HTTP/1.1 does not do."""
    return ServiceError(
        _UNIMPLEMENTED,
        "STREAM_NOT_OFFERED",
        "PlayStream sends in both directions at once, which HTTP/1.1 does not do. Use PlayBatch, or call it over gRPC.",
    )


def bad_request(why: str) -> HttpError:
    """The bytes are no HTTP request, or one of another form than the protocol's."""
    return HttpError(400, malformed("The HTTP request cannot be understood: {why}.", why=why))


def body_too_large(size: int, limit: int) -> HttpError:
    """The body is larger than the method takes."""
    return HttpError(413, too_large(size, limit))


def headers_too_large(limit: int) -> HttpError:
    """The request line and the headers are too large together."""
    error = ServiceError(
        _EXHAUSTED,
        "HEADERS_TOO_LARGE",
        "The headers of a request may have {limit} bytes.",
        {"limit": limit},
        metadata={"limit": str(limit)},
    )
    return HttpError(431, error)


def too_slow() -> HttpError:
    """The request did not arrive in time."""
    error = ServiceError(
        ErrorKind.DEADLINE_EXCEEDED, "REQUEST_TOO_SLOW", "The request did not arrive in time. Send it again."
    )
    return HttpError(408, error)


def too_many_connections() -> HttpError:
    """The server has as many connections, or bytes of unfinished requests, as it may."""
    error = ServiceError(
        ErrorKind.UNAVAILABLE,
        "TOO_MANY_CONNECTIONS",
        "The server has as many connections as it may. Try again later.",
        retry_seconds=1.0,
    )
    return HttpError(503, error, {"retry-after": "1"})
