"""The steps of a replay, made a few at a time by a worker thread."""

import time
from collections.abc import Callable
from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.replay import Replay
from clio.server.app.pacing import current_pace
from clio.server.app.replay_cache import KeptReplay
from clio.server.errors import ServiceError

MAX_STEPS: Final = 64
MAX_BYTES: Final = 256 * 1024
MAX_SECONDS: Final = 0.005
"""The largest chunk: then the worker is free for others."""

MakeStep = Callable[[Replay, int, Callable[[], Match]], bytes]
"""Makes the message of an event; asks for the match after it where it needs that."""


class ReplayCursor:
    """Goes through a replay in one direction. Forwards, each event is applied once."""

    def __init__(self, kept: KeptReplay, seqs: range, make_step: MakeStep) -> None:
        self._kept: Final = kept
        self._seqs: Final = seqs
        self._make_step: Final = make_step
        self._place = 0
        self._match: Match | None = None
        self._failure: ServiceError | None = None

    def next_chunk(self) -> list[bytes]:
        """The next messages; none at the end. A step that fails raises after the ones before it were returned."""
        if self._failure is not None:
            raise self._failure
        chunk: list[bytes] = []
        size, until = 0, time.perf_counter() + MAX_SECONDS
        pause_if_due = current_pace().pause_if_due
        try:
            for seq in self._seqs[self._place : self._place + MAX_STEPS]:
                pause_if_due()
                step = self._make_step(self._kept.replay, seq, lambda seq=seq: self._at(seq))  # type: ignore[misc]
                chunk.append(step)
                self._place += 1
                size += len(step)
                if size >= MAX_BYTES or time.perf_counter() >= until:
                    break
        except ServiceError as failure:
            if not chunk:
                raise
            self._failure = failure
        return chunk

    def _at(self, seq: int) -> Match:
        match = self._match
        if match is not None and match.seq == seq - 1:
            match.apply(self._kept.replay.events[seq - 1])
        elif match is None or match.seq != seq:
            with self._kept.lock:
                self._match = match = self._kept.replay.at(seq)
        return match
