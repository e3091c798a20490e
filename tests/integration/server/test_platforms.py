"""Two platforms on one server: neither lists, reads or changes the other's unlisted matches, by any method."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from clio.server.auth.scopes import SCOPE_OF
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.freshness_pb2 import AtLeast
from tests.kit.access import OPERATOR, new_key, with_key
from tests.kit.any_method import call_any, methods, request_of
from tests.kit.records import lines_of
from tests.kit.servers import Connection, bearer, running
from tests.kit.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
NO_MATCH = "a" * 20
"""An id of the right form that no match has."""


class Platform:
    """A caller with an API key; the owner has a match that is over and one that waits for a player, both unlisted."""

    def __init__(self, server: Connection, key: str) -> None:
        self.server = server
        self.key = key
        self.over = self.waiting = ""

    async def call(self, method: str, request: Any, *, key: str | None = None) -> list[Any]:
        """Calls any method with the platform's key, or another."""
        key = self.key if key is None else key
        return await call_any(self.server.channel, method, request, (("x-clio-key", key),) if key else ())


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def platforms(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Platform, Platform]]:
    data: Path = tmp_path_factory.mktemp("platforms")
    async with running(data, admin_token=OPERATOR) as server:
        found = [Platform(server, (await new_key(server, "play", "host", name=name)).key) for name in ("A", "B")]
        owner = found[0]
        for name in ("over", "waiting"):
            opened = await server.matches.OpenMatch(
                pb.OpenMatchRequest(
                    game="akros",
                    seats=2,
                    visibility=match_pb2.VISIBILITY_UNLISTED,
                    title="A secret meeting",
                    external_id="meeting-17",
                    labels={"room": "blue"},
                ),
                metadata=with_key(owner.key),
            )
            setattr(owner, name, opened.match.match_id)
            if name == "waiting":
                await _join(server, owner, opened.match.match_id, "Zoe")
                continue
            for player in ("Zoe", "Yan"):
                await _join(server, owner, opened.match.match_id, player)
            await _finish(server, owner, opened.match.match_id)
        yield found[0], found[1]


async def _finish(server: Connection, owner: Platform, match_id: str) -> None:
    """Plays a match to its end, by its key: a match that is resigned at once is not rated."""
    while True:
        got = await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id), metadata=with_key(owner.key))
        if got.match.status != match_pb2.MATCH_STATUS_PLAYING:
            return
        metadata = (*with_key(owner.key), ("x-clio-seat", str(got.match.to_move[0])))
        listed = await server.matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=match_id), metadata=metadata)
        move = listed.moves[got.match.seq % len(listed.moves)]
        await server.matches.PlayMove(pb.PlayMoveRequest(match_id=match_id, move=move), metadata=metadata)


async def _join(server: Connection, owner: Platform, match_id: str, name: str) -> str:
    request = pb.JoinMatchRequest(match_id=match_id, name=name)
    return (await server.matches.JoinMatch(request, metadata=with_key(owner.key))).seat_token


Case = Callable[[Platform, Platform, str], Awaitable[None]]


async def refusal(platform: Platform, method: str, request: Any, key: str | None = None) -> tuple[str, bytes]:
    """How a call fails: its code and the whole status; a call that succeeds fails the test."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await platform.call(method, request, key=key)
    details: Any = dict(caught.value.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    return caught.value.code().name, details


def names_a_match(**fields: Any) -> Case:
    """The call is refused, byte for byte, as for a match that does not exist."""

    async def check(owner: Platform, other: Platform, method: str) -> None:
        for match_id in (owner.over, owner.waiting):
            for key in (other.key, ""):
                code, hidden = await refusal(other, method, request_of(method, match_id=match_id, **fields), key)
                absent = await refusal(other, method, request_of(method, match_id=NO_MATCH, **fields), key)
                assert (code, hidden.replace(match_id.encode(), NO_MATCH.encode())) == absent
                assert code == "NOT_FOUND"

    return check


def does_not_show(**fields: Any) -> Case:
    """The answer contains nothing of the owner's matches."""

    async def check(owner: Platform, other: Platform, method: str) -> None:
        for key in (other.key, ""):
            answer = await other.call(method, request_of(method, **fields), key=key)
            assert not tells(answer, owner)

    return check


def tells(answer: list[Any], owner: Platform) -> bool:
    """Whether an answer contains anything of the owner's matches."""
    data = b"".join(part.SerializeToString() for part in answer)
    return any(word.encode() in data for word in (owner.over, owner.waiting, "Zoe", "meeting-17", "A secret meeting"))


def fresh(**fields: Any) -> Case:
    """A list: it shows nothing, and asking for the freshness of a hidden match tells nothing about it."""

    async def check(owner: Platform, other: Platform, method: str) -> None:
        await does_not_show(**fields)(owner, other, method)
        for match_id, seq in ((owner.over, 1), (owner.over, 1_000), (NO_MATCH, 1)):
            asked = request_of(method, at_least=AtLeast(match_id=match_id, min_seq=seq), **fields)
            assert (await refusal(other, method, asked))[0] == "NOT_FOUND"

    return check


async def player_is_unknown(owner: Platform, other: Platform, method: str) -> None:
    assert (await refusal(other, method, request_of(method, player="Zoe")))[0] == "NOT_FOUND"
    assert tells(await owner.call(method, request_of(method, player="Zoe", own=True)), owner)


async def counts_nothing(owner: Platform, other: Platform, method: str) -> None:
    for key in (other.key, ""):
        assert not (await other.call(method, request_of(method, game="akros"), key=key))[0].finished
    assert not (await other.call(method, request_of(method, game="akros", own=True)))[0].finished
    assert (await owner.call(method, request_of(method, game="akros", own=True)))[0].finished == 1


async def is_refused_for_the_scope(owner: Platform, other: Platform, method: str) -> None:
    del owner
    assert (await refusal(other, method, request_of(method)))[0] == "PERMISSION_DENIED"


async def names_no_match(owner: Platform, other: Platform, method: str) -> None:
    """The method knows nothing of matches."""
    assert not tells(await other.call(method, request_of(method, **GAME.get(method.rpartition("/")[2], {}))), owner)


GAME = {"GetGame": {"game": "akros"}, "GetComponents": {"game": "akros"}}


async def lists_for_the_owner_only(owner: Platform, other: Platform, method: str) -> None:
    await fresh()(owner, other, method)
    assert not tells(await other.call(method, request_of(method, own=True)), owner)
    assert not tells(await other.call(method, request_of(method, labels={"room": "blue"})), owner)
    assert not tells(await other.call(method, request_of(method, external_id="meeting-17")), owner)
    mine = await owner.call(method, request_of(method, labels={"room": "blue"}, external_id="meeting-17"))
    assert {match.match_id for match in mine[0].matches} == {owner.over, owner.waiting}


async def batch(owner: Platform, other: Platform, method: str) -> None:
    (answer,) = await other.call(method, request_of(method, match_ids=[owner.over, NO_MATCH]))
    assert (list(answer.matches), list(answer.missing)) == ([], [owner.over, NO_MATCH])
    assert len((await owner.call(method, request_of(method, match_ids=[owner.over, owner.waiting])))[0].matches) == 2


async def streams_moves(owner: Platform, other: Platform, method: str) -> None:
    moves = [
        pb.StreamMove(match_id=match_id, request_id=f"r{number}", seat=0, expected_seq=99)
        for number, match_id in enumerate((owner.waiting, NO_MATCH))
    ]
    parts = await other.call(method, request_of(method, moves=moves))
    hidden, absent = sorted((each for part in parts for each in part.answers), key=lambda each: each.request_id)
    assert hidden.refused.SerializeToString().replace(owner.waiting.encode(), NO_MATCH.encode()) == (
        absent.refused.SerializeToString()
    )


async def exports(owner: Platform, other: Platform, method: str) -> None:
    await does_not_show()(owner, other, method)
    assert tells(await owner.call(method, request_of(method)), owner)


async def feeds(owner: Platform, other: Platform, method: str) -> None:
    for kind in (1, 2):
        await does_not_show(kind=kind)(owner, other, method)
        assert not tells(await other.call(method, request_of(method, kind=kind, own=True)), owner)
        assert tells(await owner.call(method, request_of(method, kind=kind)), owner)


async def opens_its_own(owner: Platform, other: Platform, method: str) -> None:
    """The same request id and content opens another match: ids follow from the namespace."""
    request = request_of(method, game="akros", request_id="the-same", host_token="t" * 40)
    ids = {(await each.call(method, request))[0].match.match_id for each in (owner, other)}
    assert len(ids) == 2


async def imports_what_it_does_not_know(owner: Platform, other: Platform, method: str) -> None:
    """A forged record of the owner's match is taken as one of a match that the server does not have."""
    number = {"ImportRecord": 1, "UploadRecord": 2}[method.rpartition("/")[2]]
    field = {1: "chunk", 2: "content"}[number]
    before = await owner.call(f"{MATCH}GetMatch", request_of(f"{MATCH}GetMatch", match_id=owner.over))
    answers = []
    for match_id in (owner.over, "b" * 19 + "cd"[number - 1]):
        lines = lines_of(Table("akros", 2, seed=number, match_id=match_id).finish())
        request = request_of(method, **{field: b"".join(line + b"\n" for line in lines)}, source="elsewhere")
        if match_id == owner.over:
            assert (await refusal(owner, method, request))[0] == "FAILED_PRECONDITION"
        (answer,) = await other.call(method, request)
        (again,) = await other.call(method, request)
        assert (answer.known, again.known) == (False, True)
        listed = await other.call(f"{ARCHIVE}ListArchivedRecords", request_of(f"{ARCHIVE}ListArchivedRecords"))
        assert match_id in {each.match.match_id for each in listed[0].records}
        export = f"{ARCHIVE}ExportArchivedRecord"
        assert await other.call(export, request_of(export, match_id=match_id))
        answers.append(seen_without_ids(answer))
        remove = "/clio.v1.ArchiveAdminService/DeleteArchivedRecord"
        await call_any(owner.server.channel, remove, request_of(remove, match_id=match_id), bearer(OPERATOR))
    assert answers[0] == answers[1]
    assert before == await owner.call(f"{MATCH}GetMatch", request_of(f"{MATCH}GetMatch", match_id=owner.over))


async def verifies_what_it_is_sent(owner: Platform, other: Platform, method: str) -> None:
    """The verdict on a record does not depend on whether the server has a match of its id."""
    verdicts = []
    for match_id in (owner.over, NO_MATCH):
        lines = lines_of(Table("akros", 2, seed=3, match_id=match_id).finish())
        (answer,) = await other.call(method, request_of(method, content=b"".join(line + b"\n" for line in lines)))
        assert answer.match_id == match_id
        verdicts.append([level.verdict for level in answer.levels])
    assert verdicts[0] == verdicts[1]


def seen_without_ids(answer: Any) -> dict[str, Any]:
    """What differs between two records of the same moves because of the match's id alone is left out."""
    match = answer.record.match
    return {
        "seats": [seat.name for seat in match.seats],
        "status": match.status,
        "seq": match.seq,
        "own": match.own,
        "source": answer.record.source,
        "fields": sorted(field.name for field, _ in answer.record.ListFields()),
        "of the match": sorted(field.name for field, _ in match.ListFields()),
    }


MATCH = "/clio.v1.MatchService/"
RECORD = "/clio.v1.RecordService/"
ARCHIVE = "/clio.v1.ArchiveService/"
STANDINGS = "/clio.v1.StandingsService/"
CASES: dict[str, Case] = {
    f"{MATCH}JoinMatch": names_a_match(name="Eve"),
    f"{MATCH}AbortMatch": names_a_match(reason="because"),
    f"{MATCH}ListMatches": lists_for_the_owner_only,
    f"{MATCH}BatchGetMatches": batch,
    f"{MATCH}PlayStream": streams_moves,
    f"{MATCH}PlayBatch": streams_moves,
    f"{MATCH}OpenMatch": opens_its_own,
    f"{RECORD}ExportRecords": exports,
    f"{STANDINGS}ListStandings": fresh(),
    f"{STANDINGS}GetPlayer": player_is_unknown,
    f"{STANDINGS}ListPlayerMatches": fresh(player="Zoe"),
    "/clio.v1.StatisticsService/GetStatistics": counts_nothing,
    "/clio.v1.FeedService/StreamChanges": feeds,
    "/clio.v1.GameService/ListGames": names_no_match,
    "/clio.v1.GameService/GetGame": names_no_match,
    "/clio.v1.GameService/GetComponents": names_no_match,
    "/clio.v1.ServerService/GetServerStatus": names_no_match,
    "/clio.v1.BotService/ListBots": names_no_match,
    "/clio.v1.BotService/SeatBot": names_a_match(bot="greedy"),
    "/clio.v1.BotService/SuggestMove": names_a_match(),
    f"{RECORD}ListHeadKeys": names_no_match,
    f"{ARCHIVE}ListArchivedRecords": names_no_match,
    f"{ARCHIVE}ImportRecord": imports_what_it_does_not_know,
    f"{ARCHIVE}VerifyRecord": verifies_what_it_is_sent,
    f"{ARCHIVE}UploadRecord": imports_what_it_does_not_know,
    f"{ARCHIVE}ExportArchivedRecords": names_no_match,
}
for each in ("GetMatch", "GetView", "WatchMatch", "GetPresence", "ListLegalMoves", "PreviewMove", "PlayMove"):
    CASES[MATCH + each] = names_a_match()
for each in ("LeaveMatch", "ResignMatch", "RotateToken", "FreeSeat", "RematchMatch"):
    CASES[MATCH + each] = names_a_match()
for each in ("ExportRecord", "ReplayMatch", "GetHead", "ForkMatch"):
    CASES[RECORD + each] = names_a_match()
for each in ("ExportArchivedRecord", "ReplayArchivedRecord", "ForkArchivedRecord"):
    CASES[ARCHIVE + each] = names_a_match()
for each in ("ReadySeat", "ClaimTime", "GiveConsent", "DirectMatch", "AddTime"):
    # Without their other fields: a match that is hidden is refused before the rest of the request is looked at.
    CASES["/clio.v1.FairPlayService/" + each] = names_a_match()
CASES["/clio.v1.ScoreService/GetScores"] = names_a_match()


async def test_every_method_of_the_contract_has_a_case() -> None:
    operators = {method for method, scope in SCOPE_OF.items() if scope == "admin"}
    assert methods().keys() == set(CASES) | operators


@pytest.mark.parametrize("method", sorted(CASES))
async def test_a_platform_learns_nothing_of_anothers_unlisted_matches(
    platforms: tuple[Platform, Platform], method: str
) -> None:
    await CASES[method](*platforms, method)


@pytest.mark.parametrize("method", sorted(method for method, scope in SCOPE_OF.items() if scope == "admin"))
async def test_the_operators_methods_are_closed_to_platforms(platforms: tuple[Platform, Platform], method: str) -> None:
    await is_refused_for_the_scope(*platforms, method)
