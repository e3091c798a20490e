"""The matches of ``clio serve --demo``: slow bots play all games in turn, match after match."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle
from random import Random
from typing import Final

from clio.cli.i18n.translate import t
from clio.client.client import Client
from clio.client.errors import ClioError, RefusedError
from clio.client.handles import SeatHandle
from clio.v1.fair_play_pb2 import AGREEMENT_ABORT
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING

MATCHES: Final = (
    ("amphipolis", ("Alpha", "Beta", "Gamma")),
    ("akros", ("Alpha", "Beta")),
    ("akrotiri", ("Alpha", "Beta")),
)
"""The games with the names of their players."""
PAUSE: Final = 0.7
MAX_ATTEMPTS: Final = 3
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

    host = await client.open(game, len(names))
    seats = [await host.join(name) for name in names]
    announce(host.match_id)
    tokens = {seat.seat: seat.token for seat in seats}
    player = Player(client, host.match_id, tokens, new_bot("greedy", game, Random()), PAUSE)  # noqa: S311 (no secret)
    try:
        await player.play()
    except asyncio.CancelledError:
        await abort_demo(seats)
        raise


async def abort_demo(seats: Sequence[SeatHandle]) -> None:
    """Aborts a match by the consent of all its seats.

    A move that was on its way when the demo was cancelled voids the consents given before it: they are given again.
    """
    reason = t("The server that showed this demonstration was stopped.")
    status = MATCH_STATUS_PLAYING
    for _ in range(MAX_ATTEMPTS):
        for seat in seats:
            try:
                status = (await seat.consent(AGREEMENT_ABORT, reason)).status
            except RefusedError:
                # This consent still stands, or the match is over.
                continue
            except ClioError:
                # The server may already have stopped.
                return
        if status != MATCH_STATUS_PLAYING:
            return
