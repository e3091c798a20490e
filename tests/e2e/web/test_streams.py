"""Streams of the web app: the tabs of a browser share them, stay live, and lose nothing with a killed server."""

import asyncio
from pathlib import Path

from playwright.async_api import Page, expect

from clio.client import Client
from tests.kit.browser import site
from tests.kit.web_matches import started

TABS = (0, 0, 1, 2, 3, 4, 5, 5)
"""The match of each tab: six matches in eight tabs, as an origin has six connections."""
CALL = """() => fetch("/clio.v1.GameService/ListGames", {
    method: "POST", headers: {"content-type": "application/json"}, body: "{}", signal: AbortSignal.timeout(10_000),
}).then(answer => answer.status)"""


async def expect_events(page: Page, count: int) -> None:
    """The page has checked every event of the chain up to this one."""
    await expect(page.locator(".checked h2")).to_have_text(f"Checked: {count} events")


async def test_eight_tabs_stay_live_and_calls_are_answered(tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here, Client(here.server.address) as client:
        matches = [await started(client, "akros") for _ in range(6)]
        first = await here.person()
        tabs = [first, *[await here.tab(first.context) for _ in TABS[1:]]]
        await asyncio.gather(
            *[tab.goto(f"{here.url}/m/{matches[match].match_id}") for tab, match in zip(tabs, TABS, strict=True)]
        )
        for turn in range(2):
            last = [await match.move(turn) for match in matches]
            await asyncio.gather(*[expect_events(tab, last[match]) for tab, match in zip(tabs, TABS, strict=True)])
        ninth = await here.tab(first.context)
        await ninth.goto(f"{here.url}/friend")
        assert [await ninth.evaluate(CALL) for _ in range(3)] == [200] * 3
        await here.server.kill()
        await expect(first.get_by_text("The connection is lost.")).to_be_visible()
        await here.server.start()
        last = [await match.move() for match in matches]
        await asyncio.gather(*[expect_events(tab, last[match]) for tab, match in zip(tabs, TABS, strict=True)])
        for tab in tabs:
            await expect(tab.get_by_text("The connection is lost.")).to_have_count(0)
        assert here.complaints == []


async def test_a_tab_that_comes_later_has_the_whole_history(tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here, Client(here.server.address) as client:
        match = await started(client, "akros")
        first = await here.person()
        await first.goto(f"{here.url}/m/{match.match_id}")
        last = await match.move()
        await expect_events(first, last)
        second = await here.tab(first.context)
        await second.goto(f"{here.url}/m/{match.match_id}")
        await expect_events(second, last)
        await first.close()
        await expect_events(second, await match.move())
        assert here.complaints == []


async def test_a_browser_without_shared_workers_follows_matches_too(tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here, Client(here.server.address) as client:
        match = await started(client, "akros")
        page = await here.person()
        await page.add_init_script("delete window.SharedWorker")
        await page.goto(f"{here.url}/m/{match.match_id}")
        await expect_events(page, await match.move())
        await here.server.kill()
        await expect(page.get_by_text("The connection is lost.")).to_be_visible()
        await here.server.start()
        await expect_events(page, await match.move())
        assert here.complaints == []
