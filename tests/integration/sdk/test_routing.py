"""What proxies can read of a call: the match it is about."""

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest

from clients.sdk import ClioClient, NotFoundError
from service.interceptor import CallInterceptor
from tests.integration.sdk.seats import seated

Names = dict[str, set[str | None]]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Names:
    """For each call that the server got, the matches that its metadata named."""
    seen: Names = {}
    intercept = CallInterceptor.intercept_service

    async def look(
        self: CallInterceptor,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        details: grpc.HandlerCallDetails,
    ) -> Any:
        metadata = dict(details.invocation_metadata or ())
        seen.setdefault(details.method.rpartition("/")[2], set()).add(metadata.get("x-clio-match-id"))
        return await intercept(self, continuation, details)

    monkeypatch.setattr(CallInterceptor, "intercept_service", look)
    return seen


async def test_every_call_for_one_match_says_which(named: Names, client: ClioClient) -> None:
    table = await seated(client, 2)
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat])
    await client.play_move(table.id, legal.moves[0], table.tokens[seat])
    await client.views.get_scores(table.id)
    await client.resign_match(table.id, table.tokens[0])
    async for _ in client.watch_match(table.id):
        pass
    assert [part async for part in client.records.export(table.id)]
    about_it = ("JoinMatch", "ListLegalMoves", "PlayMove", "GetScores", "ResignMatch", "WatchMatch", "ExportRecord")
    assert {call: named[call] for call in about_it} == {call: {table.id} for call in about_it}


async def test_calls_for_no_match_or_for_many_name_none(named: Names, client: ClioClient) -> None:
    table = await seated(client, 2)
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat])
    async with client.play_session() as session:
        await session.play(table.id, legal.moves[0].notation, table.tokens[seat])
    assert [match async for match in client.list_matches()]
    assert {call: named[call] for call in ("OpenMatch", "PlayStream", "ListMatches")} == {
        "OpenMatch": {None},
        "PlayStream": {None},
        "ListMatches": {None},
    }


@pytest.mark.parametrize("wrong", ["ágora", "a b", "a\nb", "\0"])
async def test_an_id_that_metadata_cannot_hold_is_refused_by_the_server_and_not_by_the_wire(
    client: ClioClient, wrong: str
) -> None:
    with pytest.raises(NotFoundError):
        await client.get_match(wrong)
