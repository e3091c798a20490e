"""What a platform attaches to a match that it opens or forks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clio.v1.match_pb2 import SeatReservation, Visibility


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Title, ids, labels, and who may know of the match; docs/platforms.md explains it."""

    title: str | None = None
    external_id: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    visibility: Visibility.ValueType | None = None
    invite_code: str | None = field(default=None, repr=False)
    reservations: Sequence[SeatReservation] = ()
    private_names: bool = False

    def fields(self) -> dict[str, Any]:
        """The fields of a request that opens a match."""
        return {
            "title": self.title,
            "external_id": self.external_id,
            "labels": self.labels,
            "visibility": self.visibility,
            "invite_code": self.invite_code,
            "reservations": self.reservations,
            "private_names": self.private_names,
        }
