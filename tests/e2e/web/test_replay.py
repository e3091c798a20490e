"""Replaying a match in the page: steps, keys, curves, viewpoints, deep links, fork, share and export."""

import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from clio.client import Client
from tests.kit.browser import Site, barriers, site
from tests.kit.web_matches import WebMatch, started


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("replay")) as opened:
        yield opened


async def finished(here: Site, game: str) -> tuple[WebMatch, int]:
    async with Client(here.server.address) as client:
        match = await started(client, game)
        return match, await match.finish()


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_steps_keys_and_jumps_reach_every_event(here: Site) -> None:
    match, last = await finished(here, "akros")
    page = await here.person()
    await page.goto(f"{here.url}/m/{match.match_id}?at=20")
    slider = page.locator(".timeline input[type=range]")
    await expect(slider).to_have_value("20")
    await page.get_by_role("button", name="one event on").click()
    await expect(slider).to_have_value("21")
    await slider.focus()
    for key, value in [("ArrowLeft", 20), ("PageDown", 30), ("PageUp", 20), ("Home", 1), ("ArrowRight", 2)]:
        await page.keyboard.press(key)
        await expect(slider).to_have_value(str(value))
        await expect(page).to_have_url(f"{here.url}/m/{match.match_id}?at={value}")
    await page.keyboard.press("End")
    await expect(page).to_have_url(f"{here.url}/m/{match.match_id}")
    await page.locator(".timeline .jump").fill("25")
    await page.keyboard.press("Enter")
    await expect(slider).to_have_value("25")
    await expect(page.get_by_role("heading", name="Points after event 25")).to_be_visible()
    curves = page.locator(".curves polyline")
    await expect(curves).to_have_count(2)
    box = await page.locator(".curves").bounding_box()
    assert box is not None
    await page.locator(".curves").click(position={"x": box["width"] / 2, "y": 10})
    await expect(slider).to_have_value(str(round(last / 2)))
    assert await barriers(page) == []
    assert here.complaints == []


async def test_a_match_plays_by_itself_to_its_end(here: Site) -> None:
    match, last = await finished(here, "akros")
    page = await here.person()
    await page.goto(f"{here.url}/m/{match.match_id}?at={last - 6}")
    slider = page.locator(".timeline input[type=range]")
    await expect(slider).to_have_value(str(last - 6))
    await page.get_by_label("speed").select_option("8")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(slider).to_have_value(str(last))
    await expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")
    assert here.complaints == []


async def test_one_looks_from_a_seat_only_where_one_may(here: Site) -> None:
    """Akrotiri's goal cards are a seat's secret until the end."""
    async with Client(here.server.address) as client:
        match = await started(client, "akrotiri")
        for turn in range(4):
            await match.move(turn)
        page = await here.person()
        # A spectator who asks for a seat sees what spectators see, and gets no choice.
        await page.goto(f"{here.url}/m/{match.match_id}?as=1")
        await expect(page.locator(".board svg").first).to_be_visible()
        await expect(page.locator(".viewpoint")).to_have_count(0)
        await expect(page.locator(".board")).to_have_attribute("data-viewpoint", "spectator")
        await match.seats[0].resign()
        await expect(page.locator(".viewpoint select")).to_have_value("1")
        await page.goto(f"{here.url}/m/{match.match_id}?at=25")
        choice = page.locator(".viewpoint select")
        await expect(page.locator(".timeline input[type=range]")).to_have_value("25")
        await expect(choice).to_have_value("")
        seen = {"": await words(page)}
        for lens in ("0", "1", "spectator"):
            await choice.select_option(lens)
            await expect(page).to_have_url(f"{here.url}/m/{match.match_id}?at=25&as={lens}")
            shown = lens if lens == "spectator" else f"seat {lens}"
            await expect(page.locator(".board")).to_have_attribute("data-viewpoint", shown)
            seen[lens] = await words(page)
        assert len({seen["0"], seen["1"], seen["spectator"]}) == 3
    assert here.complaints == []


async def words(page: Page) -> str:
    """What the board shows and says, secrets of the viewpoint among it."""
    return await page.locator(".board").evaluate("element => element.textContent")


async def test_a_past_event_is_shown_while_the_match_goes_on(here: Site) -> None:
    async with Client(here.server.address) as client:
        match = await started(client, "akros")
        await match.move()
        page = await here.person()
        await page.goto(f"{here.url}/m/{match.match_id}?at=3")
        slider = page.locator(".timeline input[type=range]")
        await expect(slider).to_have_value("3")
        last = await match.move(1)
        await expect(page.locator(".checked h2")).to_have_text(f"Checked: {last} events")
        await expect(slider).to_have_value("3")
        await page.get_by_role("button", name="Live").click()
        await expect(slider).to_have_value(str(last))
        last = await match.move(2)
        await expect(slider).to_have_value(str(last))
    assert here.complaints == []


async def test_a_match_is_forked_shared_and_exported(here: Site, tmp_path: Path) -> None:
    match, _ = await finished(here, "amphipolis")
    page = await here.person(permissions=["clipboard-read", "clipboard-write"])
    await page.goto(f"{here.url}/m/{match.match_id}?at=15#code=secret")
    await expect(page.locator(".timeline input[type=range]")).to_have_value("15")
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_label("Link copied")).to_have_value(f"{here.url}/m/{match.match_id}?at=15")
    assert await page.evaluate("navigator.clipboard.readText()") == f"{here.url}/m/{match.match_id}?at=15"
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Save the record").click()
    path = tmp_path / "match.clio.gz"
    await (await downloading.value).save_as(path)
    clio = Path(sys.executable).with_name("clio")
    done = subprocess.run([clio, "verify", path], capture_output=True, text=True, check=False)  # noqa: ASYNC221
    assert done.returncode == 0, done.stdout + done.stderr
    await page.get_by_role("button", name="Fork from here").click()
    await page.wait_for_url(lambda url: match.match_id not in url)
    await expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    assert here.complaints == []


async def test_a_link_can_be_copied_by_hand_where_there_is_no_clipboard(here: Site) -> None:
    """As over plain HTTP from another machine."""
    match, _ = await finished(here, "akros")
    page = await here.person()
    await page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    await page.goto(f"{here.url}/m/{match.match_id}")
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_label("Copy this link")).to_have_value(f"{here.url}/m/{match.match_id}")
    assert here.complaints == []
