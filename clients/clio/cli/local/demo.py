"""The demo match of ``clio serve --demo``: three slow bots."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Final

from clio.cli.i18n.translate import t
from clio.client.client import Client
from clio.client.errors import ClioError

GAME: Final = "amphipolis"
NAMES: Final = ("Alpha", "Beta", "Gamma")
PAUSE: Final = 0.7


async def play_demo(address: str, announce: Callable[[str], None]) -> None:
    """Opens a match, announces its id and plays it with greedy bots; aborts it when cancelled."""
    from clio.bots.player import Player  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    async with Client(address) as client:
        opened = await client.open_match(GAME, len(NAMES))
        match_id = opened.match.match_id
        joined = [await client.join_match(match_id, name) for name in NAMES]
        announce(match_id)
        tokens = {seat.seat: seat.seat_token for seat in joined}
        player = Player(client, match_id, tokens, new_bot("greedy", GAME, Random()), PAUSE)  # noqa: S311 (no secret)
        try:
            await player.play()
        except asyncio.CancelledError:
            await _abort(client, match_id, opened.host_token)
            raise


async def _abort(client: Client, match_id: str, host_token: str) -> None:
    try:
        await client.abort_match(match_id, t("The server that showed this demonstration was stopped."), host_token)
    except ClioError:
        # The server may already have stopped.
        return
