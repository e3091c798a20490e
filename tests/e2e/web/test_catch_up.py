"""What happened since one looked last, and one's own secrets."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from clio.client import Client
from tests.kit.browser import Site, site
from tests.kit.page_visibility import VISIBILITY, look_away
from tests.kit.web_matches import WebMatch, hold_seat, started
from tests.kit.web_player import position

pytestmark = pytest.mark.asyncio(loop_scope="module")
# Keeps what the page shows, board after board.
RECORDER = """() => {
  window.seen = [];
  const note = () => {
    const board = document.querySelector(".akros-map")?.innerHTML;
    if (board && board !== window.seen.at(-1)) window.seen.push(board);
  };
  new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true});
}"""
MAX_SHOWN = 8
"""Moves that are shown at most, as the page has it."""
SHOWING_MS = (MAX_SHOWN - 1) * 900


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("site") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def play_four(match: WebMatch) -> int:
    last = 0
    for number in range(4):
        last = await match.move(number)
    return last


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_moves_made_meanwhile_are_shown_one_after_the_other(motion: str, here: Site) -> None:
    async with Client(here.server.address) as client:
        match = await started(client, "akros")
        page = await here.person(reduced_motion=motion)
        await page.add_init_script(f"({VISIBILITY})()")
        # Ifrit, whose moves are between those of Jinn.
        await hold_seat(
            page, here.url, "akros", match.seats[0] if await match.seats[1].list_legal_moves().all() else match.seats[1]
        )
        await position(page)
        await look_away(page, hidden=True)
        await page.evaluate(RECORDER)
        last = await play_four(match)
        await position(page, last)
        await page.evaluate("window.seen = []")
        await look_away(page, hidden=False)
        if motion == "reduce":
            await expect(page.locator(".akros-map .changed").first).to_be_visible()
            assert await page.evaluate("window.seen.length") <= 2
        else:
            # The boards between the last one that was seen and the live one.
            await page.wait_for_function("() => window.seen.length >= 3")
        await expect(page.locator(".akros-map .changed")).to_have_count(0)
        await expect(page.locator(".news li")).not_to_have_count(0)


async def test_a_key_or_a_click_ends_the_showing(here: Site) -> None:
    async with Client(here.server.address) as client:
        match = await started(client, "akros")
        page = await here.person(reduced_motion="no-preference")
        await page.add_init_script(f"({VISIBILITY})()")
        await hold_seat(page, here.url, "akros", match.seats[0])
        await position(page)
        await look_away(page, hidden=True)
        # As many moves as are shown at most: they take longer than the limit below.
        for number in range(MAX_SHOWN):
            await match.move(number)
        last = MAX_SHOWN
        while not await match.seats[0].list_legal_moves().all():
            last = await match.move()
        await position(page, last)
        choices = page.locator(".board [data-choose]:not(:disabled)")
        await look_away(page, hidden=False)
        await expect(choices).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(choices.first).to_be_visible(timeout=SHOWING_MS / 2)


async def test_ones_own_sealed_moves_are_in_ones_list_of_moves_alone(here: Site) -> None:
    async with Client(here.server.address) as client:
        match = await started(client, "akrotiri")
        kept: tuple[int, str] | None = None
        while kept is None:
            choices = [(each, await each.list_legal_moves().all()) for each in match.seats]
            seat, moves = next((each, found) for each, found in choices if found)
            if moves[0].notation.startswith("keep"):
                kept = seat.seat, moves[0].notation
            await seat.play(moves[0])
        for number in range(2):
            page = await here.person()
            await hold_seat(page, here.url, "akrotiri", match.seats[number])
            await position(page)
            await page.locator(".move-list summary").click()
            listed = page.locator(".move-list code", has_text=kept[1])
            await expect(listed).to_have_count(1 if number == kept[0] else 0)
