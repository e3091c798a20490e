"""Reads the metadata of a new match from the request that opens or forks it."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from clio.kernel.limits import MAX_SEATS
from clio.kernel.match.match_metadata import MatchMetadata, Reservation, Visibility
from clio.kernel.match.visibility import Caller, code_hash
from clio.server import errors
from clio.server.app.validation import check_options
from clio.v1 import match_pb2

VISIBILITIES: Final[Mapping[int, Visibility]] = {
    match_pb2.VISIBILITY_UNSPECIFIED: "public",
    match_pb2.VISIBILITY_PUBLIC: "public",
    match_pb2.VISIBILITY_UNLISTED: "unlisted",
    match_pb2.VISIBILITY_INVITED: "invited",
}
_is_code: Final = re.compile(r"[!-~]{16,128}").fullmatch
NAMESPACE: Final = re.compile(r"[a-z0-9_-]{1,64}")


class WithMetadata(Protocol):
    """A request that opens a match."""

    @property
    def title(self) -> str:
        """The title that lists show."""

    @property
    def external_id(self) -> str:
        """The platform's own id of the match."""

    @property
    def labels(self) -> Mapping[str, str]:
        """The platform's labels, for filters."""

    @property
    def visibility(self) -> int:
        """A value of ``Visibility``."""

    @property
    def invite_code(self) -> str:
        """The code that admits to the match."""

    @property
    def private_names(self) -> bool:
        """Whether the record holds pseudonyms."""

    @property
    def reservations(self) -> Iterable[match_pb2.SeatReservation]:
        """The seats kept for a namespace or a code."""


def requested_metadata(request: WithMetadata, caller: Caller) -> MatchMetadata:
    """The metadata that a caller wants for a new match; the rules judge what depends on the match."""
    if request.visibility not in VISIBILITIES:
        raise errors.malformed("There is no such visibility.")
    check_options(request.labels)
    reservations = tuple(request.reservations)
    if len(reservations) > MAX_SEATS:
        raise errors.malformed(
            "There are {number} reservations; the limit is {limit}.", number=len(reservations), limit=MAX_SEATS
        )
    return MatchMetadata(
        external_id=request.external_id,
        title=request.title,
        labels=dict(request.labels),
        visibility=VISIBILITIES[request.visibility],
        namespace=caller.namespace,
        code_hash=_code_hash(request.invite_code),
        private_names=request.private_names,
        reservations=tuple(sorted(map(_reservation, reservations), key=lambda each: each.seat)),
    )


def _reservation(given: match_pb2.SeatReservation) -> Reservation:
    if given.namespace and not NAMESPACE.fullmatch(given.namespace):
        raise errors.malformed("A namespace has 1 to 64 characters: a to z, 0 to 9, _ and -.")
    return Reservation(given.seat, given.namespace, _code_hash(given.code))


def _code_hash(code: str) -> str:
    if code and not _is_code(code):
        raise errors.malformed("A code of your own has 16 to 128 visible ASCII characters.")
    return code_hash(code)
