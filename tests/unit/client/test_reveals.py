"""Entropy is revealed once the record binds every seat, and for that round only: the operator may hold a seat."""

import json
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from clio.client.chain import GENESIS, link
from clio.client.connection import Connection
from clio.client.credentials import Credentials
from clio.client.entropy import MemoryEntropy, SeatEntropy, entropy_commitment
from clio.client.errors import ClioError, IntegrityError, UnreachableError
from clio.client.readiness import Readiness
from clio.client.retry import RetryPolicy
from clio.v1.event_pb2 import Event, MatchJoined
from clio.v1.fair_play_pb2 import FairPlay, MatchReady
from clio.v1.fair_play_service_pb2 import ReadySeatRequest
from clio.v1.match_pb2 import MATCH_STATUS_READYING, Match
from clio.v1.match_service_pb2 import GetMatchResponse, WatchMatchResponse

MATCH = "m" * 20
MINE = bytes(range(32))
OTHER = "ab" * 32


class Operator:
    """A server that says what suits it: here seat 0 is the caller's, and the operator wants to choose for seat 1."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reveals: list[bytes] = []
        self.says: Exception | None = None
        self.add("match.Opened", {"seats": 2})

    def add(self, kind: str, public: dict[str, Any], **more: Any) -> Event:
        seq = len(self.events) + 1
        envelope = {"match": MATCH, "public": public, "seq": seq, "type": kind}
        canonical = json.dumps(envelope, sort_keys=True, separators=(",", ":")).encode()
        digest = link(self.events[-1].digest if self.events else GENESIS, canonical)
        self.events.append(Event(seq=seq, type=kind, canonical=canonical, digest=digest, **more))
        return self.events[-1]

    def join(self, seat: int, commitment: str) -> Event:
        joined = MatchJoined(seat=seat, commitment=bytes.fromhex(commitment))
        return self.add("match.Joined", {"commitment": commitment, "seat": seat}, joined=joined)

    def ready(self, seat: int, entropy: bytes) -> Event:
        public = {"entropy": entropy.hex(), "next": "cd" * 32, "seat": seat}
        return self.add("match.Ready", public, ready=MatchReady(entropy=entropy, seat=seat))

    async def ask_only(self, _: object, request: object, *__: object, **___: object) -> object:
        if isinstance(request, ReadySeatRequest):
            self.reveals.append(request.entropy)
            if self.says is not None:
                raise self.says
        return GetMatchResponse(match=self.match)

    async def read_until(self, *_: object, **__: object) -> list[WatchMatchResponse]:
        return [WatchMatchResponse(events=self.events, caught_up=True)]

    @property
    def match(self) -> Match:
        return Match(match_id=MATCH, status=MATCH_STATUS_READYING, fair_play=FairPlay(due_seats=[0, 1]))


@pytest.fixture
async def operator(monkeypatch: pytest.MonkeyPatch) -> Operator:
    made = Operator()
    monkeypatch.setattr(Connection, "ask_only", lambda _, *args, **more: made.ask_only(*args, **more))
    monkeypatch.setattr(Connection, "read_until", lambda _, *args, **more: made.read_until(*args, **more))
    return made


@pytest.fixture
async def readiness(operator: Operator) -> Readiness:
    operator.join(0, entropy_commitment(MATCH, 0, MINE).hex())
    store = MemoryEntropy()
    store.keep(MATCH, 0, SeatEntropy("token", [MINE]))
    connection = Connection("127.0.0.1:1", Credentials(), RetryPolicy(), 1.0)
    made = Readiness(connection, store)
    await connection.close()
    return made


async def test_nothing_is_revealed_while_the_record_has_a_free_seat(operator: Operator, readiness: Readiness) -> None:
    await readiness.follow(operator.match)
    assert not operator.reveals
    operator.join(1, OTHER)
    await readiness.follow(operator.match)
    assert operator.reveals == [MINE]


async def test_only_what_the_record_asks_for_is_revealed(operator: Operator, readiness: Readiness) -> None:
    operator.join(1, OTHER)
    operator.says = ClioError(grpc.StatusCode.INVALID_ARGUMENT, "ENTROPY_NOT_COMMITTED", "Another one.")
    await readiness.follow(operator.match)
    await readiness.follow(operator.match)
    assert set(operator.reveals) == {MINE}


@pytest.mark.parametrize("changes", [False, True])
async def test_entropy_that_was_sent_is_good_for_its_round_only(
    operator: Operator, readiness: Readiness, *, changes: bool
) -> None:
    """The operator keeps the reveal for itself, and has its seat leave and come back, bound to what suits it."""
    operator.join(1, OTHER)
    operator.says = UnreachableError(grpc.StatusCode.UNAVAILABLE, "", "The server does not answer.")
    with pytest.raises(UnreachableError):
        await readiness.follow(operator.match)
    assert operator.reveals == [MINE]
    operator.says = None
    if changes:
        operator.add("match.Left", {"seat": 1})
        operator.join(1, "ef" * 32)
        with pytest.raises(IntegrityError, match="Seat 1 was bound to its entropy after you had sent yours"):
            await readiness.follow(operator.match)
        assert operator.reveals == [MINE]
    else:
        await readiness.follow(operator.match)
        assert operator.reveals == [MINE, MINE]


def leave_and_return(operator: Operator) -> None:
    operator.add("match.Left", {"seat": 1})
    operator.join(1, "ef" * 32)


def replace_history(operator: Operator) -> None:
    del operator.events[2:]
    operator.join(1, "ef" * 32)


@pytest.mark.parametrize("cheat", [leave_and_return, replace_history])
async def test_a_reveal_that_was_recorded_in_another_round_is_an_alarm(
    operator: Operator, readiness: Readiness, cheat: Callable[[Operator], None]
) -> None:
    operator.join(1, OTHER)
    await readiness.follow(operator.match)
    cheat(operator)
    ready = operator.ready(0, MINE)
    for event in operator.events[:-1]:
        readiness.compare(MATCH, event)
    with pytest.raises(IntegrityError):
        readiness.compare(MATCH, ready)


async def test_a_reveal_in_its_own_round_is_none(operator: Operator, readiness: Readiness) -> None:
    operator.join(1, OTHER)
    await readiness.follow(operator.match)
    operator.ready(1, bytes(32))
    operator.ready(0, MINE)
    for event in operator.events:
        readiness.compare(MATCH, event)


async def test_a_void_round_binds_the_others_to_what_they_said_in_it(operator: Operator, readiness: Readiness) -> None:
    """Three seats: one reveals, with a commitment for the next round, after ours was sent; another one leaves."""
    operator.events.clear()
    operator.add("match.Opened", {"seats": 3})
    operator.join(0, entropy_commitment(MATCH, 0, MINE).hex())
    for seat in (1, 2):
        operator.join(seat, OTHER)
    operator.says = UnreachableError(grpc.StatusCode.UNAVAILABLE, "", "The server does not answer.")
    with pytest.raises(UnreachableError):
        await readiness.follow(operator.match)
    operator.ready(1, bytes(32))
    operator.add("match.Lapsed", {"seats": [2]})
    operator.join(2, "")
    with pytest.raises(IntegrityError, match="Seat 1"):
        await readiness.follow(operator.match)
