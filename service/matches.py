"""All matches of this server: finds them, judges commands to them, records what follows, tells the watchers."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import msgspec
from eventsourcing.persistence import PersistenceError

from domain.kernel.commands import Command, Fork, Open, repeats
from domain.kernel.lifecycle import Opened
from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from domain.kernel.referee import Decision, Referee
from domain.kernel.rejection import Rejection
from service import errors
from service.identifiers import MATCH_ID, timestamp
from service.live.stream import LiveStream
from service.record.match_record import MatchRecord
from service.record.writer import ConflictError, GroupCommitWriter, RecordUnavailableError
from service.wire.events import live_event

PAGE: Final = 500
MOST_CONFLICTS: Final = 50
T = TypeVar("T")


class Done(msgspec.Struct, frozen=True):
    """What a command led to: the match after it, and the events that were its own."""

    match: Match
    first_seq: int
    last: MatchEvent
    repeated: bool = False


class Matches:
    """One command at a time per match; as many matches at once as there are."""

    def __init__(
        self,
        record: MatchRecord,
        referee: Referee,
        writer: GroupCommitWriter,
        live: LiveStream,
        *,
        shared: bool = False,
    ) -> None:
        """``shared`` says that other servers write to the record too: what is in memory may be behind it."""
        self.referee: Final = referee
        self._shared: Final = shared
        self.live: Final = live
        self._record: Final = record
        self._writer: Final = writer
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, match_id: str) -> Match:
        """The match at its head."""
        match = self._record.cached(match_id)
        if match is None:
            return await self.at(match_id, None)
        return await self._caught_up(match) if self._shared else match

    async def at(self, match_id: str, seq: int | None) -> Match:
        """The match as it was after an event."""
        if not MATCH_ID.fullmatch(match_id):
            raise errors.match_not_found(match_id)
        match = await self._reading(self._record.load, match_id, seq)
        if match is None:
            raise errors.match_not_found(match_id)
        return match

    async def read(self, match_id: str, after: int, limit: int | None = PAGE) -> list[MatchEvent]:
        """The next events after a position, from the record."""
        return await self._reading(self._record.read, match_id, after, limit)

    async def open(self, command: Open | Fork, request: str) -> Done:
        """Records a new match or fork, or finds the one that this request has opened before."""
        return await self._uninterrupted(self._open(command, request))

    async def execute(self, match_id: str, request: str, command: Command, expected_seq: int = 0) -> Done:
        """Records what follows from a command, or finds what followed from it before."""
        return await self._uninterrupted(self._execute(match_id, request, command, expected_seq))

    async def history(self, match_id: str) -> list[MatchEvent]:
        """All events of a match."""
        events: list[MatchEvent] = []
        while page := await self.read(match_id, len(events)):
            events += page
        return events

    async def _open(self, command: Open | Fork, request: str) -> Done:
        async with self._lock(command.match_id):
            existing = await self._reading(self._record.load, command.match_id)
            if existing is not None:
                return await self._repeated(existing, command, request)
            judge = self.referee.fork if isinstance(command, Fork) else self.referee.open
            decision = judge(command, request, timestamp())  # type: ignore[arg-type]  # each gets its own
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

    async def _execute(self, match_id: str, request: str, command: Command, expected_seq: int) -> Done:
        async with self._lock(match_id):
            for attempt in range(MOST_CONFLICTS):
                match = self._record.cached(match_id) or await self.at(match_id, None)
                decision = self._judge(match, request, command, expected_seq)
                if self._shared and not isinstance(decision, Decision):
                    # Before anybody is refused, what other servers have recorded is looked at.
                    match = await self.get(match_id)
                    decision = self._judge(match, request, command, expected_seq)
                if decision is None:
                    return await self._repeated(match, command, request, republish=attempt > 0)
                if isinstance(decision, errors.ServiceError):
                    raise decision
                try:
                    await self._commit(decision)
                except ConflictError:
                    self._record.forget(match_id)
                else:
                    return self._accept(match, decision)
            raise errors.record_unavailable("the match never stands still")

    def _judge(
        self, match: Match, request: str, command: Command, expected_seq: int
    ) -> Decision | errors.ServiceError | None:
        """What follows from a command; None for one that was heard before."""
        if request in match.requests:
            return None
        if expected_seq and expected_seq != match.seq:
            return errors.stale(expected_seq, match.seq)
        decision = self.referee.judge(match, command, request, timestamp())
        return errors.refused(decision) if isinstance(decision, Rejection) else decision

    async def _caught_up(self, match: Match) -> Match:
        """The match with what other servers have added; read anew where the record does not have what we remember."""
        seq, digest = match.seq, match.digest
        events = await self._reading(self._record.read, match.id, seq - 1, None)
        if not events or (events[0].seq, events[0].digest) != (seq, digest):
            self._record.forget(match.id)
            return await self.at(match.id, None)
        for event in events:
            # Others may have caught up meanwhile, and our own commits may be among these.
            if event.seq == match.seq + 1:
                match.apply(event)
        return match

    async def _commit(self, decision: Decision) -> None:
        try:
            await self._writer.commit(decision.events)
        except RecordUnavailableError as error:
            # Whether the commit reached the disk is not known here: the next command reads the truth.
            self._record.forget(decision.events[0].match_id)
            raise errors.record_unavailable(str(error)) from error

    def _accept(self, match: Match, decision: Decision) -> Done:
        events = decision.events
        if match.seq < events[0].seq:
            match.accept(events, decision.state)
        self._record.remember(match)
        self.live.publish(match.id, [live_event(event) for event in events])
        return Done(match, events[0].seq, events[-1])

    async def _repeated(
        self, match: Match, command: Open | Fork | Command, request: str, *, republish: bool = False
    ) -> Done:
        """What the request led to before; told to the watchers where it was recorded but its answer was lost."""
        first_seq = match.requests.get(request)
        if first_seq is None:
            raise errors.request_reused()
        own: list[MatchEvent] = []
        while page := await self.read(match.id, first_seq - 1 + len(own)):
            own += [event for event in page if event.request == request]
            if page[-1].request != request:
                break
        if not repeats(command, own[0], match.game):
            raise errors.request_reused()
        if republish:
            self.live.publish(match.id, [live_event(event) for event in own])
        return Done(await self.at(match.id, own[-1].seq), first_seq, own[-1], repeated=True)

    def _lock(self, match_id: str) -> asyncio.Lock:
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def _reading(self, read: Callable[..., T], *args: object) -> T:
        try:
            return await asyncio.to_thread(read, *args)
        except PersistenceError as error:
            raise errors.record_unavailable(str(error)) from error

    async def _uninterrupted(self, work: Coroutine[Any, Any, T]) -> T:
        """A caller that hangs up must not leave a recorded move half taken over."""
        return await asyncio.shield(asyncio.ensure_future(work))
