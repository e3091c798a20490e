"""One projection with its generations: the one that serves, the one that is built beside it, and retired ones."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, TypeAlias

import msgspec
import structlog

from clio.projections.projection import Projection
from clio.projections.runtime.build import Progress
from clio.projections.runtime.build_process import BuildProcess
from clio.projections.runtime.event_log import EventLog
from clio.projections.runtime.runner import ProjectionRunner
from clio.projections.runtime.supervised_thread import SupervisedThread
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.generation_store import Generation, GenerationStore, NoSuchGenerationError
from clio.projections.storage.view_store import ViewStore

FAR_BEHIND: Final = 50_000
"""More events than this are taken in by a process of their own, so that serving does not suffer."""
ATTEMPTS: Final = 5
FIRST_PAUSE: Final = 0.5

log = structlog.get_logger()

Status: TypeAlias = Literal["following", "retrying", "stopped", "sealed", "building", "ready", "failed", "retired"]


class NotPossibleError(Exception):
    """What is asked for does not fit the state of the projection."""


class GenerationReport(msgspec.Struct, frozen=True):
    """A generation as an operator sees it."""

    generation: Generation
    status: Status
    position: int
    lag: int
    error: str = ""
    progress: Progress | None = None


class _Live(msgspec.Struct):
    """A generation that is open here. Without a runner it is only read: other code has made it."""

    generation: Generation
    store: ViewStore
    runner: ProjectionRunner | None = None


class ProjectionGenerations:
    """Opens the generations it finds, builds a new one when the code has changed or an operator asks for it."""

    def __init__(
        self,
        record: EventLog,
        shelf: GenerationStore,
        fresh: Callable[[], Projection],
        new_build: Callable[[], BuildProcess],
        on_health: Callable[[str], None],
    ) -> None:
        self.projection: Final = fresh()
        self._record: Final = record
        self._shelf: Final = shelf
        self._fresh: Final = fresh
        self._new_build: Final = new_build
        self._on_health: Final = on_health
        self._lock: Final = threading.RLock()
        self._serving: _Live | None = None
        self._candidate: _Live | None = None
        self._build: BuildProcess | None = None
        self._builder: threading.Thread | None = None
        self._failed = ""
        self._switch_when_ready = True
        self._closing = threading.Event()

    def open(self) -> None:
        """Opens what is there, and makes what is missing."""
        name, version = self.projection.name, self.projection.version
        found = {generation.role: generation for generation in self._generations() if generation.role != "retired"}
        serving = found.get("serving") or self._shelf.add(name, version, "serving", self.projection.tables)
        with self._lock:
            self._serving = self._open(serving)
        building = found.get("building")
        if building is not None and building.version != version:
            self._shelf.remove(building)
            building = None
        if building is not None or serving.version < version:
            self._begin(switch=True)

    def close(self) -> None:
        """Ends the threads and processes."""
        self._closing.set()
        with self._lock:
            build, live = self._build, [self._serving, self._candidate]
        if build is not None:
            build.close()
        for each in live:
            if each is not None and each.runner is not None:
                each.runner.close()
        if self._builder is not None:
            self._builder.join()
        for each in live:
            if each is not None:
                each.store.close()

    def wake(self, position: int) -> None:
        """Tells that the record has grown."""
        for live in (self._serving, self._candidate):
            if live is not None and live.runner is not None:
                live.runner.wake(position)

    def serving(self) -> tuple[ViewStore, ProjectionRunner | None]:
        """The view to be read now."""
        if self._serving is None:
            raise StoreUnavailableError(f"{self.projection.name} is not open")
        return self._serving.store, self._serving.runner

    def rebuild(self, *, switch: bool) -> Generation:
        """Starts to build a new generation beside the one that serves; gives it."""
        with self._lock:
            if self._builder is not None and self._builder.is_alive():
                raise NotPossibleError("A new generation is being built already.")
            if self._candidate is not None:
                raise NotPossibleError("A new generation is ready: switch to it, or drop it.")
            return self._begin(switch=switch)

    def switch(self) -> Generation:
        """Lets the new generation serve; the old one is kept, as it is, until it is dropped."""
        with self._lock:
            candidate, old = self._candidate, self._serving
            if candidate is None or old is None:
                raise NotPossibleError("There is no new generation that is ready.")
            self._shelf.switch(candidate.generation)
            candidate.generation = msgspec.structs.replace(candidate.generation, role="serving")
            self._serving, self._candidate = candidate, None
        if old.runner is not None:
            old.runner.close()
        old.store.close()
        log.info("projection.switched", projection=self.projection.name, generation=candidate.generation.number)
        self._on_health(self.projection.name)
        return candidate.generation

    def drop(self, number: int) -> None:
        """Removes a generation that does not serve; 0 for all of them."""
        with self._lock:
            chosen = [
                generation
                for generation in self._generations()
                if generation.role != "serving" and number in (0, generation.number)
            ]
            if not chosen:
                raise NotPossibleError("There is no such generation that could be dropped.")
            candidate = self._candidate
            if candidate is not None and candidate.generation in chosen:
                self._candidate = None
                self._close(candidate)
            if self._builder is not None and self._builder.is_alive() and candidate is None:
                chosen = [generation for generation in chosen if generation.role != "building"]
                if not chosen:
                    raise NotPossibleError("The generation is being built.")
            for generation in chosen:
                self._shelf.remove(generation)

    def resume(self) -> None:
        """Tries again after a poisonous event."""
        runner = self._serving.runner if self._serving else None
        if runner is None or runner.health != "stopped":
            raise NotPossibleError("The projection has not stopped.")
        runner.resume()

    def report(self) -> list[GenerationReport]:
        """All generations, the serving one first."""
        head = self._record.last_position()
        order = ("serving", "building", "retired")
        found = sorted(self._generations(), key=lambda generation: (order.index(generation.role), -generation.number))
        return [self._report(generation, head) for generation in found]

    def refresh(self) -> None:
        """Notices that another process has switched; opens what could not be opened before."""
        if self._serving is None:
            self.open()
            return
        with self._lock:
            known, candidate = self._serving, self._candidate
            now = next((found for found in self._generations() if found.role == "serving"), None)
            if now is None or now.number == known.generation.number:
                return
            if candidate is not None and candidate.generation.number == now.number:
                self._serving, self._candidate = candidate, None
                candidate.generation = now
            else:
                self._serving = self._open(now)
        self._close(known)

    @property
    def lag(self) -> int:
        """How many positions what serves is known to be behind; -1 while nothing follows the record."""
        runner = self._serving.runner if self._serving else None
        return runner.lag if runner is not None else -1

    @property
    def is_healthy(self) -> bool:
        """Whether what serves is kept up."""
        runner = self._serving.runner if self._serving else None
        return runner is None or (runner.health == "following" and runner.thread.healthy)

    def threads(self) -> list[SupervisedThread]:
        """The threads that follow the log."""
        live = [self._serving, self._candidate]
        return [each.runner.thread for each in live if each is not None and each.runner is not None]

    def _begin(self, *, switch: bool) -> Generation:
        version, tables = self.projection.version, self.projection.tables
        generation = self._shelf.add(self.projection.name, version, "building", tables)
        self._switch_when_ready, self._failed = switch, ""
        self._start(lambda: self._build_beside(generation))
        return generation

    def _generations(self) -> list[Generation]:
        return [found for found in self._shelf.generations() if found.name == self.projection.name]

    def _open(self, generation: Generation) -> _Live:
        if generation.version != self.projection.version:
            return _Live(generation, self._shelf.sealed_store(generation))
        live = _Live(generation, self._shelf.store(generation, self.projection.tables))
        if self._record.last_position() - live.store.position() > FAR_BEHIND:
            self._start(lambda: self._catch_up(live))
        else:
            self._follow(live)
        return live

    def _follow(self, live: _Live) -> None:
        live.runner = ProjectionRunner(
            self._record, self._fresh(), live.store, lambda: self._on_health(self.projection.name)
        )
        live.runner.wake(self._record.last_position())
        live.runner.start()

    def _close(self, live: _Live) -> None:
        if live.runner is not None:
            live.runner.close()
        live.store.close()

    def _start(self, work: Callable[[], None]) -> None:
        before = self._builder

        def one_after_the_other() -> None:
            if before is not None:
                before.join()
            work()

        self._builder = threading.Thread(target=one_after_the_other, name=f"clio-build-{self.projection.name}")
        self._builder.daemon = True
        self._builder.start()

    def _catch_up(self, live: _Live) -> None:
        self._run_build(live.generation)
        with self._lock:
            if not self._closing.is_set():
                self._follow(live)

    def _build_beside(self, generation: Generation) -> None:
        if not self._run_build(generation):
            return
        with self._lock:
            if self._closing.is_set():
                return
            live = self._open(generation)
            self._candidate = live
        if live.runner is not None:
            while not live.runner.wait_for(None, 1.0) and not self._closing.is_set():
                pass
        if self._switch_when_ready and not self._closing.is_set():
            # Another server may have done it, or an operator may have dropped it.
            with suppress(NotPossibleError, NoSuchGenerationError):
                self.switch()

    def _run_build(self, generation: Generation) -> bool:
        pause = FIRST_PAUSE
        for attempt in range(1, ATTEMPTS + 1):
            self._build = self._new_build()
            if self._closing.is_set():
                return False
            built = False
            with suppress(OSError):
                built = self._build.run(generation.name, generation.number)
            if built or self._closing.is_set():
                self._tell_built(generation)
                return built
            log.error("projection.build_failed", projection=generation.name, attempt=attempt, retry_in=pause)
            self._closing.wait(pause)
            pause *= 2
        self._failed = f"given up after {ATTEMPTS} attempts"
        return False

    def _tell_built(self, generation: Generation) -> None:
        progress = self._build.progress if self._build else None
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

    def _report(self, generation: Generation, head: int) -> GenerationReport:
        live = next(
            (
                each
                for each in (self._serving, self._candidate)
                if each is not None and each.generation.number == generation.number
            ),
            None,
        )
        progress = self._build.progress if self._build and generation.role != "retired" else None
        if live is None:
            position = progress.position if progress and generation.role == "building" else 0
            status: Status = "retired" if generation.role == "retired" else "failed" if self._failed else "building"
            lag = 0 if generation.role == "retired" else head - position
            return GenerationReport(generation, status, position, lag, self._failed, progress)
        position = live.store.position()
        lag = max(0, head - position)
        if live.runner is None:
            status = "sealed" if generation.version != self.projection.version else "building"
            return GenerationReport(generation, status, position, lag, "", progress)
        status = "ready" if generation.role == "building" and live.runner.health == "following" else live.runner.health
        return GenerationReport(generation, status, position, lag, live.runner.error, progress)
