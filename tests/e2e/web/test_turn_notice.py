"""The browser's notification when it is one's turn."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from clio.client import Client
from tests.kit.browser import Site, site
from tests.kit.page_visibility import VISIBILITY, look_away
from tests.kit.web_matches import hold_seat, started
from tests.kit.web_player import position

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTICES = """() => {
  window.notices = [];
  const Real = window.Notification;
  window.Notification = class extends Real {
    constructor(title, options) { super(title, options); window.notices.push(`${title}: ${options.body}`); }
  };
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    # The headless shell denies notifications whatever a test grants.
    async with site(tmp_path_factory.mktemp("site") / "data", program="chromium") as opened:
        yield opened
        assert opened.complaints == []


async def test_a_notice_comes_when_it_is_ones_turn_and_only_if_it_was_asked_for(here: Site) -> None:
    async with Client(here.server.address) as client:
        for asked in (False, True):
            match = await started(client, "akros")
            page = await here.person()
            await page.context.grant_permissions(["notifications"])
            await page.add_init_script(f"({VISIBILITY})(); ({NOTICES})()")
            waiting = match.seats[0] if await match.seats[1].list_legal_moves().all() else match.seats[1]
            if asked:
                await page.goto(f"{here.url}/settings")
                await page.get_by_label("Notify me when it is my turn").check()
                await expect(page.get_by_text("You will be notified when it is your turn.")).to_be_visible()
            await hold_seat(page, here.url, "akros", waiting)
            await position(page)
            await look_away(page, hidden=True)
            while not await waiting.list_legal_moves().all():
                await match.move()
            await expect(page.locator(".status.mine")).to_be_visible()
            await expect(page).to_have_title("● akros · Clio")
            # The title changes in the effect before the one that notifies.
            if asked:
                await page.wait_for_function("() => window.notices.length > 0")
            assert await page.evaluate("window.notices") == (["Your turn: akros: Ann \u2013 Bob"] if asked else [])


async def test_a_refused_notice_is_said_and_its_box_stays_off(here: Site) -> None:
    page = await here.person()
    await page.add_init_script("Notification.requestPermission = async () => 'denied'")
    await page.goto(f"{here.url}/settings")
    box = page.get_by_label("Notify me when it is my turn")
    await box.click()
    await expect(page.get_by_text("The browser does not allow notifications for this page.")).to_be_visible()
    await expect(box).not_to_be_checked()
    await page.reload()
    await expect(box).not_to_be_checked()
