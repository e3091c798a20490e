"""Rematches open with commit and reveal, as every other match; bots come along."""

import pytest

from clio.client import Client, ClioError, HostHandle, RefusedError, SeatHandle
from clio.server.app.bots.seat_token import bot_token
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_pb2 import FairPlaySettings
from clio.v1.match_pb2 import MATCH_STATUS_OPEN, MATCH_STATUS_PLAYING, MATCH_STATUS_READYING
from tests.kit.servers import running


async def over(client: Client, **settings: object) -> tuple[HostHandle, SeatHandle, SeatHandle]:
    host = await client.open("akros", **settings)  # type: ignore[arg-type]
    ann, bob = [await host.join(name) for name in ("Ann", "Bob")]
    await ann.resign()
    return host, ann, bob


async def reveals(client: Client, match_id: str) -> list[int]:
    """The seats that revealed their entropy."""
    return [
        step.event.ready.seat
        async for step in client.records.replay(match_id, views=False)
        if isinstance(step.event, Event) and step.event.type == "match.Ready"
    ]


async def test_both_seats_of_a_rematch_commit_and_reveal(client: Client) -> None:
    host, ann, bob = await over(client)
    old = await host.get()
    first = await ann.rematch()
    assert (first.match_id, first.seat) == (old.rematch, 1)
    waiting = await first.get()
    assert (waiting.status, waiting.rematch_of) == (MATCH_STATUS_OPEN, host.match_id)
    assert waiting.fair_play.settings.commit_reveal
    second = await bob.rematch()
    assert (second.match_id, second.seat) == (first.match_id, 0)
    assert (await second.get()).status == MATCH_STATUS_PLAYING
    assert sorted(await reveals(client, second.match_id)) == [0, 1]


async def test_a_token_whose_seat_is_not_known_finds_its_seat(client: Client) -> None:
    """As on a machine that has stored the token only."""
    _, ann, bob = await over(client)
    async with Client(client.address) as stranger:
        made = await stranger.platform.rematch(ann.match_id, ann.token)
        assert made.seat == 1
        again = await stranger.seat(bob.match_id, bob.token, 1).rematch()
        assert (await again.get()).status == MATCH_STATUS_PLAYING
    assert sorted(await reveals(client, again.match_id)) == [0, 1]


async def test_a_seat_that_commits_to_nothing_does_not_hinder_the_start(client: Client) -> None:
    _, ann, bob = await over(client)
    await ann.rematch()
    made = await client.platform.rematch(bob.match_id, bob.token, entropy=b"")
    assert made.match.status in (MATCH_STATUS_READYING, MATCH_STATUS_PLAYING)
    assert (await client.get_match(made.match.match_id)).status == MATCH_STATUS_PLAYING
    assert await reveals(client, made.match.match_id) == [1]


async def test_a_match_without_commitments_has_a_rematch_without_them(client: Client) -> None:
    _, ann, bob = await over(client, fair_play=FairPlaySettings(commit_reveal=False))
    first, second = [await seat.rematch() for seat in (ann, bob)]
    match = await second.get()
    assert (match.status, match.fair_play.settings.commit_reveal) == (MATCH_STATUS_PLAYING, False)
    assert first.match_id == second.match_id
    assert await reveals(client, match.match_id) == []


async def test_a_repeated_rematch_gives_the_same_seat(client: Client) -> None:
    _, ann, _ = await over(client)
    token = "t" * 40
    first = await client.platform.rematch(ann.match_id, ann.token, request_id="again", seat_token=token)
    again = await client.platform.rematch(ann.match_id, ann.token, request_id="again", seat_token=token)
    assert (again.seat, again.seat_token, again.match.match_id) == (1, token, first.match.match_id)
    with pytest.raises(RefusedError) as taken:
        await ann.rematch()
    assert taken.value.reason == "SEAT_TAKEN"


async def test_the_servers_bots_come_along_and_nobody_takes_their_seat(tmp_path: object) -> None:
    """The token of a bot's seat follows from the seed, which is public once the match is over."""
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:  # type: ignore[arg-type]
        host = await client.open("akros")
        ann = await host.join("Ann")
        await host.seat_bot("random")
        await ann.resign()
        stolen = bot_token(await server.clio.matches.get(host.match_id), 1)
        with pytest.raises(ClioError, match="Nobody sits"):
            await client.platform.rematch(host.match_id, stolen)
        again = await ann.rematch()
        match = await again.get()
        assert [(seat.name, seat.bot) for seat in match.seats] == [(match.seats[0].name, "random"), ("Ann", "")]
        assert (match.status, again.seat) == (MATCH_STATUS_PLAYING, 1)
        assert await reveals(client, again.match_id) == [1]
        with pytest.raises(ClioError):
            await client.platform.rematch(host.match_id, stolen)
