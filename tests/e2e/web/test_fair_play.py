"""Clocks, readiness, consent, claims, invitations and rematches in the browser."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration
from playwright.async_api import Page, expect

from clio.client import Client
from clio.v1.fair_play_pb2 import AGREEMENT_ABORT, AGREEMENT_PAUSE, DIRECTOR_HOST, FairPlaySettings
from tests.kit.browser import Site, barriers, join_match, site
from tests.kit.web_matches import hold_seat
from tests.kit.web_player import CONFIRM, WebPlayer, position

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("site") / "data", CLIO_HEARTBEAT_SECONDS="1") as opened:
        yield opened
        assert opened.complaints == []


async def open_with(page: Page, url: str, clock: str = "", *, invited: bool = False, directed: bool = False) -> str:
    """Opens a match of Akros in the lobby, as its director where wanted; what the page shows to send to others."""
    await page.goto(f"{url}/lobby")
    form = page.locator("form.open-form")
    await form.locator("select").first.select_option("akros")
    await form.get_by_label("Your name").fill("Ann")
    await form.locator("[name=clock]").select_option(clock)
    await form.locator("[name=invited]").select_option("link" if invited else "all")
    await form.locator("[name=directed]").select_option("host" if directed else "nobody")
    await form.get_by_role("button", name="Open a match").click()
    await page.wait_for_url("**/m/*")
    return await page.locator(".invitation input").input_value()


async def seated(here: Site, clock: str = "") -> dict[int, Page]:
    ann, bob = await here.person(), await here.person()
    await join_match(bob, await open_with(ann, here.url, clock), "Bob")
    for page in (ann, bob):
        await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
    return {0: ann, 1: bob}


async def decide(page: Page, act: str, reason: str) -> list[str]:
    """Decides something as the director; the barriers of the form."""
    panel = page.locator(".director")
    await panel.get_by_role("button", name=act).click()
    await expect(panel.get_by_label("Reason (everyone can read it)")).to_be_focused()
    found = await barriers(page)
    await panel.get_by_label("Reason (everyone can read it)").fill(reason)
    await panel.get_by_role("button", name=act, exact=True).click()
    await expect(panel.locator("form")).to_have_count(0)
    return found


async def test_an_invitation_travels_in_the_fragment_alone(here: Site) -> None:
    ann, bob, eve = [await here.person() for _ in range(3)]
    link = await open_with(ann, here.url, invited=True)
    address, _, fragment = link.partition("#invite=")
    assert len(fragment) >= 16
    asked: list[str] = []
    bob.on("request", lambda request: asked.append(request.url))
    await eve.goto(address)
    await expect(eve.get_by_role("alert")).to_be_visible()
    await expect(eve.get_by_role("button", name="Take a seat")).to_have_count(0)
    await join_match(bob, link, "Bob")
    await expect(bob.locator(".table")).to_have_attribute("data-status", "PLAYING")
    assert [url for url in asked if fragment in url.partition("#")[0]] == []
    watcher = await here.person()
    await watcher.goto(link)
    await expect(watcher.locator(".table")).to_have_attribute("data-status", "PLAYING")


async def test_clocks_tick_and_a_flag_ends_the_match(here: Site) -> None:
    async with Client(here.server.address) as client:
        settings = FairPlaySettings(clock="fischer/8+0", ready_within=Duration(seconds=60))
        opened = await client.open_match("akros", 2, fair_play=settings)
        seats = [await client.join(opened.match.match_id, name) for name in ("Ann", "Bob")]
        page = await here.person()
        await hold_seat(page, here.url, "akros", seats[0])
    clocks = page.locator(".player .clock")
    await expect(clocks).to_have_count(2)
    running = page.locator(".player.to-move .clock.running")
    first = await running.inner_text()
    await expect(running).not_to_have_text(first)
    await expect(page.locator(".player .badge", has_text="out of time")).to_be_visible()
    await expect(page.locator(".facts-of-match")).to_contain_text("ran out of time.")
    assert (await position(page)).status == "FINISHED"
    assert await barriers(page) == []


async def test_a_pause_and_an_end_are_agreed_by_all(here: Site) -> None:
    pages = await seated(here, "fischer/900+10")
    mover = pages[(await position(pages[0])).to_move[0]]
    other = pages[1 - (await position(pages[0])).to_move[0]]
    chosen = await WebPlayer(seed=1).compose(mover)
    await other.get_by_role("button", name="Ask for a pause").click()
    await other.get_by_label("Reason (everyone can read it)").fill("Dinner")
    await other.get_by_role("button", name="Ask for a pause").click()
    await expect(other.get_by_text("Waiting for the others to agree")).to_be_visible()
    await expect(mover.locator(".offer")).to_contain_text("asks for a pause: Dinner")
    # What was composed stays: an offer changes no board.
    await expect(mover.locator(CONFIRM)).to_have_text(f"Play: {chosen}")
    assert await barriers(mover) == []
    await mover.get_by_role("button", name="Agree to the pause").click()
    for page in pages.values():
        await expect(page.locator(".notice")).to_contain_text("The match is paused. Dinner")
        await expect(page.locator(".clock.running")).to_have_count(0)
        await expect(page.locator(".composer")).to_have_count(0)
    assert await barriers(mover) == []
    await mover.get_by_role("button", name="Ask to go on").click()
    await mover.get_by_role("button", name="Ask to go on").click()
    await other.get_by_role("button", name="Agree: go on").click()
    await expect(mover.locator(".notice")).to_have_count(0)
    await WebPlayer(seed=2).move(mover)
    await mover.get_by_role("button", name="Offer to end without a result").click()
    await mover.get_by_role("button", name="Offer to end without a result").click()
    await other.get_by_role("button", name="Agree: end without a result").click()
    for page in pages.values():
        await expect(page.locator(".notice")).to_have_text("Ended without a result, by agreement: by agreement")
        await expect(page.locator(".table")).to_have_attribute("data-status", "ABORTED")


async def test_who_resigns_can_have_a_rematch_with_the_other(here: Site) -> None:
    pages = await seated(here)
    await pages[0].get_by_role("button", name="Resign").click()
    await pages[0].get_by_role("button", name="Cancel").click()
    await pages[0].get_by_role("button", name="Resign").click()
    await expect(pages[0].get_by_text("You cannot undo this.")).to_be_visible()
    await pages[0].get_by_role("button", name="Resign").click()
    old = pages[0].url.partition("?")[0]
    for page in pages.values():
        await expect(page.locator(".ending .headline")).to_be_visible()
    await pages[0].get_by_role("button", name="Rematch").click()
    await pages[0].wait_for_url(lambda url: not url.startswith(old))
    await expect(pages[0].locator(".waiting")).to_contain_text("This is a rematch.")
    assert await barriers(pages[0]) == []
    # The other sees it without asking, and follows by one click.
    await expect(pages[1].locator(".wanted")).to_have_text("Ann wants a rematch.")
    await expect(pages[1].get_by_role("status").filter(has_text="Ann wants a rematch.")).to_have_count(1)
    assert await barriers(pages[1]) == []
    await pages[1].get_by_role("button", name="Rematch").click()
    await pages[1].wait_for_url(lambda url: not url.startswith(old))
    for seat, page in pages.items():
        await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
        assert page.url.endswith(f"?as={1 - seat}")
    assert pages[0].url.partition("?")[0] == pages[1].url.partition("?")[0]
    mover = 1 - (await position(pages[0])).to_move[0]
    await WebPlayer(seed=1).move(pages[mover])


async def test_a_rematch_of_an_invited_match_is_seen_by_its_players_only(here: Site) -> None:
    ann, bob, eve = [await here.person() for _ in range(3)]
    link = await open_with(ann, here.url, invited=True)
    await join_match(bob, link, "Bob")
    await eve.goto(link)
    await expect(bob.locator(".table")).to_have_attribute("data-status", "PLAYING")
    await bob.get_by_role("button", name="Resign").click()
    await bob.locator(".ask .primary").click()
    await bob.get_by_role("button", name="Rematch").click()
    await expect(ann.locator(".wanted")).to_have_text("Bob wants a rematch.")
    await expect(eve.get_by_role("button", name="Rematch")).to_have_count(0)
    await ann.get_by_role("button", name="Rematch").click()
    for page in (ann, bob):
        await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")


async def test_a_silent_seat_can_be_claimed(here: Site) -> None:
    async with Client(here.server.address) as client:
        settings = FairPlaySettings(abandon_after=Duration(seconds=2))
        opened = await client.open_match("akros", 2, fair_play=settings)
        seats = [await client.join(opened.match.match_id, name) for name in ("Ann", "Bob")]
        waiting = seats[0] if await seats[1].list_legal_moves().all() else seats[1]
        page = await here.person()
        await hold_seat(page, here.url, "akros", waiting)
    await page.get_by_role("button", name="Claim the seat of").click()
    await expect(page.locator(".facts-of-match")).to_contain_text("claimed as abandoned")
    assert (await position(page)).status == "FINISHED"


async def test_what_a_director_decides_is_shown_with_its_reason(here: Site) -> None:
    async with Client(here.server.address) as client:
        settings = FairPlaySettings(clock="fischer/300+5", director=DIRECTOR_HOST)
        opened = await client.open_match("akros", 2, fair_play=settings)
        match_id, host = opened.match.match_id, opened.host_token
        for name in ("Ann", "Bob"):
            await client.join(match_id, name)
        page = await here.person()
        await page.goto(f"{here.url}/m/{match_id}")
        await expect(page.locator(".clock")).to_have_count(2)
        await client.fair_play.direct(match_id, AGREEMENT_PAUSE, "Fire alarm.", host)
        await expect(page.locator(".notice")).to_contain_text("Fire alarm.")
        await client.fair_play.add_time(match_id, 1, timedelta(seconds=30), "A disturbance.", host)
        await client.fair_play.direct(match_id, AGREEMENT_ABORT, "Wrong pairing.", host)
    await expect(page.locator(".notice")).to_have_text("The director voided the match: Wrong pairing.")
    await expect(page.locator(".ending")).to_contain_text("The match is not rated.")
    facts = page.locator(".facts-of-match li")
    await expect(facts.nth(0)).to_contain_text("The director paused the match: Fire alarm.")
    await expect(facts.nth(1)).to_contain_text("The director gave Bob 0:30 more: A disturbance.")
    assert await barriers(page) == []


async def test_a_host_without_a_seat_directs_in_the_page(here: Site) -> None:
    host, ann, bob = [await here.person() for _ in range(3)]
    link = await open_with(host, here.url, "fischer/300+5", invited=True, directed=True)
    await expect(host.get_by_role("button", name="Take a seat")).to_have_count(0)
    assert await barriers(host) == []
    await join_match(ann, link, "Ann")
    await join_match(bob, link, "Bob")
    await expect(host.locator(".director")).to_be_visible()
    await expect(ann.locator(".table")).to_have_attribute("data-status", "PLAYING")
    await expect(ann.locator(".director")).to_have_count(0)
    found = await decide(host, "Pause the match", "Fire alarm.")
    for page in (ann, bob, host):
        await expect(page.locator(".notice")).to_contain_text("The match is paused. Fire alarm.")
    # The token of the host outlives a reload.
    await host.reload()
    found += await decide(host, "Resume the match", "It was a drill.")
    await expect(ann.locator(".notice")).to_have_count(0)
    found += await decide(host, "Add time", "The drill took long.")
    await expect(ann.locator(".facts-of-match")).to_contain_text("1:00 more: The drill took long.")
    found += await decide(host, "Void the match", "The wrong pairing.")
    assert found == []
    for page in (ann, bob, host):
        await expect(page.locator(".notice")).to_have_text("The director voided the match: The wrong pairing.")
        await expect(page.locator(".ending")).to_contain_text("The match is not rated.")
        await expect(page.locator(".table")).to_have_attribute("data-status", "ABORTED")
    await ann.locator(".move-list summary").click()
    told = ann.locator(".move-list li")
    for fact in ("paused the match: Fire alarm.", "resumed the match: It was a drill.", "voided the match: The wrong"):
        await expect(told.filter(has_text=fact)).to_have_count(1)
