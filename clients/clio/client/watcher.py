"""Watching a match: every event once, in order, checked against the chain, across lost connections."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import grpc
import grpc.aio

from clio.client.chain import GENESIS, commitment, link
from clio.client.connection import SILENCE_SECONDS, checked_timeout, silent
from clio.client.errors import IntegrityError, from_rpc
from clio.client.readiness import Readiness
from clio.client.retry import RetryPolicy
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_service_pb2 import Heartbeat, WatchMatchRequest, WatchMatchResponse
from clio.v1.view_pb2 import View

_LAST_EVENTS: Final = frozenset({"match.Finished", "match.Aborted"})
_BROKEN_CONNECTION: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
"""How a server that dies in the middle of a stream looks from here."""

_FORGOTTEN: Final = frozenset({grpc.StatusCode.OUT_OF_RANGE, grpc.StatusCode.NOT_FOUND})


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """All past events are delivered; live ones follow."""

    seq: int


Sighting: TypeAlias = Event | Opening | CaughtUp | Heartbeat | View


class WatchCall(Protocol):
    """An open stream, as ``grpc.aio`` has it."""

    async def read(self) -> object:
        """The next part, or ``grpc.aio.EOF``."""

    def cancel(self) -> bool:
        """Cancels the stream."""


class MatchWatcher:
    """Iterate over it: events, openings, ``CaughtUp`` once, heartbeats; it ends when the match is over.

    With ``views`` the board comes too (``View``): always that of the last event delivered. A slow reader skips views.

    A lost connection is made again and the stream goes on where it stopped. Anything that does not fit the chain
    raises ``IntegrityError``: a gap, a changed event, an opening of something else. ``on_connection`` is called with
    False when the connection is lost and with True when it is back.
    """

    def __init__(  # noqa: PLR0913 (where to begin, and how patient to be)
        self,
        connect: Callable[[WatchMatchRequest], WatchCall],
        match_id: str,
        *,
        after_seq: int | None = None,
        after_digest: bytes | None = None,
        views: bool = False,
        silence_seconds: float | None = None,
        retries: RetryPolicy | None = None,
        on_connection: Callable[[bool], None] | None = None,
        readiness: Readiness | None = None,
    ) -> None:
        """``readiness`` gets the caller's seats ready when all are taken, and compares what the record reveals."""
        self._readiness: Final = readiness
        self._on_connection: Final = on_connection or _ignore
        self._connect: Final = connect
        self._match_id: Final = match_id
        self._views: Final = views
        self._silence_seconds: Final = SILENCE_SECONDS if silence_seconds is None else checked_timeout(silence_seconds)
        self._retries: Final = retries or RetryPolicy(attempts=30)
        self._seq = after_seq or 0
        self._digest = after_digest or (b"" if after_seq else GENESIS)
        self._first_seq: Final = after_seq or 0
        self._viewed_seq = -1
        self._last_type = ""
        self._caught_up = False
        self._away = False
        self._commitments: dict[tuple[int, str], bytes] = {}
        self._opened: set[tuple[int, str]] = set()

    @property
    def seq(self) -> int:
        """The position of the last event delivered."""
        return self._seq

    @property
    def digest(self) -> bytes | None:
        """The chain digest there; None before the first event of a watch that began without one."""
        return self._digest or None

    async def __aiter__(self) -> AsyncGenerator[Sighting, None]:
        failures = 0
        while True:
            call = self._connect(
                WatchMatchRequest(
                    match_id=self._match_id, after_seq=self._seq, after_digest=self._digest, views=self._views
                )
            )
            try:
                while (part := await self._read(call)) is not None:
                    failures = self._on_message()
                    for sighting in self._sightings(part):
                        yield sighting
                    if self._readiness is not None and any(event.type == "match.Joined" for event in part.events):
                        await self._readiness.use(self._match_id)
                self._check_end()
            except grpc.aio.AioRpcError as error:
                if self._is_complete():
                    return
                failures += 1
                pause = self._pause_or_give_up(error, failures)
            except TimeoutError as error:
                failures += 1
                if failures >= self._retries.attempts:
                    raise silent() from error
                pause = self._retries.pause(failures)
            else:
                return
            finally:
                call.cancel()
            self._missed()
            await asyncio.sleep(pause)

    def _on_message(self) -> int:
        """Resets the failure count when the server responds."""
        if self._away:
            self._on_connection(True)  # noqa: FBT003 (it is there again)
        self._away = False
        return 0

    def _missed(self) -> None:
        if not self._away:
            self._on_connection(False)  # noqa: FBT003 (it is gone)
        self._away = True

    async def _read(self, call: WatchCall) -> WatchMatchResponse | None:
        async with asyncio.timeout(self._silence_seconds):
            part = await call.read()
        return part if isinstance(part, WatchMatchResponse) else None

    def _pause_or_give_up(self, error: grpc.aio.AioRpcError, failures: int) -> float:
        """The delay before reconnecting; raises where a retry is useless."""
        failure = from_rpc(error)
        if self._seq > self._first_seq and error.code() in _FORGOTTEN:
            raise IntegrityError(self._seq, f"The server has lost event {self._seq}, which it sent before.") from error
        if error.code() in _BROKEN_CONNECTION and failures < self._retries.attempts:
            return self._retries.pause(failures)
        pause = self._retries.pause_after(failure, failures)
        if pause is None:
            raise failure from error
        return pause

    def _sightings(self, part: WatchMatchResponse) -> Iterator[Sighting]:
        for event in part.events:
            self._follow(event)
            if self._readiness is not None:
                self._readiness.compare(self._match_id, event)
            yield event
        for opening in part.openings:
            if (opening.seq, opening.field) not in self._opened:
                self._check_opening(opening)
                yield opening
        if part.caught_up and not self._caught_up:
            self._caught_up = True
            yield CaughtUp(self._seq)
        if part.HasField("heartbeat"):
            self._check_heartbeat(part.heartbeat)
            yield part.heartbeat
        if part.HasField("view"):
            self._check_view(part.view)
            yield part.view

    def _follow(self, event: Event) -> None:
        if event.seq != self._seq + 1:
            raise IntegrityError(event.seq, f"Event {self._seq + 1} is missing: the server sent event {event.seq}.")
        if self._digest and event.digest != link(self._digest, event.canonical):
            raise IntegrityError(event.seq, f"Event {event.seq} does not fit the chain: its digest is a different one.")
        self._check_envelope(event)
        self._seq, self._digest, self._last_type = event.seq, event.digest, event.type
        for field, sealed in event.sealed.items():
            self._commitments[event.seq, field] = sealed

    def _check_envelope(self, event: Event) -> None:
        """Checks that the fields of an event agree with its canonical bytes."""
        try:
            envelope = json.loads(event.canonical)
            stated = (envelope["match"], envelope["seq"], envelope["type"], envelope["actor"], envelope["request"])
            sealed = {field: bytes.fromhex(value) for field, value in envelope.get("sealed", {}).items()}
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise IntegrityError(event.seq, f"Event {event.seq} cannot be read.") from error
        sent = (self._match_id, event.seq, event.type, event.actor, event.request_id)
        if stated != sent or sealed != dict(event.sealed):
            raise IntegrityError(event.seq, f"Event {event.seq} does not match its canonical bytes.")

    def _check_opening(self, opening: Opening) -> None:
        place = (opening.seq, opening.field)
        sealed = self._commitments.pop(place, None)
        if sealed is None and opening.seq > self._first_seq:
            raise IntegrityError(opening.seq, f"Nothing was sealed as {opening.field} in event {opening.seq}.")
        if sealed is not None and sealed != commitment(opening.seq, opening.field, opening.salt, opening.value):
            raise IntegrityError(
                opening.seq, f"The opening of {opening.field} in event {opening.seq} is not what was sealed."
            )
        self._opened.add(place)

    def _check_heartbeat(self, heartbeat: Heartbeat) -> None:
        if heartbeat.seq < self._seq or (
            heartbeat.seq == self._seq and self._digest and heartbeat.digest != self._digest
        ):
            raise IntegrityError(
                heartbeat.seq, f"The server's head, event {heartbeat.seq}, is not the one it sent before."
            )

    def _check_view(self, view: View) -> None:
        sent = (view.match.match_id, view.match.seq, view.match.digest)
        if sent != (self._match_id, self._seq, self._digest or view.match.digest):
            raise IntegrityError(view.match.seq, f"The server's board is not that of event {self._seq}.")
        self._viewed_seq = self._seq

    def _is_complete(self) -> bool:
        """Whether the stream is complete: the last event is known, all sealed fields are open, the board was sent."""
        if self._views and self._viewed_seq != self._seq:
            return False
        return self._last_type in _LAST_EVENTS and self._first_seq == 0 and not self._commitments

    def _check_end(self) -> None:
        if self._last_type not in _LAST_EVENTS and (self._last_type or self._seq == 0):
            raise IntegrityError(self._seq, f"The stream ended after event {self._seq}, but the match is not over.")


def _ignore(there: bool) -> None:  # noqa: FBT001 (the signature of on_connection)
    del there
