"""Large batches of moves give way to other calls, and are judged to their end."""

import asyncio
from typing import cast

from clio.kernel.match.visibility import Caller
from clio.server.app.match_service import MatchService
from clio.server.errors import ServiceError
from clio.server.rpc.handlers.play_batch import play_batch
from clio.server.rpc.handlers.play_stream import MOVES_AT_ONCE
from clio.v1 import match_service_pb2 as pb

TURNS = 5
MOVES = [pb.StreamMove(match_id=f"m-{number}", request_id="") for number in range(TURNS * MOVES_AT_ONCE)]
"""Without a request id: each is refused as it is judged."""


class Matches:
    """Counts the moves that were not made."""

    def __init__(self) -> None:
        self.unmade: list[str] = []

    def unmoved(self, match_id: str, refusal: ServiceError) -> None:
        assert refusal.reason == "MALFORMED"
        self.unmade.append(match_id)


def begun(matches: Matches) -> "asyncio.Task[bytes]":
    batch = play_batch(cast("MatchService", matches), MOVES, Caller(), lambda: 0.0)
    return asyncio.ensure_future(batch)


async def test_other_calls_get_their_turn_within_a_batch() -> None:
    matches = Matches()
    batch = begun(matches)
    seen = []
    while not batch.done():
        await asyncio.sleep(0)
        seen.append(len(matches.unmade))
    assert set(range(0, len(MOVES) + 1, MOVES_AT_ONCE)) == set(seen)
    answers = pb.PlayBatchResponse.FromString(await batch).answers
    assert [answer.match_id for answer in answers] == [move.match_id for move in MOVES] == matches.unmade


async def test_a_caller_that_hangs_up_does_not_stop_its_batch() -> None:
    matches = Matches()
    batch = begun(matches)
    while not matches.unmade:  # noqa: ASYNC110 (turns of the loop are what is counted)
        await asyncio.sleep(0)
    batch.cancel()
    await asyncio.wait([batch])
    assert batch.cancelled()
    for _ in range(TURNS):
        await asyncio.sleep(0)
    assert len(matches.unmade) == len(MOVES)
