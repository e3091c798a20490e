"""A match whose game's plug-in was removed: kept, listed, exported and verified; not played, shown or forked."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from clio.games import registry
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1 import projection_service_pb2 as projections_pb
from clio.v1 import record_service_pb2 as records_pb
from clio.v1.move_pb2 import Move
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.verify.verifier import verify_file
from tests.kit.kalah import KALAH
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until

OPERATOR = "operator"


class Removed:
    """A server without the plug-in of two of its matches: one is over, one is being played."""

    def __init__(self, server: Connection, over: Seated, playing: Seated) -> None:
        self.server, self.over, self.playing = server, over, playing
        over.connection = playing.connection = server
        self.records = RecordServiceStub(server.channel)


@pytest.fixture
async def removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # noqa: ANN201 (an async generator)
    monkeypatch.setitem(registry.GAMES, "kalah", KALAH)  # type: ignore[arg-type]  # a dictionary behind its type
    async with running(tmp_path, admin_token=OPERATOR) as server:
        over, playing = await server.seated("kalah"), await server.seated("kalah")
        await over.finish()
        await playing.play_first()
    monkeypatch.undo()
    async with running(tmp_path, admin_token=OPERATOR) as server:
        yield Removed(server, over, playing)


async def exported(here: Removed, match_id: str) -> bytes:
    parts = here.records.ExportRecord(records_pb.ExportRecordRequest(match_id=match_id))
    return b"".join([part.chunk async for part in parts])


async def test_its_matches_are_listed_and_read(removed: Removed) -> None:
    server = removed.server
    listed = await server.matches.ListMatches(pb.ListMatchesRequest())
    assert {match.match_id: match.game for match in listed.matches} == {
        removed.over.id: "kalah",
        removed.playing.id: "kalah",
    }
    match = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=removed.over.id))).match
    assert match.status == match_pb2.MATCH_STATUS_FINISHED
    assert match.outcome.scores
    events = [
        event
        async for part in server.matches.WatchMatch(pb.WatchMatchRequest(match_id=removed.over.id))
        for event in part.events
    ]
    assert [event.seq for event in events] == list(range(1, match.seq + 1))
    assert events[-1].digest == match.digest


async def test_its_records_are_exported_and_verified_to_level_2(removed: Removed, tmp_path: Path) -> None:
    file = tmp_path / "over.clio"
    file.write_bytes(await exported(removed, removed.over.id))
    report = verify_file(file)
    found = [level.verdict for level in (report.integrity, report.fairness, report.legality, report.result)]
    assert found == ["pass", "own table", "not judged", "not judged"]
    file.write_bytes(await exported(removed, removed.playing.id))
    assert verify_file(file).integrity.verdict == "pass"


REFUSED: dict[str, Callable[[Removed], Awaitable[object]]] = {
    "move": lambda here: here.server.matches.PlayMove(
        pb.PlayMoveRequest(match_id=here.playing.id, move=Move(notation="1")), metadata=bearer(here.playing.tokens[1])
    ),
    "resignation": lambda here: here.server.matches.ResignMatch(
        pb.ResignMatchRequest(match_id=here.playing.id), metadata=bearer(here.playing.tokens[0])
    ),
    "legal moves": lambda here: here.playing.moves(0),
    "view": lambda here: here.server.matches.GetView(pb.GetViewRequest(match_id=here.over.id)),
    "fork": lambda here: here.records.ForkMatch(records_pb.ForkMatchRequest(match_id=here.over.id, seq=5)),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_needs_its_rules_is_refused_by_the_name_of_the_game(removed: Removed, name: str) -> None:
    refusal = await refusal_of(REFUSED[name](removed))
    assert (refusal.code, refusal.reason) == ("FAILED_PRECONDITION", "RULES_NOT_INSTALLED")
    assert refusal.sentence == "The game kalah is not installed here."


async def test_the_projections_go_on_and_can_be_rebuilt(removed: Removed) -> None:
    server = removed.server
    admin = ProjectionServiceStub(server.channel)
    for name in server.clio.projections.lags():
        request = projections_pb.RebuildProjectionRequest(projection=name)
        await admin.RebuildProjection(request, metadata=bearer(OPERATOR))
    seated = await server.seated("amphipolis")
    await seated.play_first()
    await removed.playing.abort()

    async def is_built() -> bool:
        answer = await admin.ListProjections(projections_pb.ListProjectionsRequest(), metadata=bearer(OPERATOR))
        found = [generation for each in answer.projections for generation in each.generations]
        assert not [generation.error for generation in found if generation.error]
        return len(found) == 2 * len(answer.projections) and not any(server.clio.projections.lags().values())

    await until(is_built)
    listed = await server.matches.ListMatches(pb.ListMatchesRequest())
    assert len(listed.matches) == 3
