"""PreviewMove: for the seat to move, without writing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from clio.games.registry import BUILT_IN
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer


async def preview(seated: Seated, move: Move, token: str = "", expected_seq: int = 0) -> pb.PreviewMoveResponse:
    request = pb.PreviewMoveRequest(match_id=seated.id, move=move, expected_seq=expected_seq)
    return await seated.connection.matches.PreviewMove(request, metadata=bearer(token) if token else None)


@pytest.mark.parametrize("game", sorted(BUILT_IN))
async def test_a_preview_is_what_the_move_then_does_and_changes_nothing(server: Connection, game: str) -> None:
    seated = await server.seated(game)
    for turn in range(15):
        before = await seated.refresh()
        token = seated.tokens[before.to_move[0]]
        moves = (await seated.moves(before.to_move[0])).moves
        move = moves[turn % len(moves)]
        shown = await preview(seated, move, token, before.seq)
        assert await seated.refresh() == before
        played = await server.matches.PlayMove(
            pb.PlayMoveRequest(match_id=seated.id, move=move), metadata=bearer(token)
        )
        events = [event async for event in _events(server, seated.id, before.seq, played.seq)]
        for previewed, event in zip(shown.events, events, strict=False):
            assert (previewed.seq, previewed.type, previewed.actor) == (event.seq, event.type, event.actor)
            assert previewed.move == event.move or event.sealed
        complete = shown.end in (pb.PREVIEW_END_COMPLETE, pb.PREVIEW_END_MATCH_OVER)
        assert complete == (len(shown.events) == played.seq - before.seq)
        request = pb.GetViewRequest(match_id=seated.id, seq=before.seq + len(shown.events))
        view = (await server.matches.GetView(request, metadata=bearer(token))).view
        assert getattr(shown.view, game) == getattr(view, game)
        assert shown.view.position == view.position
        assert (shown.view.match.seq, shown.view.viewpoint) == (before.seq, view.viewpoint)


async def _events(server: Connection, match_id: str, after: int, last: int) -> AsyncIterator[Event]:
    async for part in server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id, after_seq=after)):
        for event in part.events:
            yield event
            if event.seq == last:
                return


async def test_only_the_seat_to_move_gets_a_preview(server: Connection) -> None:
    seated = await server.seated("akrotiri")
    seat = seated.match.to_move[0]
    move = (await seated.moves(seat)).moves[0]
    for token, reason in (
        ("", "TOKEN_MISSING"),
        ("x" * 40, "TOKEN_WRONG"),
        (seated.host_token, "TOKEN_WRONG"),
        (seated.tokens[1 - seat], "NOT_YOUR_TURN"),
    ):
        assert (await refusal_of(preview(seated, move, token))).reason == reason


async def test_a_preview_is_refused_as_the_move_would_be(server: Connection) -> None:
    seated = await server.seated("akros")
    token = seated.tokens[seated.match.to_move[0]]
    legal = (await seated.moves(seated.match.to_move[0])).moves[0]
    illegal = await refusal_of(preview(seated, Move(notation="place 0>1"), token))
    assert (illegal.reason, illegal.metadata["rule"]) == ("ILLEGAL_MOVE", "AKS-TURNS")
    assert (await refusal_of(preview(seated, Move(notation="hello"), token))).reason == "MALFORMED"
    assert (await refusal_of(preview(seated, legal, token, 3))).reason == "STALE_SEQ"
    for beyond in (seated.match.seq + 1, -1):
        assert (await refusal_of(preview(seated, legal, token, beyond))).reason == "SEQ_OUT_OF_RANGE"
    other = seated.tokens[1 - seated.match.to_move[0]]
    assert (await refusal_of(preview(seated, Move(notation="hello"), other))).reason == "NOT_YOUR_TURN"
    await server.matches.ResignMatch(pb.ResignMatchRequest(match_id=seated.id), metadata=bearer(token))
    for move in (legal, Move(notation="hello")):
        assert (await refusal_of(preview(seated, move, token))).reason == "MATCH_OVER"


async def view(seated: Seated, _move: Move, token: str) -> object:
    return await seated.connection.matches.GetView(pb.GetViewRequest(match_id=seated.id), metadata=bearer(token))


@pytest.mark.parametrize("ask", [preview, view])
async def test_a_token_that_is_replaced_while_the_preview_is_made_gets_none(
    server: Connection, monkeypatch: pytest.MonkeyPatch, ask: Callable[..., Awaitable[object]]
) -> None:
    seated = await server.seated("akrotiri")
    seat = seated.match.to_move[0]
    move = (await seated.moves(seat)).moves[0]
    begun, release = asyncio.Event(), asyncio.Event()
    run = server.clio.live_views._workers.run

    async def held(job: Callable[..., object], *args: object) -> object:
        begun.set()
        await release.wait()
        return await run(job, *args)

    monkeypatch.setattr(server.clio.live_views._workers, "run", held)
    asked = asyncio.create_task(refusal_of(ask(seated, move, seated.tokens[seat])))
    await begun.wait()
    await server.matches.RotateToken(pb.RotateTokenRequest(match_id=seated.id), metadata=bearer(seated.tokens[seat]))
    release.set()
    assert (await asked).reason == "TOKEN_WRONG"
