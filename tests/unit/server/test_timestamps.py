"""Times of the record, and the same as protobuf timestamps."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clio.server.clock import timestamp
from clio.server.codec.timestamps import to_timestamp


@given(st.datetimes(datetime(1971, 1, 1), datetime(2400, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 (hypothesis adds the zone)
def test_a_time_of_the_record_is_that_moment(moment: datetime) -> None:
    stamp = to_timestamp(moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
    assert stamp.ToDatetime(tzinfo=UTC) == moment


@given(st.integers(0, 4_000_000_000_000_000_000))
def test_the_clock_writes_what_the_library_would_to_the_microsecond(nanoseconds: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "time_ns", lambda: nanoseconds)
        written = timestamp()
    second, rest = divmod(nanoseconds, 1_000_000_000)
    moment = datetime.fromtimestamp(second, UTC).replace(microsecond=rest // 1000)
    assert written == moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
