"""An outage is two lines in the log, however often the dependency is tried."""

from structlog.testing import capture_logs

from clio.supervision.outage import Outage


def test_it_is_logged_when_it_begins_and_when_it_ends_with_the_number_of_retries() -> None:
    outage = Outage("live.not_reading", "live.reading", part="reader")
    with capture_logs() as lines:
        outage.ended()
        for _ in range(50):
            outage.failed(ConnectionError("refused"))
        assert outage.active
        outage.ended()
        outage.ended()
    began, ended = lines
    assert (began["event"], began["error"], began["error_type"]) == ("live.not_reading", "refused", "ConnectionError")
    assert (ended["event"], ended["retries"], ended["part"]) == ("live.reading", 49, "reader")
    assert ended["seconds"] >= 0
    assert not outage.active


def test_the_next_outage_is_logged_again() -> None:
    outage = Outage("a", "b")
    with capture_logs() as lines:
        for _ in range(3):
            outage.failed("away")
            outage.ended()
    assert [line["event"] for line in lines] == ["a", "b"] * 3
