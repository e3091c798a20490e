"""Viewpoints as messages."""

from typing import Final

from clio.v1.view_pb2 import Viewpoint, ViewpointKind

SPECTATOR: Final = Viewpoint(kind=ViewpointKind.VIEWPOINT_KIND_SPECTATOR)
"""A spectator, without secrets."""
EVERYTHING: Final = Viewpoint(kind=ViewpointKind.VIEWPOINT_KIND_EVERYTHING)
"""Everything; only once the match is over."""


def seat_viewpoint(seat: int | None = None) -> Viewpoint:
    """A seat, with its own secrets; without a number, the seat of the caller's token."""
    return Viewpoint(kind=ViewpointKind.VIEWPOINT_KIND_SEAT, seat=seat)
