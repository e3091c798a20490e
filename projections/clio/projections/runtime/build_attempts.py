"""Attempts to build a generation in a child process, a bounded number of them."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from clio.projections.runtime.build import Progress
from clio.projections.runtime.build_process import BuildProcess
from clio.projections.storage.generation_store import Generation
from clio.supervision.backoff import Backoff

MAX_ATTEMPTS: Final = 5
FIRST_PAUSE_SECONDS: Final = 0.5
MAX_PAUSE_SECONDS: Final = 8.0

log = structlog.get_logger()


class BuildAttempts:
    """Runs one build at a time; ``failed`` says why the last one was given up."""

    def __init__(self, new_build: Callable[[], BuildProcess]) -> None:
        self._new_build: Final = new_build
        self._build: BuildProcess | None = None
        self._closing: Final = threading.Event()
        self.failed = ""

    @property
    def is_closing(self) -> bool:
        """Whether no more builds are run."""
        return self._closing.is_set()

    @property
    def progress(self) -> Progress | None:
        """How far the build is, or the last one was."""
        return self._build.progress if self._build else None

    def close(self) -> None:
        """Ends the build that runs, and starts no other."""
        self._closing.set()
        if self._build is not None:
            self._build.close()

    def run(self, generation: Generation) -> bool:
        """Builds a generation; False where it failed or was ended."""
        backoff = Backoff(FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            self._build = self._new_build()
            if self._closing.is_set():
                return False
            built = False
            with suppress(OSError):
                built = self._build.run(generation.name, generation.number)
            if built or self._closing.is_set():
                self._log_built(generation)
                return built
            pause = backoff.pause()
            log.error("projection.build_failed", projection=generation.name, attempt=attempt, retry_in=pause)
            self._closing.wait(pause)
        self.failed = f"given up after {MAX_ATTEMPTS} attempts"
        return False

    def _log_built(self, generation: Generation) -> None:
        progress = self.progress
        if progress is not None:
            log.info(
                "projection.built",
                projection=generation.name,
                generation=generation.number,
                events=progress.events,
                seconds=round(progress.seconds, 3),
                rate=round(progress.rate),
                peak_bytes=progress.peak_bytes,
            )
