"""Times of the record, and the same as protobuf timestamps."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from clio.server.clock import DeploymentClock
from clio.server.codec.timestamps import to_timestamp


@given(st.datetimes(datetime(1971, 1, 1), datetime(2400, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 (hypothesis adds the zone)
def test_a_time_of_the_record_is_that_moment(moment: datetime) -> None:
    stamp = to_timestamp(moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
    assert stamp.ToDatetime(tzinfo=UTC) == moment


@given(st.integers(0, 4_000_000_000_000_000))
def test_the_clock_writes_what_the_library_would_to_the_microsecond(microseconds: int) -> None:
    clock = DeploymentClock(lambda: 0)
    clock.keep(0, microseconds, ())
    second, rest = divmod(microseconds, 1_000_000)
    moment = datetime.fromtimestamp(second, UTC).replace(microsecond=rest)
    assert clock.timestamp() == moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
