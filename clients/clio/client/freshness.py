"""How fresh an answer must be."""

from clio.v1.freshness_pb2 import AtLeast


def freshness(min_seq: int | None) -> AtLeast | None:
    """The freshness of an answer about one match: not older than an event that the caller has seen."""
    return AtLeast(min_seq=min_seq) if min_seq else None
