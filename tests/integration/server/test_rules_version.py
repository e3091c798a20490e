"""An upgrade that brings new rules: a server without a match's rules version says so and judges by no other."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clio.games.amphipolis.game import GAME, Amphipolis
from clio.games.registry import GAMES
from clio.v1 import match_pb2, score_service_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running


class NextAmphipolis(Amphipolis):
    """The rules of a later release."""

    rules_version = "3"
    earlier_rules = ("1", "2")

    def under(self, version: str) -> Amphipolis:
        return self if version == "3" else super().under(version)


@contextmanager
def later_release() -> Iterator[None]:
    """Servers that start inside have version 3 of the rules."""
    known = dict(GAMES)
    GAMES.update(amphipolis=NextAmphipolis())  # type: ignore[attr-defined]
    try:
        yield
    finally:
        GAMES.update(known)  # type: ignore[attr-defined]


@pytest.fixture
async def behind(tmp_path: Path) -> AsyncIterator[Seated]:
    """A match that a server of a later release opened, at a server of this one."""
    with later_release():
        async with running(tmp_path) as newer:
            seated = await newer.seated("amphipolis")
            await seated.play_first()
            assert seated.match.rules_version == "3"
    assert GAMES["amphipolis"] is GAME
    async with running(tmp_path) as older:
        seated.connection = older
        yield seated


async def test_nothing_is_judged_by_another_version(behind: Seated) -> None:
    match = await behind.refresh()
    assert match.rules_version == "3"
    token = bearer(behind.tokens[match.to_move[0]])
    matches, scores = behind.connection.matches, ScoreServiceStub(behind.connection.channel)
    move = pb.PlayMoveRequest(match_id=behind.id)
    move.move.notation = "end"
    preview = pb.PreviewMoveRequest(match_id=behind.id, move=move.move)
    for call in (
        matches.PlayMove(move, metadata=token),
        matches.PreviewMove(preview, metadata=token),
        matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=behind.id), metadata=token),
        matches.ResignMatch(pb.ResignMatchRequest(match_id=behind.id), metadata=token),
        matches.GetView(pb.GetViewRequest(match_id=behind.id), metadata=token),
        matches.GetView(pb.GetViewRequest(match_id=behind.id, seq=match.seq - 1)),
        scores.GetScores(score_service_pb2.GetScoresRequest(match_id=behind.id)),
    ):
        refused = await refusal_of(call)
        assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "RULES_NOT_INSTALLED")
        assert refused.sentence == "Version 3 of the rules of Amphipolis is not installed here."
    assert (await behind.refresh()).seq == match.seq


async def test_its_facts_are_watched_and_it_can_be_ended(behind: Seated) -> None:
    match = await behind.refresh()
    seen: list[Event] = []
    async for part in behind.connection.matches.WatchMatch(pb.WatchMatchRequest(match_id=behind.id)):
        seen.extend(part.events)
        if len(seen) == match.seq:
            break
    assert [event.seq for event in seen] == list(range(1, match.seq + 1))
    ended = await behind.abort()
    assert ended.status == match_pb2.MATCH_STATUS_ABORTED


async def test_a_server_that_has_the_version_plays_on(behind: Seated, tmp_path: Path) -> None:
    await behind.connection.clio.stop()
    with later_release():
        async with running(tmp_path) as newer:
            behind.connection = newer
            assert (await behind.finish()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_finished_match_keeps_its_scores(tmp_path: Path) -> None:
    with later_release():
        async with running(tmp_path) as newer:
            seated = await newer.seated("amphipolis")
            finished = await seated.finish()
    async with running(tmp_path) as older:
        scores = await _scores(older, seated.id)
        assert [score.total for score in scores.scores] == [score.total for score in finished.outcome.scores]


async def _scores(server: Connection, match_id: str) -> score_service_pb2.GetScoresResponse:
    stub = ScoreServiceStub(server.channel)
    return await stub.GetScores(score_service_pb2.GetScoresRequest(match_id=match_id))  # type: ignore[misc]
