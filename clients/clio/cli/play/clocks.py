"""Clocks of a match as they run on the screen."""

import time
from datetime import timedelta

from google.protobuf.duration_pb2 import Duration

from clio.cli.play.controller import PlayController
from clio.cli.text.clock_text import clocks_in_words
from clio.v1.fair_play_pb2 import SeatClock


def clocks_now(controller: PlayController) -> list[str]:
    """All clocks in one text, those that run with the time since the latest view taken off; empty without clocks."""
    clocks = controller.match.fair_play.clocks
    if not clocks or controller.over:
        return []
    passed = time.monotonic() - controller.taken_at
    return [clocks_in_words([_running(clock, passed) for clock in clocks], controller.names)]


def _running(clock: SeatClock, passed: float) -> SeatClock:
    if not clock.running:
        return clock
    left = max(clock.remaining.ToTimedelta() - timedelta(seconds=passed), timedelta())
    remaining = Duration()
    remaining.FromTimedelta(left)
    return SeatClock(seat=clock.seat, remaining=remaining, running=True)
