"""Errors of a server that cannot or may not do more: limits, outages, faults, shutdown."""

from typing import Final

from clio.kernel.message import Message
from clio.server.errors.service_error import ErrorKind, ServiceError

LIMIT_TEMPLATES: Final = {
    "calls_per_second": "{value} calls a second",
    "moves_per_second": "{value} moves a second",
    "matches_per_hour": "{value} matches an hour",
    "streams": "{value} streams",
    "watchers": "{value} watchers",
    "open_matches": "{value} open matches",
    "archive_mib": "{value} MiB of the archive",
    "bot_matches": "{value} matches with bots of the server",
}
"""Every limit of a caller."""


def record_unavailable(cause: str) -> ServiceError:
    """The event store cannot be read or written."""
    if "full" in cause or "No space left" in cause:
        return ServiceError(
            ErrorKind.RESOURCE_EXHAUSTED,
            "RECORD_FULL",
            "The server's disk is full. Nothing was changed; try again when its operator has made room.",
        )
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "RECORD_UNAVAILABLE",
        "The server cannot reach its event store. Repeat the call later with the same request_id: it counts only once.",
    )


def took_too_long() -> ServiceError:
    """The server gave up."""
    return ServiceError(
        ErrorKind.DEADLINE_EXCEEDED,
        "TOOK_TOO_LONG",
        "The server could not finish in time. Repeat the call with the same request_id to get its result.",
    )


def draining() -> ServiceError:
    """The server is shutting down."""
    return ServiceError(
        ErrorKind.UNAVAILABLE, "SERVER_DRAINING", "The server is shutting down. Reconnect and continue."
    )


def internal() -> ServiceError:
    """A fault of the server; its cause is in the log only."""
    return ServiceError(ErrorKind.INTERNAL, "INTERNAL", "Internal server error. The server's log has the details.")


def too_many(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The caller has reached one of its limits."""
    wait = max(retry_seconds, 0.001)
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "You have reached your limit of {limit} at this server. Try again in {seconds} seconds.",
        {"limit": Message(LIMIT_TEMPLATES[limit], {"value": f"{most:g}"}), "seconds": f"{wait:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{wait:.3f}"},
        retry_seconds=wait,
    )


def too_many_moves(retry_seconds: float) -> ServiceError:
    """The caller has made as many moves as it may for now; the rest of its batch is not made."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "You have reached your limit of moves per second. Send the rest of the batch again in {seconds} seconds.",
        {"seconds": f"{retry_seconds:.3g}"},
        metadata={"limit": "moves_per_second", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )


def server_busy(limit: str, most: float, retry_seconds: float) -> ServiceError:
    """The server does as much heavy work as it may at a time; moves and health checks go on."""
    return ServiceError(
        ErrorKind.RESOURCE_EXHAUSTED,
        "LIMIT_REACHED",
        "The server is busy with imports, exports and replays, yours or those of others. "
        "Try again in {seconds} seconds.",
        {"seconds": f"{retry_seconds:.3g}"},
        metadata={"limit": limit, "value": f"{most:g}", "retry_seconds": f"{retry_seconds:.3f}"},
        retry_seconds=retry_seconds,
    )
