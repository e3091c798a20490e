"""The generations of one projection: the serving one, the one being built beside it, and retired ones."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from clio.projections.projection import Projection
from clio.projections.runtime.build_attempts import BuildAttempts
from clio.projections.runtime.build_process import BuildProcess
from clio.projections.runtime.event_log import EventLog
from clio.projections.runtime.generation_report import GenerationReport, Status
from clio.projections.runtime.runner import ProjectionRunner
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.generation_store import Generation, GenerationStore, NoSuchGenerationError
from clio.projections.storage.view_store import ViewStore
from clio.supervision.supervised_thread import SupervisedThread

FAR_BEHIND: Final = 50_000
"""A view further behind than this catches up in a child process, so that serving does not suffer."""
log = structlog.get_logger()


class NotPossibleError(Exception):
    """The request does not fit the state of the projection."""


class _OpenGeneration(msgspec.Struct):
    """A generation that is open here. Without a runner it is read-only: another version of the code wrote it."""

    generation: Generation
    store: ViewStore
    runner: ProjectionRunner | None = None


class ProjectionGenerations:
    """Opens the stored generations; builds a new one when the code has changed or an operator asks for it."""

    def __init__(
        self,
        record: EventLog,
        store: GenerationStore,
        new_projection: Callable[[], Projection],
        new_build: Callable[[], BuildProcess],
        on_health: Callable[[str], None],
    ) -> None:
        self.projection: Final = new_projection()
        self._record: Final = record
        self._store: Final = store
        self._new_projection: Final = new_projection
        self._building: Final = BuildAttempts(new_build)
        self._on_health: Final = on_health
        self._lock: Final = threading.RLock()
        self._serving: _OpenGeneration | None = None
        self._candidate: _OpenGeneration | None = None
        self._builder: threading.Thread | None = None
        self._switch_when_ready = True

    def open(self) -> None:
        """Opens the stored generations and creates the missing ones."""
        name, version = self.projection.name, self.projection.version
        found = {generation.role: generation for generation in self._generations() if generation.role != "retired"}
        serving = found.get("serving") or self._store.add(name, version, "serving", self.projection.tables)
        with self._lock:
            self._serving = self._open(serving)
        building = found.get("building")
        if building is not None and building.version != version:
            self._store.remove(building)
            building = None
        if building is not None or serving.version < version:
            self._begin(switch=True)

    def close(self) -> None:
        """Stops the threads and processes."""
        self._building.close()
        with self._lock:
            live = [self._serving, self._candidate]
        for each in live:
            if each is not None and each.runner is not None:
                each.runner.close()
        if self._builder is not None:
            self._builder.join()
        for each in live:
            if each is not None:
                each.store.close()

    def wake(self, position: int) -> None:
        """Notifies the runners that the log has grown."""
        for live in (self._serving, self._candidate):
            if live is not None and live.runner is not None:
                live.runner.wake(position)

    def serving(self) -> tuple[ViewStore, ProjectionRunner | None]:
        """Returns the store and the runner of the serving generation."""
        if self._serving is None:
            raise StoreUnavailableError(f"{self.projection.name} is not open")
        return self._serving.store, self._serving.runner

    def rebuild(self, *, switch: bool) -> Generation:
        """Starts to build a new generation beside the serving one; returns it."""
        with self._lock:
            if self._builder is not None and self._builder.is_alive():
                raise NotPossibleError("A new generation is being built already.")
            if self._candidate is not None:
                raise NotPossibleError("A new generation is ready: switch to it, or drop it.")
            return self._begin(switch=switch)

    def switch(self) -> Generation:
        """Makes the new generation the serving one; the old one is kept unchanged until it is dropped."""
        with self._lock:
            candidate, old = self._candidate, self._serving
            if candidate is None or old is None:
                raise NotPossibleError("There is no new generation that is ready.")
            self._store.switch(candidate.generation)
            candidate.generation = msgspec.structs.replace(candidate.generation, role="serving")
            self._serving, self._candidate = candidate, None
        if old.runner is not None:
            old.runner.close()
        old.store.close()
        log.info("projection.switched", projection=self.projection.name, generation=candidate.generation.number)
        self._on_health(self.projection.name)
        return candidate.generation

    def drop(self, number: int) -> None:
        """Drops a generation that does not serve; 0 drops all of them."""
        with self._lock:
            chosen = [
                generation
                for generation in self._generations()
                if generation.role != "serving" and number in (0, generation.number)
            ]
            if not chosen:
                raise NotPossibleError("There is no such generation that could be dropped.")
            candidate = self._candidate
            # By number: the stored generation has got its comparison meanwhile.
            if candidate is not None and candidate.generation.number in [each.number for each in chosen]:
                self._candidate = None
                self._close(candidate)
            if self._builder is not None and self._builder.is_alive() and candidate is None:
                chosen = [generation for generation in chosen if generation.role != "building"]
                if not chosen:
                    raise NotPossibleError("The generation is being built.")
            for generation in chosen:
                self._store.remove(generation)

    def resume(self) -> None:
        """Retries after a stop at an unprocessable event."""
        runner = self._serving.runner if self._serving else None
        if runner is None or runner.health != "stopped":
            raise NotPossibleError("The projection has not stopped.")
        runner.resume()

    def report(self) -> list[GenerationReport]:
        """Returns the state of all generations, the serving one first."""
        head = self._record.last_position()
        order = ("serving", "building", "retired")
        found = sorted(self._generations(), key=lambda generation: (order.index(generation.role), -generation.number))
        return [self._report(generation, head) for generation in found]

    def refresh(self) -> None:
        """Follows a switch by another process; opens the projection if that failed before."""
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
        """How many positions the serving generation is behind; -1 while it does not follow the log."""
        runner = self._serving.runner if self._serving else None
        return runner.lag if runner is not None else -1

    @property
    def is_healthy(self) -> bool:
        """Whether the serving generation follows the log without a fault."""
        runner = self._serving.runner if self._serving else None
        return runner is None or (runner.health == "following" and runner.thread.healthy)

    def threads(self) -> list[SupervisedThread]:
        """Returns the threads that follow the log."""
        live = [self._serving, self._candidate]
        return [each.runner.thread for each in live if each is not None and each.runner is not None]

    def _begin(self, *, switch: bool) -> Generation:
        version, tables = self.projection.version, self.projection.tables
        generation = self._store.add(self.projection.name, version, "building", tables)
        self._switch_when_ready, self._building.failed = switch, ""
        self._start(lambda: self._build_new(generation))
        return generation

    def _generations(self) -> list[Generation]:
        return [found for found in self._store.generations() if found.name == self.projection.name]

    def _open(self, generation: Generation) -> _OpenGeneration:
        if generation.version != self.projection.version:
            return _OpenGeneration(generation, self._store.read_only_store(generation))
        live = _OpenGeneration(generation, self._store.store(generation, self.projection.tables))
        if self._record.last_position() - live.store.position() > FAR_BEHIND:
            self._start(lambda: self._catch_up(live))
        else:
            self._follow(live)
        return live

    def _follow(self, live: _OpenGeneration) -> None:
        live.runner = ProjectionRunner(
            self._record, self._new_projection(), live.store, lambda: self._on_health(self.projection.name)
        )
        live.runner.wake(self._record.last_position())
        live.runner.start()

    def _close(self, live: _OpenGeneration) -> None:
        if live.runner is not None:
            live.runner.close()
        live.store.close()

    def _start(self, work: Callable[[], None]) -> None:
        previous = self._builder

        def run_after_previous() -> None:
            if previous is not None:
                previous.join()
            work()

        self._builder = threading.Thread(target=run_after_previous, name=f"clio-build-{self.projection.name}")
        self._builder.daemon = True
        self._builder.start()

    def _catch_up(self, live: _OpenGeneration) -> None:
        self._building.run(live.generation)
        with self._lock:
            if not self._building.is_closing:
                self._follow(live)

    def _build_new(self, generation: Generation) -> None:
        if not self._building.run(generation):
            return
        with self._lock:
            if self._building.is_closing:
                return
            live = self._open(generation)
            self._candidate = live
        if live.runner is not None:
            # The runner of a generation that was dropped never catches up.
            while self._candidate is live and not live.runner.wait_for(None, 1.0) and not self._building.is_closing:
                pass
        if self._switch_when_ready and not self._building.is_closing:
            # Another server may have switched already, or an operator may have dropped the generation.
            with suppress(NotPossibleError, NoSuchGenerationError):
                self.switch()

    def _report(self, generation: Generation, head: int) -> GenerationReport:
        live = next(
            (
                each
                for each in (self._serving, self._candidate)
                if each is not None and each.generation.number == generation.number
            ),
            None,
        )
        progress = self._building.progress if generation.role != "retired" else None
        if live is None:
            position = progress.position if progress and generation.role == "building" else 0
            status: Status = (
                "retired" if generation.role == "retired" else "failed" if self._building.failed else "building"
            )
            lag = 0 if generation.role == "retired" else head - position
            return GenerationReport(generation, status, position, lag, self._building.failed, progress)
        position = live.store.position()
        lag = max(0, head - position)
        if live.runner is None:
            status = "sealed" if generation.version != self.projection.version else "building"
            return GenerationReport(generation, status, position, lag, "", progress)
        status = "ready" if generation.role == "building" and live.runner.health == "following" else live.runner.health
        return GenerationReport(generation, status, position, lag, live.runner.error, progress)
