import asyncio
from random import Random

import pytest

from clio.bots.bot import Bot, NoSuchBotError
from clio.bots.player import Player
from clio.bots.registry import KINDS as NAMES
from clio.bots.registry import new_bot
from clio.bots.selfplay import play_match
from clio.client import Client
from clio.v1.match_pb2 import MatchStatus
from tests.integration.client.seats import seated

KINDS = tuple("search:2it" if name == "search" else name for name in NAMES)


@pytest.mark.parametrize("kind", KINDS)
async def test_bots_that_hold_one_seat_each_wait_for_their_turns(client: Client, kind: str) -> None:
    table = await seated(client, 3)
    players = [
        Player(client, table.id, {seat: token}, new_bot(kind, "amphipolis", Random(seat)))
        for seat, token in table.tokens.items()
    ]
    ended = await asyncio.gather(*(player.play() for player in players))
    assert {match.status for match in ended} == {MatchStatus.MATCH_STATUS_FINISHED}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_bot_chooses_the_same_from_the_same_seed(client: Client, kind: str) -> None:
    table = await seated(client, 1)
    legal = await client.list_legal_moves(table.id, table.tokens[0]).first_page()
    position = (await client.get_view(table.id)).position
    moves = [move.notation for move in legal.moves]

    def choices(seed: int) -> list[str]:
        bot: Bot = new_bot(kind, "amphipolis", Random(seed))
        return [bot.choose(0, moves, position) for _ in range(10)]

    assert choices(5) == choices(5)
    assert set(choices(5)) <= set(moves)


async def test_a_bot_stops_when_its_match_is_aborted(client: Client) -> None:
    table = await seated(client, 2)
    waiting = 1 - table.match.to_move[0]
    player = Player(client, table.id, {waiting: table.tokens[waiting]}, new_bot("random", "amphipolis", Random(1)))
    playing = asyncio.create_task(player.play())
    await client.abort_match(table.id, "enough seen", table.host_token)
    assert (await playing).status == MatchStatus.MATCH_STATUS_ABORTED


async def test_every_game_of_the_server_is_played_by_every_kind_of_bot(client: Client) -> None:
    for game in await client.list_games().all():
        for kind in KINDS:
            match = await play_match(client, game.game, 0, kind, Random(3))
            assert match.status == MatchStatus.MATCH_STATUS_FINISHED, (game.game, kind)


def test_a_bot_that_nobody_wrote_is_named() -> None:
    with pytest.raises(NoSuchBotError, match="wise"):
        new_bot("wise", "amphipolis", Random(1))
    with pytest.raises(NoSuchBotError, match="chess"):
        new_bot("greedy", "chess", Random(1))
