"""Errors of projections."""

from clio.kernel.message import Param
from clio.server.errors.service_error import ErrorKind, ServiceError


def projection_behind(name: str) -> ServiceError:
    """A projection has not read yet what the caller has seen."""
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "PROJECTION_BEHIND",
        "The view does not include the event you have seen yet. Try again later, or ask without min_seq.",
        metadata={"projection": name},
    )


def projection_unavailable(name: str) -> ServiceError:
    """A projection cannot be read."""
    return ServiceError(
        ErrorKind.UNAVAILABLE,
        "PROJECTION_UNAVAILABLE",
        "The view is unavailable right now. Matches are not affected; try again later.",
        metadata={"projection": name},
    )


def no_such_projection(name: str) -> ServiceError:
    """There is no such projection."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "PROJECTION_NOT_FOUND",
        "There is no projection of that name.",
        metadata={"projection": name[:64]},
    )


def projection_not_ready(template: str, **params: Param) -> ServiceError:
    """The state of the projection does not allow what an operator wants."""
    return ServiceError(ErrorKind.FAILED_PRECONDITION, "PROJECTION_NOT_READY", template, params)
