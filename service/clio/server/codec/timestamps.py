"""The record's times as protobuf timestamps."""

from calendar import timegm
from datetime import UTC
from functools import lru_cache

from google.protobuf.timestamp_pb2 import Timestamp

from clio.server import errors


def to_timestamp(at: str) -> Timestamp:
    """Parses a time of the record."""
    # The form is fixed (docs/record.md), and slicing it is ten times as fast as strptime.
    return Timestamp(seconds=_minute(at[:16]) + int(at[17:19]), nanos=int(at[20:26]) * 1000)


@lru_cache(maxsize=256)
def _minute(text: str) -> int:
    return timegm((int(text[0:4]), int(text[5:7]), int(text[8:10]), int(text[11:13]), int(text[14:16]), 0))


def from_timestamp(moment: Timestamp) -> str:
    """Formats a time for the record; raises for an invalid timestamp."""
    try:
        when = moment.ToDatetime(UTC)
    except (ValueError, OverflowError) as error:
        raise errors.malformed(
            "A time lies between the years 1 and 9999, and has less than a second of nanos."
        ) from error
    return when.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def now() -> Timestamp:
    """This moment."""
    stamp = Timestamp()
    stamp.GetCurrentTime()
    return stamp
