"""Every state of a match, and names that try to be markup: no barrier by axe-core, nothing that runs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration
from playwright.async_api import Page, expect

from clio.client import Client
from clio.v1.fair_play_pb2 import FairPlaySettings
from tests.kit.browser import Site, barriers, join_match, open_match, site
from tests.kit.web_matches import hold_seat, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
HOSTILE = ("<img src=x onerror=alert(1)>", "'\"><script>1</script>")
REFUSED_BY_THE_SERVER = ("Ann\u202egnp.exe", "\u2067Ann", "Ann\u200f")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("states") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def in_both_schemes(page: Page) -> dict[str, list[str]]:
    """The barriers of the page as it is, light and dark."""
    found = {}
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)
        found[scheme] = await barriers(page)
    return {scheme: lines for scheme, lines in found.items() if lines}


async def test_axe_finds_no_barrier_in_any_state_of_a_match(here: Site) -> None:
    ann, bob = await here.person(), await here.person(360)
    address = await open_match(ann, here.url, "amphipolis", "Ann", first_seat="0")
    await expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
    found = {"waiting": await in_both_schemes(ann)}
    await bob.goto(address)
    await expect(bob.get_by_role("button", name="Take a seat")).to_be_visible()
    found["invited"] = await in_both_schemes(bob)
    await join_match(bob, address, "Bob")
    typed = ann.locator(".composer .notation input")
    await expect(typed).to_be_visible()
    found["playing"] = await in_both_schemes(ann)
    await typed.fill("end")
    await ann.locator(".composer .notation button").click()
    await expect(ann.locator(".refusal blockquote")).to_be_visible()
    found["refused"] = await in_both_schemes(ann)
    await ann.get_by_role("button", name="Resign").click()
    await ann.locator(".ask .primary").click()
    await expect(bob.locator(".title .status")).to_have_text("finished")
    found["finished"] = await in_both_schemes(bob)
    await bob.goto(f"{here.url}/m/nosuchmatchatall00000")
    await expect(bob.get_by_role("alert")).to_be_visible()
    found["no such match"] = await in_both_schemes(bob)
    await bob.goto(f"{here.url}/rules/nosuchgame")
    await expect(bob.get_by_role("alert")).to_be_visible()
    found["error"] = await in_both_schemes(bob)
    assert {state: lines for state, lines in found.items() if lines} == {}


async def test_axe_finds_no_barrier_in_forms_the_past_the_end_and_without_a_connection(tmp_path: Path) -> None:
    """On a server of its own, which is stopped and started again."""
    async with site(tmp_path / "data", CLIO_HEARTBEAT_SECONDS="1") as here:
        async with Client(here.server.address) as client:
            settings = FairPlaySettings(abandon_after=Duration(seconds=1))
            opened = await client.open_match("akros", 2, fair_play=settings)
            seats = [await client.join(opened.match.match_id, name) for name in ("Ann", "Bob")]
            waiting = seats[0] if await seats[1].list_legal_moves().all() else seats[1]
            page = await here.person(360)
            await hold_seat(page, here.url, "akros", waiting)
        found = {}
        await expect(page.get_by_role("button", name="Claim the seat of")).to_be_visible()
        found["claims"] = await in_both_schemes(page)
        for form in ("Ask for a pause", "Offer to end without a result", "Resign"):
            await page.get_by_role("button", name=form).click()
            await expect(page.locator("form.ask")).to_be_visible()
            found[form] = await in_both_schemes(page)
            await page.get_by_role("button", name="Cancel").click()
        await page.get_by_role("button", name="one event back").click()
        await expect(page.locator(".timeline.past")).to_be_visible()
        found["the past"] = await in_both_schemes(page)
        await page.get_by_role("button", name="Live", exact=True).click()
        await here.server.stop()
        lost = page.get_by_text("The connection is lost.")
        await expect(lost).to_be_visible()
        found["no connection"] = await in_both_schemes(page)
        await here.server.start()
        await expect(lost).to_have_count(0)
        found["connected again"] = await in_both_schemes(page)
        await page.get_by_role("button", name="Claim the seat of").click()
        await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        found["the end"] = await in_both_schemes(page)
        assert {state: lines for state, lines in found.items() if lines} == {}
        assert here.complaints == []


async def test_names_with_markup_are_harmless_on_every_page(here: Site) -> None:
    async with Client(here.server.address) as client:
        finished = await started(client, "akros", HOSTILE)
        await finished.finish()
        running = await started(client, "akros", HOSTILE)
        await running.move()
    page = await here.person()
    await page.add_init_script("window.alert = () => { window.harmed = true; }")
    for path in (
        "/",
        "/lobby",
        "/standings",
        "/players",
        f"/players?name={HOSTILE[0]}",
        "/statistics?game=akros",
        f"/m/{running.match_id}",
        f"/m/{finished.match_id}",
        f"/m/{finished.match_id}?at=20",
    ):
        await page.goto(here.url + path)
        await expect(page.locator("main h1")).to_be_visible()
        if path != "/statistics?game=akros":
            await expect(page.locator("main").get_by_text(HOSTILE[0]).first).to_be_attached()
        assert await page.locator("main img, main script").count() == 0, path
        assert await page.evaluate("window.harmed ?? false") is False, path
    await page.locator(".move-list summary").click()
    await expect(page.locator(".move-list li").first).to_be_visible()
    assert await page.locator("main img, main script").count() == 0


async def test_names_that_turn_the_writing_round_do_not_come_in(here: Site) -> None:
    """Bidi controls and invisible marks are refused by the server; every name is isolated in the page all the same."""
    async with Client(here.server.address) as client:
        opened = await client.open_match("akros", 2)
        for name in REFUSED_BY_THE_SERVER:
            with pytest.raises(Exception, match="name"):
                await client.join_match(opened.match.match_id, name)
        await client.join_match(opened.match.match_id, "שרה")
    page = await here.person()
    await page.goto(f"{here.url}/lobby")
    shown = page.locator("main").get_by_text("שרה")
    await expect(shown.first).to_be_visible()
    for place in range(await shown.count()):
        assert await shown.nth(place).evaluate("element => element.closest('bdi') !== null")


async def test_the_policy_allows_neither_inline_scripts_nor_eval(here: Site) -> None:
    page = await here.person()
    answer = await page.goto(here.url)
    assert answer is not None
    policy = (await answer.all_headers())["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    rules = {name: set(values) for name, *values in (part.split() for part in policy.split(";") if part.strip())}
    default = rules.get("default-src", set())
    assert rules.get("script-src", default) == {"'self'"}
    assert rules.get("object-src", default) <= {"'none'"}
    # The browser keeps to it: neither an inline script nor eval runs.
    ran = await page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.inline = true";
          document.head.append(script);
          script.remove();
          return window.inline ?? false;
        }"""
    )
    assert ran is False
    here.complaints[:] = [one for one in here.complaints if "Content Security Policy" not in one]
