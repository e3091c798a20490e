"""The client compares what the record reveals of its seats with what it committed them to."""

import json

import pytest

from clio.client.connection import Connection
from clio.client.credentials import Credentials
from clio.client.entropy import MemoryEntropy, SeatEntropy, entropy_commitment
from clio.client.errors import IntegrityError
from clio.client.readiness import Readiness
from clio.client.retry import RetryPolicy
from clio.kernel.integrity.chance import entropy_commitment as kernel_commitment
from clio.v1.event_pb2 import Event, MatchJoined
from clio.v1.fair_play_pb2 import MatchReady

MINE = bytes(range(32))


def revealed(entropy: bytes, seat: int = 0) -> Event:
    canonical = json.dumps({"public": {"entropy": entropy.hex(), "next": "", "seat": seat}}).encode()
    return Event(seq=7, type="match.Ready", canonical=canonical, ready=MatchReady(entropy=entropy, seat=seat))


async def readiness(*joined: Event) -> Readiness:
    store = MemoryEntropy()
    store.keep("match", 0, SeatEntropy("token", [MINE], settled=True))
    connection = Connection("127.0.0.1:1", Credentials(), RetryPolicy(), 1.0)
    made = Readiness(connection, store)
    await connection.close()
    for event in joined:
        made.compare("match", event)
    return made


def join(entropy: bytes) -> Event:
    return Event(
        seq=2, type="match.Joined", joined=MatchJoined(seat=0, commitment=entropy_commitment("match", 0, entropy))
    )


async def test_a_reveal_of_its_own_seat_must_be_its_own() -> None:
    (await readiness(join(MINE))).compare("match", revealed(MINE))
    with pytest.raises(IntegrityError, match="not yours"):
        (await readiness(join(MINE))).compare("match", revealed(bytes(32)))


async def test_a_seat_that_was_lost_reveals_what_its_next_player_has() -> None:
    (await readiness(join(MINE), join(bytes(32)))).compare("match", revealed(bytes(32)))


async def test_reveals_of_other_seats_and_matches_are_none_of_its_business() -> None:
    (await readiness()).compare("match", revealed(bytes(32), seat=1))
    (await readiness()).compare("another", revealed(bytes(32)))


def test_the_client_commits_as_the_kernel_checks() -> None:
    assert entropy_commitment("match", 3, MINE) == kernel_commitment("match", 3, MINE)
