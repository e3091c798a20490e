"""A board of the past is the same whether the match is in memory or was never folded to its end."""

from pathlib import Path

import grpc
import pytest

from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.v1 import match_service_pb2 as pb
from clio.v1 import score_service_pb2
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from clio.v1.view_pb2 import Viewpoint
from tests.kit.refusals import read_refusal, refusal_of
from tests.kit.servers import Connection, Seated, running

VIEWPOINTS = (Viewpoint(), SPECTATOR, seat_viewpoint(0), seat_viewpoint(9), EVERYTHING)
SEQS = (1, 3, 12, 20)


async def told(server: Connection, match_id: str) -> list[object]:
    """What somebody without a token is told of the past: boards, scores, or why not."""
    scores = ScoreServiceStub(server.channel)
    answers: list[object] = []
    for seq in SEQS:
        for viewpoint in VIEWPOINTS:
            view = server.matches.GetView(pb.GetViewRequest(match_id=match_id, seq=seq, viewpoint=viewpoint))
            score = scores.GetScores(
                score_service_pb2.GetScoresRequest(match_id=match_id, seq=seq, viewpoint=viewpoint)
            )
            for call in (view, score):
                try:
                    answers.append(await call)
                except grpc.aio.AioRpcError as error:
                    answers.append(read_refusal(error).reason)
    return answers


async def played(server: Connection) -> Seated:
    seated = await server.seated("akrotiri")
    while (await seated.refresh()).seq <= SEQS[-1]:
        await seated.play_first(choice=seated.match.seq)
    return seated


@pytest.mark.parametrize("is_over", [False, True])
async def test_the_past_of_a_match_looks_the_same_in_memory_or_not(tmp_path: Path, is_over: object) -> None:
    async with running(tmp_path) as server:
        seated = await played(server)
        if is_over:
            await seated.abort()
        in_memory = await told(server, seated.id)
    assert any(isinstance(answer, str) for answer in in_memory)
    async with running(tmp_path) as server:
        assert await told(server, seated.id) == in_memory
        assert server.clio.record.cached_matches == 0


async def test_positions_beyond_the_end_are_refused_in_memory_or_not(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await played(server)
        last = seated.match.seq
    async with running(tmp_path) as server:
        for seq, min_seq in ((last + 1, 0), (3, last + 1), (-1, 0), (3, -1)):
            call = server.matches.GetView(
                pb.GetViewRequest(match_id=seated.id, seq=seq, at_least=AtLeast(min_seq=min_seq))
            )
            assert (await refusal_of(call)).reason == "SEQ_OUT_OF_RANGE"
        assert (await server.matches.GetView(pb.GetViewRequest(match_id=seated.id, seq=last))).view.match.seq == last
        nobody = server.matches.GetView(pb.GetViewRequest(match_id="n" * 20, seq=3))
        assert (await refusal_of(nobody)).reason == "MATCH_NOT_FOUND"
