"""What proxies can read of a call: the match it is about."""

import pytest

from clio.client import Client, NotFoundError
from tests.integration.client.seats import seated
from tests.kit.call_recorder import RecordedCall, record_calls


@pytest.fixture
def recorded_calls(monkeypatch: pytest.MonkeyPatch) -> list[RecordedCall]:
    return record_calls(monkeypatch)


def named(recorded_calls: list[RecordedCall]) -> dict[str, set[str]]:
    """For each call that the server received, the matches that its metadata named."""
    return {
        method: {
            match_id for call in recorded_calls if call.method == method for match_id in call.values("x-clio-match-id")
        }
        for method in {call.method for call in recorded_calls}
    }


async def test_every_call_for_one_match_says_which(recorded_calls: list[RecordedCall], client: Client) -> None:
    table = await seated(client, 2)
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
    await client.play_move(table.id, legal.moves[0], table.tokens[seat])
    await client.views.get_scores(table.id)
    await client.resign_match(table.id, table.tokens[0])
    async for _ in client.watch_match(table.id):
        pass
    assert [part async for part in client.records.export(table.id)]
    about_it = ("JoinMatch", "ListLegalMoves", "PlayMove", "GetScores", "ResignMatch", "WatchMatch", "ExportRecord")
    told = named(recorded_calls)
    assert {call: told[call] for call in about_it} == {call: {table.id} for call in about_it}


async def test_calls_for_no_match_or_for_many_name_none(recorded_calls: list[RecordedCall], client: Client) -> None:
    table = await seated(client, 2)
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
    async with client.play_session() as session:
        await session.play(table.id, legal.moves[0].notation, table.tokens[seat])
    assert [match async for match in client.list_matches()]
    told = named(recorded_calls)
    assert [told[call] for call in ("OpenMatch", "PlayStream", "ListMatches")] == [set(), set(), set()]


@pytest.mark.parametrize("wrong", ["ágora", "a b", "a\nb", "\0"])
async def test_an_id_that_metadata_cannot_hold_is_refused_by_the_server_and_not_by_the_wire(
    client: Client, wrong: str
) -> None:
    with pytest.raises(NotFoundError):
        await client.get_match(wrong)
