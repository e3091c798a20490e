"""Matches for pages to show, played by the Python client at the pace of the test."""

import json
from dataclasses import dataclass

from playwright.async_api import Page, expect

from clio.bots.bot import Bot
from clio.client import Client
from clio.client.handles import SeatHandle

MAX_MOVES = 2_000
"""More than any match takes."""


@dataclass(frozen=True)
class WebMatch:
    """A match whose seats the test holds."""

    match_id: str
    seats: tuple[SeatHandle, ...]

    async def move(self, number: int = 0) -> int:
        """Makes a legal move of the seat whose turn it is; the position after it, 0 once the match is over."""
        for seat in self.seats:
            moves = await seat.list_legal_moves().all()
            if moves:
                return int((await seat.play(moves[number % len(moves)])).seq)
        return 0

    async def finish(self) -> int:
        """Plays on to the end; the last position."""
        number = seq = 0
        while last := await self.move(number):
            number, seq = number + 7, last
        return seq

    async def play_as(self, bot: Bot, moves: int = MAX_MOVES) -> int:
        """Plays so many moves, or to the end, as a bot chooses them; the last position."""
        last = 0
        for _ in range(moves):
            turns = [(seat, legal) for seat in self.seats if (legal := await seat.list_legal_moves().all())]
            if not turns:
                break
            seat, legal = turns[0]
            position = (await seat.view()).position
            move = bot.choose(seat.seat, [each.notation for each in legal], position)
            last = int((await seat.play(move)).seq)
        return last


async def started(client: Client, game: str, names: tuple[str, ...] = ("Ann", "Bob"), **options: str) -> WebMatch:
    """A match whose seats are taken."""
    opened = await client.open_match(game, len(names), options)
    match_id: str = opened.match.match_id
    return WebMatch(match_id, tuple([await client.join(match_id, name) for name in names]))


async def hold_seat(page: Page, url: str, game: str, seat: SeatHandle) -> None:
    """Gives a browser the seat, as a backup of its settings page does, and opens the match there."""
    own = {"match": seat.match_id, "game": game, "seat": seat.seat, "token": seat.token, "name": "", "since": 0}
    backup = json.dumps({"format": "clio-seats/1", "seats": [own]}).encode()
    await page.goto(f"{url}/settings")
    file = {"name": "clio-seats.json", "mimeType": "application/json", "buffer": backup}
    await page.locator("input[type=file]").set_input_files(file)
    await expect(page.get_by_text("1 seat restored.")).to_be_visible()
    await page.goto(f"{url}/m/{seat.match_id}?as={seat.seat}")
