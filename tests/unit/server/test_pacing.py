"""Worker threads pause often enough for the event loop, whatever the length of their jobs."""

import pytest

from clio.server.app import pacing
from clio.server.app.pacing import HEAD_START, PAUSE_SECONDS, TURN_SECONDS, Pace, paced


class Clock:
    """A clock that the test moves, and that every pause moves on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(self.now)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pacing, "time", clock)
    return clock


def work(pace: Pace, clock: Clock, seconds: float, step: float = TURN_SECONDS / 5) -> None:
    for _ in range(round(seconds / step)):
        pace.pause_if_due()
        clock.now += step


def test_a_job_of_usual_length_never_pauses(clock: Clock) -> None:
    pace = Pace()
    pace.begin()
    work(pace, clock, HEAD_START * 0.9)
    assert not clock.pauses


def test_a_long_job_pauses_for_most_of_its_time(clock: Clock) -> None:
    pace = Pace()
    pace.begin()
    work(pace, clock, 10 * HEAD_START)
    expected = 9 * HEAD_START / TURN_SECONDS
    assert expected * 0.7 <= len(clock.pauses) <= expected * 1.1
    assert PAUSE_SECONDS >= TURN_SECONDS


def test_many_short_jobs_pause_like_a_long_one(clock: Clock) -> None:
    pace = Pace()
    for _ in range(200):
        pace.begin()
        work(pace, clock, HEAD_START / 20)
        pace.end()
    assert len(clock.pauses) > 9 * HEAD_START / TURN_SECONDS * 0.5


def test_an_idle_thread_earns_its_head_start_again(clock: Clock) -> None:
    pace = Pace()
    pace.begin()
    work(pace, clock, 5 * HEAD_START)
    pace.end()
    clock.now += HEAD_START
    clock.pauses.clear()
    pace.begin()
    work(pace, clock, HEAD_START * 0.9)
    assert not clock.pauses


def test_paced_items_are_all_of_them_in_their_order() -> None:
    assert list(paced(range(1_000))) == list(range(1_000))
