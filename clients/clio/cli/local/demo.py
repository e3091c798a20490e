"""The matches of ``clio serve --demo``: slow bots play all games in turn, match after match."""

import asyncio
from collections.abc import Callable, Mapping
from itertools import cycle
from random import Random
from typing import Final

from clio.cli.i18n.translate import t
from clio.client.client import Client
from clio.client.errors import ClioError
from clio.v1.fair_play_pb2 import AGREEMENT_ABORT

MATCHES: Final = (
    ("amphipolis", ("Alpha", "Beta", "Gamma")),
    ("akros", ("Alpha", "Beta")),
    ("akrotiri", ("Alpha", "Beta")),
)
"""The games with the names of their players."""
PAUSE: Final = 0.7
REST: Final = 5.0
"""Seconds between two matches, so that the result can be read."""


async def play_demo(address: str, announce: Callable[[str], None]) -> None:
    """Plays matches until it is cancelled; announces the first one. A match that is cut off is aborted."""
    async with Client(address) as client:
        for number, (game, names) in enumerate(cycle(MATCHES)):
            await _play(client, game, names, announce if number == 0 else lambda _: None)
            await asyncio.sleep(REST)


async def _play(client: Client, game: str, names: tuple[str, ...], announce: Callable[[str], None]) -> None:
    from clio.bots.player import Player  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    opened = await client.open_match(game, len(names))
    match_id = opened.match.match_id
    joined = [await client.join_match(match_id, name) for name in names]
    announce(match_id)
    tokens = {seat.seat: seat.seat_token for seat in joined}
    player = Player(client, match_id, tokens, new_bot("greedy", game, Random()), PAUSE)  # noqa: S311 (no secret)
    try:
        await player.play()
    except asyncio.CancelledError:
        await _abort(client, match_id, tokens)
        raise


async def _abort(client: Client, match_id: str, tokens: Mapping[int, str]) -> None:
    """Aborts a match by the consent of all its seats."""
    reason = t("The server that showed this demonstration was stopped.")
    try:
        for token in tokens.values():
            await client.fair_play.consent(match_id, AGREEMENT_ABORT, reason, token)
    except ClioError:
        # The server may already have stopped.
        return
