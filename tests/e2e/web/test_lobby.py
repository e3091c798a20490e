"""Lobby, own matches, seat backups, rules and the first match with hints, in the browser."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from clio.client import Client
from tests.kit.browser import Site, barriers, join_match, make_move, open_match, site
from tests.kit.web_matches import started

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("lobby") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def test_the_lobby_follows_seats_and_turns_by_itself(here: Site) -> None:
    page = await here.person()
    await page.goto(f"{here.url}/lobby")
    free = page.locator("section", has=page.get_by_role("heading", name="Open seats"))
    running = page.locator("section", has=page.get_by_role("heading", name="Running"))
    async with Client(here.server.address) as client:
        opened = await client.open_match("akros", 2)
        ann = await client.join(opened.match.match_id, "Anouk")
        await expect(free.get_by_role("link", name="Take a seat: Anouk \N{EN DASH} free")).to_be_visible()
        bob = await client.join(opened.match.match_id, "Bas")
        line = running.locator(".match-line", has_text="Anouk \N{EN DASH} Bas")
        await expect(line).to_contain_text("to move")
        await expect(free.get_by_text("Anouk")).to_have_count(0)
        assert await barriers(page) == []
        await bob.resign()
        await expect(running.get_by_text("Anouk")).to_have_count(0)
        assert ann is not None


async def test_a_seat_is_taken_from_the_lobby_and_whose_turn_it_is_is_shown(here: Site) -> None:
    ann, bob = await here.person(), await here.person()
    address = await open_match(ann, here.url, "akros", "Ann")
    await bob.goto(f"{here.url}/lobby")
    await bob.get_by_role("link", name="Take a seat: Ann \N{EN DASH} free").click()
    await bob.get_by_label("Your name").fill("Bob")
    await bob.get_by_role("button", name="Take a seat").click()
    await expect(ann.locator(".board svg").first).to_be_visible()
    # The first to keep a tile is Jinn, seat 0.
    await ann.goto(here.url)
    mine = ann.locator("section", has=ann.get_by_role("heading", name="Your matches"))
    await expect(mine.locator(".match-line.mine")).to_contain_text("Your turn")
    assert await barriers(ann) == []
    await mine.get_by_role("link").first.click()
    assert ann.url.startswith(address)
    await make_move(ann)
    await bob.goto(f"{here.url}/lobby")
    await expect(bob.get_by_text("your turn in 1")).to_be_visible()


async def test_seats_saved_in_one_browser_are_played_in_another(here: Site, tmp_path: Path) -> None:
    ann, bob = await here.person(), await here.person()
    address = await open_match(ann, here.url, "akros", "Ann")
    await join_match(bob, address, "Bob")
    await ann.goto(f"{here.url}/settings")
    async with ann.expect_download() as downloading:
        await ann.get_by_role("button", name="Save a backup").click()
    backup = tmp_path / "seats.json"
    await (await downloading.value).save_as(backup)
    other = await here.person()
    await other.goto(f"{here.url}/settings")
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "clio-seats/1", "seats": 3}')
    await other.locator("input[type=file]").set_input_files(broken)
    await expect(other.get_by_text("This file is not a seat backup.")).to_be_visible()
    await other.locator("input[type=file]").set_input_files(backup)
    await expect(other.get_by_text(re.compile(r"^\d+ seats? restored\.$"))).to_be_visible()
    assert await barriers(other) == []
    await other.goto(address)
    await expect(other.locator(".title .status")).to_have_text("Your turn")
    await make_move(other)


async def test_a_first_match_has_hints_until_one_wants_none(here: Site) -> None:
    page = await here.person()
    await page.goto(f"{here.url}/learn")
    await expect(page.get_by_role("heading", name="Learn: Amphipolis")).to_be_visible()
    assert await barriers(page) == []
    await page.get_by_role("button", name="Start a first match with hints").click()
    await page.wait_for_url("**/m/*")
    hint = page.locator(".hint")
    await expect(hint).to_be_visible()
    assert await barriers(page) == []
    rule = hint.get_by_role("link").first
    name = await rule.inner_text()
    await page.get_by_role("button", name="No more hints").click()
    await expect(hint).to_have_count(0)
    await page.goto(f"{here.url}/rules/amphipolis#{name}")
    await expect(page.locator(f"#{name}.here")).to_be_in_viewport()


async def test_rules_are_found_by_words_and_those_with_a_drawing_alone(here: Site) -> None:
    page = await here.person()
    await page.goto(f"{here.url}/rules/akros")
    count = page.get_by_role("status").filter(has_text="rule")
    await expect(page.locator(".rule").first).to_be_visible()
    every = await page.locator(".rule").count()
    await page.get_by_label("only rules with a drawing").check()
    await expect(page.locator(".rule .example")).to_have_count(await page.locator(".rule").count())
    assert 5 < await page.locator(".rule").count() < every
    await page.get_by_label("Search").fill("contested ifrit")
    await expect(page.locator("#AKS-CONTESTED .example svg").first).to_be_visible()
    await expect(page.locator("#AKS-MERIT")).to_have_count(0)
    await page.get_by_label("Search").fill("aks-merit")
    await expect(count).to_have_text("1 rule")


async def test_players_standings_and_statistics_tell_the_same_of_a_match(here: Site) -> None:
    async with Client(here.server.address) as client:
        await (await started(client, "amphipolis", ("Cleo", "Dora"))).finish()
    page = await here.person()
    await page.goto(f"{here.url}/standings?game=amphipolis")
    await page.get_by_role("link", name="Cleo").click()
    await expect(page.get_by_role("row", name=re.compile("Amphipolis Dora"))).to_be_visible()
    await page.get_by_role("link", name="All players").click()
    await page.get_by_label("Name").fill("dor")
    await page.get_by_role("link", name="Dora").click()
    await expect(page.get_by_role("row", name=re.compile("Amphipolis Cleo"))).to_be_visible()
    await page.goto(f"{here.url}/statistics?game=amphipolis")
    await page.get_by_text("Numbers").first.click()
    assert await barriers(page) == []
    await expect(page.get_by_role("region", name="Moves in a match").get_by_role("row")).to_have_count(2)
    await page.goto(f"{here.url}/standings")
    await page.get_by_label("Clock").select_option("blitz")
    await expect(page).to_have_url(f"{here.url}/standings?time=blitz")
    await expect(page.get_by_text("Nobody has finished a rated match yet.")).to_be_visible()


async def test_a_link_that_somebody_sent_leads_to_its_match_and_its_code_stays_in_the_fragment(here: Site) -> None:
    page = await here.person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"{here.url}/lobby")
    link = page.get_by_label("Link or match id")
    for wrong in ("http://elsewhere.example/m/abcdefgh", f"{here.url}/rules", "?"):
        await link.fill(wrong)
        await page.get_by_role("button", name="Go to the match").click()
        await expect(page.get_by_text("This is not a link to a match on this server.")).to_be_visible()
    assert await barriers(page) == []
    async with Client(here.server.address) as client:
        match_id = (await client.open_match("akros", 2)).match.match_id
    code = "an-invitation-code-of-a-friend"
    await link.fill(f"  {here.url}/m/{match_id}#invite={code} ")
    await link.press("Enter")
    await expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    assert page.url == f"{here.url}/m/{match_id}#invite={code}"
    assert [url for url in asked if code in url] == []


async def test_a_phone_has_a_menu_and_the_skip_link_moves_the_focus(here: Site) -> None:
    page = await here.person(360)
    await page.goto(f"{here.url}/settings")
    await expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("main")).to_be_focused()
    menu = page.get_by_role("button", name="Menu")
    await expect(menu).to_have_attribute("aria-expanded", "false")
    await expect(page.get_by_role("link", name="Standings")).to_have_count(0)
    await menu.press("Enter")
    assert await barriers(page) == []
    await page.get_by_role("link", name="Standings").press("Enter")
    await expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    await expect(menu).to_have_attribute("aria-expanded", "false")


async def test_home_shows_what_there_is_to_play_and_to_watch(here: Site) -> None:
    async with Client(here.server.address) as client:
        await started(client, "akros", ("Yara", "Zed"))
        page = await here.person(360)
        await page.goto(here.url)
        live = page.locator(".live-board")
        await expect(live.locator("svg.akros-map").first).to_be_visible()
        await expect(page.locator(".game-card .miniature")).to_have_count(3)
        # A newer match is listed, and the one that is being watched stays.
        await started(client, "amphipolis", ("Xeno", "Wim"))
        running = page.locator("section", has=page.get_by_role("heading", name="Other running matches"))
        await expect(running.get_by_role("link", name="Xeno \N{EN DASH} Wim")).to_be_visible()
        await expect(live.locator(".live-seats")).to_contain_text("Yara")
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
