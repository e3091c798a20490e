"""The record's times as protobuf timestamps."""

from calendar import timegm
from datetime import UTC

from google.protobuf.timestamp_pb2 import Timestamp

from service import errors


def to_timestamp(at: str) -> Timestamp:
    """The moment that a record's text means."""
    # The form is fixed (docs/record.md), and slicing it is ten times as fast as strptime.
    day = int(at[0:4]), int(at[5:7]), int(at[8:10])
    seconds = timegm((*day, int(at[11:13]), int(at[14:16]), int(at[17:19])))
    return Timestamp(seconds=seconds, nanos=int(at[20:26]) * 1000)


def from_timestamp(moment: Timestamp) -> str:
    """The record's text for a moment; a moment that no calendar has is refused."""
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
