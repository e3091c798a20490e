"""Matches by keyboard alone and by touch on a phone, with targets that a finger meets."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.kit.browser import Site, barriers, join_match, open_match, site
from tests.kit.web_player import CONFIRM, WebPlayer, position, press_key, small_targets, tap, unreachable

pytestmark = pytest.mark.asyncio(loop_scope="module")
GAMES = ("akros", "amphipolis", "akrotiri")
PHONE = {"width": 360, "has_touch": True, "is_mobile": True}
SHORT = 3
"""Moves of the short form; the long one goes to the end of the match."""
LONG = [pytest.param(game, 600, marks=pytest.mark.slow) for game in GAMES]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("site") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def seated(here: Site, game: str, **person: Any) -> dict[int, Page]:
    ann, bob = await here.person(**person), await here.person(**person)
    await join_match(bob, await open_match(ann, here.url, game, "Ann"), "Bob")
    for page in (ann, bob):
        await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
    return {0: ann, 1: bob}


@pytest.mark.parametrize(("game", "moves"), [("akrotiri", SHORT), *LONG])
async def test_a_match_is_played_by_keyboard_alone(game: str, moves: int, here: Site) -> None:
    pages = await seated(here, game)
    # The mouse of the lobby lies on the page still: what follows is by keyboard.
    player = WebPlayer(seed=3, press=press_key)
    end = await player.play(pages, moves)
    assert end.status == "FINISHED" or moves == SHORT
    if end.status != "FINISHED":
        assert await unreachable(pages[end.to_move[0]]) == []


@pytest.mark.parametrize(("game", "moves"), [("amphipolis", SHORT), *LONG])
async def test_a_match_is_played_by_touch_on_a_phone(game: str, moves: int, here: Site) -> None:
    pages = await seated(here, game, **PHONE)
    small: list[str] = []

    async def look(page: Page) -> None:
        small.extend(await small_targets(page))
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    player = WebPlayer(seed=4, press=tap, look=look)
    end = await player.play(pages, moves)
    assert small == []
    assert end.status == "FINISHED" or moves == SHORT
    assert await barriers(pages[0]) == []


async def test_the_board_is_one_stop_and_the_focus_follows_the_choices(here: Site) -> None:
    pages = await seated(here, "akros")
    mover = pages[(await position(pages[0])).to_move[0]]
    stops = mover.locator('.board [data-choose]:not(:disabled)[tabindex="0"]')
    await expect(stops).to_have_count(1)
    await stops.focus()
    await mover.keyboard.press("End")
    await expect(stops).to_be_focused()
    await mover.keyboard.press("Enter")
    await expect(mover.locator(".chosen-path .badge")).to_have_count(1)
    # The button stays where it is, but it is no choice any more: the focus is on what comes next.
    await expect(mover.locator(CONFIRM)).to_be_focused()
    await mover.keyboard.press("Escape")
    await expect(mover.locator(CONFIRM)).to_have_count(0)
    await expect(stops).to_be_focused()
