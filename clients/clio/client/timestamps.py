"""Moments as messages."""

from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp


def timestamp(moment: datetime | None) -> Timestamp | None:
    """A moment as the contract has it."""
    if moment is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp
