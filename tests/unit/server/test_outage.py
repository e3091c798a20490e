"""An outage is two lines in the log, however often the dependency is tried."""

import pytest
import structlog
from structlog.testing import capture_logs

from clio.supervision.outage import Outage


@pytest.fixture(autouse=True)
def _fresh_logger(monkeypatch: pytest.MonkeyPatch) -> None:
    """A logger that another test has used or configured keeps that test's level and processors: nothing is captured."""
    structlog.reset_defaults()
    monkeypatch.setattr("clio.supervision.outage.log", structlog.get_logger())


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
