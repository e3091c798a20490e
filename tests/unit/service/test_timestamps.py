"""Times of the record as protobuf timestamps."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from service.wire.timestamps import to_timestamp


@given(st.datetimes(datetime(1971, 1, 1), datetime(2400, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 (hypothesis adds the zone)
def test_a_time_of_the_record_is_that_moment(moment: datetime) -> None:
    stamp = to_timestamp(moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
    assert stamp.ToDatetime(tzinfo=UTC) == moment
