"""Executes commands on matches: queue, decide, commit, publish."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command, Credit, Fork, Open, repeats
from clio.kernel.match.decision import Decision
from clio.kernel.match.referee import Referee
from clio.kernel.match.visibility import is_visible
from clio.kernel.missing_game import GameNotInstalledError
from clio.kernel.moment import microseconds
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.command_request import CommandFor, CommandRequest, CommandResult, resolve
from clio.server.app.match_reading import MatchReading
from clio.server.app.play_observer import PlayObserver
from clio.server.app.workers import Workers
from clio.server.clock import DeploymentClock
from clio.server.codec.event_encoder import live_event
from clio.server.eventstore.group_commit import ConflictError, GroupCommitWriter, RecordUnavailableError
from clio.server.eventstore.match_store import MatchStore
from clio.server.identifiers import new_request_id
from clio.server.livestream.stream import LiveStream

MAX_CONFLICTS: Final = 50


class MatchService(MatchReading):
    """Executes commands: one at a time per match, any number of matches at once."""

    def __init__(  # noqa: PLR0913 (the parts of a server that play needs)
        self,
        record: MatchStore,
        referee: Referee,
        writer: GroupCommitWriter,
        live: LiveStream,
        *,
        shared: bool = False,
        observer: PlayObserver | None = None,
        workers: Workers | None = None,
        clock: DeploymentClock | None = None,
    ) -> None:
        """``clock`` is that of the deployment."""
        super().__init__(record, shared=shared, workers=workers)
        self.clock: Final = clock or DeploymentClock()
        self.referee: Final = referee
        self.observer: Final = observer or PlayObserver()
        self.live: Final = live
        self._writer: Final = writer
        self.on_recorded: Callable[[Match], None] = lambda _: None
        """Called on the event loop after every change of a match that may have a deadline."""
        self._busy: Final[dict[str, deque[CommandRequest]]] = {}
        self._tasks: Final[set[asyncio.Task[CommandResult]]] = set()

    def unmoved(self, match_id: str, outcome: CommandResult | BaseException) -> None:
        """Reports a move that changed nothing to the observer."""
        match = self._record.cached(match_id)
        self.observer.unmoved(match.game.name if match is not None else "", outcome)

    async def open(self, command: Open | Fork, request: str) -> CommandResult:
        """Records a new match or fork; returns the existing one for a repeated request."""
        task = asyncio.ensure_future(self._open(command, request))
        # After the caller has hung up the exception is never retrieved, and asyncio would log that.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def execute(self, match_id: str, request: str, command: Command, expected_seq: int = 0) -> CommandResult:
        """Executes a command; returns the first result for a repeated request.

        A caller that hangs up does not stop it.
        """
        return await self.execute_for(match_id, request, lambda _: command, expected_seq)

    async def execute_for(
        self, match_id: str, request: str, command_for: CommandFor, expected_seq: int = 0
    ) -> CommandResult:
        """The same, for a command that depends on the match: its holders, or the notation of its game.

        ``command_for`` runs inside the match's queue, and again after a conflict: the match that the command is judged
        against decides who may give it.
        """
        future: asyncio.Future[CommandResult] = asyncio.get_running_loop().create_future()
        self.submit(CommandRequest(match_id, request, command_for, expected_seq, partial(resolve, future)))
        return await future

    def submit(self, request: CommandRequest) -> None:
        """Queues a command behind earlier ones to the same match."""
        queue = self._busy.get(request.match_id)
        if queue is not None:
            queue.append(request)
        else:
            self._busy[request.match_id] = deque()
            self._begin(request)

    def _begin(self, request: CommandRequest) -> None:
        """Judges a command at once if the match is in memory, and submits its events to the writer."""
        match = self._record.cached(request.match_id)
        if match is None:
            self._begin_slowly(request)
            return
        if match.opened.clock and (owed := self._owed_credit(match, request)):
            self._busy[request.match_id].appendleft(request)
            request = self._credit(match, owed)
        try:
            decision = self._judge(match, request)
        except Exception as error:  # noqa: BLE001 (the caller gets every error)
            self._end(request, error)
            return
        if isinstance(decision, Decision):
            self._writer.submit(decision.events, partial(self._written, match, request, decision))
        elif decision is None or self._shared:
            self._begin_slowly(request)
        else:
            self._end(request, decision)

    def _owed_credit(self, match: Match, request: CommandRequest) -> int:
        """The milliseconds since the last event in which no server could commit, if the match has a running clock."""
        if match.clock is None or match.clock.control is None or match.status != "playing" or match.paused_at:
            return 0
        if request.is_credit:
            return 0
        return self.clock.outage_since(microseconds(match.updated_at))

    def _credit(self, match: Match, milliseconds: int) -> CommandRequest:
        """The command that gives the time back before anything else is judged by the clock; nobody waits for it."""
        return CommandRequest(
            match.id, new_request_id(), lambda _: Credit(milliseconds), 0, lambda _: None, is_credit=True
        )

    def _written(self, match: Match, request: CommandRequest, decision: Decision, error: Exception | None) -> None:
        if error is None:
            self._end(request, self._take_over(match, decision))
            return
        # A failed commit may still have reached the disk: read the record again.
        self._record.forget(request.match_id)
        if isinstance(error, ConflictError):
            self._begin_slowly(request)
        else:
            self._end(request, _as_service_error(error))

    def _begin_slowly(self, request: CommandRequest) -> None:
        """Executes a command that needs the record to be read first."""
        task = asyncio.ensure_future(self._execute(request))
        self._tasks.add(task)

        def end(done: "asyncio.Task[CommandResult]") -> None:
            self._tasks.discard(done)
            self._end(request, done.exception() or done.result())

        task.add_done_callback(end)

    def _end(self, request: CommandRequest, outcome: CommandResult | BaseException) -> None:
        """Reports the outcome, and starts the next command in the match's queue."""
        queue = self._busy[request.match_id]
        if queue:
            # Not directly: a long queue of refused commands would become a deep stack.
            asyncio.get_running_loop().call_soon(self._begin, queue.popleft())
        else:
            del self._busy[request.match_id]
        request.on_done(outcome)

    async def _open(self, command: Open | Fork, request: str) -> CommandResult:
        """Two requests that open the same match conflict in the record; the second one returns the opened match."""
        existing = await self._reading(self._record.load, command.match_id)
        if existing is not None:
            return await self._repeated(existing, command, request)
        decision = (
            await self._heavily(self.referee.fork, command, request, self.clock.timestamp())
            if isinstance(command, Fork)
            else self.referee.open(command, request, self.clock.timestamp())
        )
        if isinstance(decision, Rejection):
            raise errors.refused_opening(decision)
        try:
            await self._commit(decision)
        except ConflictError:
            return await self._repeated(await self.at(command.match_id, None), command, request, republish=True)
        opened = decision.events[0].payload
        if not isinstance(opened, Opened):
            raise TypeError("a match begins by being opened")
        match = Match(command.match_id, opened, self.referee.games[opened.game])
        return self._accept(match, decision)

    async def _execute(self, request: CommandRequest) -> CommandResult:
        for attempt in range(MAX_CONFLICTS):
            match = self._record.cached(request.match_id) or await self.at(request.match_id, None)
            if owed := self._owed_credit(match, request):
                await self._give_back(match, owed)
                continue
            decision = self._judge(match, request)
            if self._shared and not isinstance(decision, Decision):
                # Read what other servers have recorded before refusing.
                match = await self.get(request.match_id)
                decision = self._judge(match, request)
            if decision is None:
                return await self._repeated(match, request.command_for(match), request.request, republish=attempt > 0)
            if isinstance(decision, errors.ServiceError):
                raise decision
            try:
                await self._commit(decision)
            except ConflictError:
                self._record.forget(request.match_id)
            else:
                return self._accept(match, decision)
        raise errors.record_unavailable("the match never stands still")

    async def _give_back(self, match: Match, milliseconds: int) -> None:
        """Records a credit, unless another server does so first."""
        credit = self._credit(match, milliseconds)
        decision = self._judge(match, credit)
        if isinstance(decision, errors.ServiceError):
            raise decision
        if decision is not None:
            try:
                await self._commit(decision)
            except ConflictError:
                self._record.forget(match.id)
            else:
                self._accept(match, decision)

    def _judge(self, match: Match, request: CommandRequest) -> Decision | errors.ServiceError | None:
        """Decides a command; None for a repeated request."""
        is_closed = match.metadata.visibility != "public"
        if is_closed and request.caller is not None and not is_visible(match, request.caller):
            return errors.match_not_found(match.id)
        if match.requests.get(request.request) is not None:
            return None
        if match.opened.clock and not self.clock.is_kept:
            # The time of the move is uncertain: the server may have been disconnected for a while.
            return errors.record_unavailable("the deployment's clock cannot be read")
        try:
            command = request.command_for(match)
            if request.expected_seq and request.expected_seq != match.seq:
                return errors.not_at(request.expected_seq, match.seq)
            decision = self.referee.judge(match, command, request.request, self.clock.timestamp())
        except errors.ServiceError as refusal:
            # Its traceback, or that of an error before it, would keep the frames alive, and they keep the error: a
            # reference cycle.
            refusal.__traceback__ = refusal.__context__ = refusal.__cause__ = None
            return refusal
        except GameNotInstalledError as missing:
            return errors.refused(missing.rejection)
        return errors.refused(decision) if isinstance(decision, Rejection) else decision

    async def _commit(self, decision: Decision) -> None:
        try:
            await self._writer.commit(decision.events)
        except RecordUnavailableError as error:
            # The commit may have reached the disk: the next command reads the record again.
            self._record.forget(decision.events[0].match_id)
            raise _as_service_error(error) from error

    def _accept(self, match: Match, decision: Decision) -> CommandResult:
        done = self._take_over(match, decision)
        self._record.remember(match)
        return done

    def _take_over(self, match: Match, decision: Decision) -> CommandResult:
        """Applies durable events to the match in memory, and publishes them."""
        events = decision.events
        if match.seq < events[0].seq:
            match.accept(events, decision.state)
        self.observer.recorded(match, events)
        if match.opened.clock or match.status != "playing":
            self.on_recorded(match)
        if self.live.wants(match.id):
            self.live.publish(match.id, [live_event(event) for event in events])
        return CommandResult(match, events[0].seq, events[-1])

    async def _repeated(
        self, match: Match, command: Open | Fork | Command, request: str, *, republish: bool = False
    ) -> CommandResult:
        """The first result of a repeated request; ``republish`` sends its events to watchers again."""
        first_seq = match.requests.get(request)
        if first_seq is None:
            raise errors.request_reused()
        own: list[MatchEvent] = []
        while page := await self.read(match.id, first_seq - 1 + len(own)):
            own += [event for event in page if event.request == request]
            if page[-1].request != request:
                break
        if not own or not repeats(command, own[0], match.game):
            raise errors.request_reused()
        if republish:
            self.live.publish(match.id, [live_event(event) for event in own])
        return CommandResult(await self.at(match.id, own[-1].seq), first_seq, own[-1], repeated=True)


def _as_service_error(error: Exception) -> Exception:
    return errors.record_unavailable(str(error)) if isinstance(error, RecordUnavailableError) else error
