"""The record's times as protobuf timestamps."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp


def to_timestamp(at: str) -> Timestamp:
    """The moment that a record's text means."""
    moment = datetime.strptime(at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    return Timestamp(seconds=int(moment.timestamp()), nanos=moment.microsecond * 1000)


def from_timestamp(moment: Timestamp) -> str:
    """The record's text for a moment."""
    return moment.ToDatetime(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def now() -> Timestamp:
    """This moment."""
    stamp = Timestamp()
    stamp.GetCurrentTime()
    return stamp
