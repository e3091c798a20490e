"""Every page of the web app: no barrier that axe-core finds, both languages, keyboard, touch, hostile names."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from clio.client import Client
from clio.verify.record_files import lines_of
from tests.corpus.grow import FOLDER
from tests.kit.browser import Site, barriers, join_match, make_move, open_match, site
from tests.kit.damage import joined

pytestmark = pytest.mark.asyncio(loop_scope="module")
RECORD = FOLDER / "akrotiri-a.clio.gz"
PAGES = (
    "/",
    "/lobby",
    "/standings",
    "/players",
    "/players?name=Ann",
    "/statistics",
    "/learn/akros",
    "/learn/akrotiri",
    "/learn/amphipolis",
    "/rules/akros",
    "/rules/akrotiri",
    "/rules/amphipolis",
    "/check",
    "/settings",
    "/friend",
    "/x",
)
GAMES = ("akros", "akrotiri", "amphipolis")


async def bots_play(here: Site, game: str) -> str:
    """A match between two bots of the server; its id."""
    async with Client(here.server.address) as client:
        opened = await client.open_match(game, 2)
        for seat in range(2):
            await client.bots.seat(opened.match.match_id, "random", opened.host_token, seat)
    match_id: str = opened.match.match_id
    return match_id


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("pages") / "data") as opened:
        yield opened
        assert opened.complaints == []


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), pytest.param(360, "dark", marks=pytest.mark.slow)])
async def test_axe_finds_no_barrier_on_any_page(width: int, scheme: str, here: Site) -> None:
    matches = [await bots_play(here, game) for game in GAMES]
    page = await here.person(width, color_scheme=scheme)
    found = {}
    for path in (*PAGES, *(f"/m/{match}" for match in matches)):
        await page.goto(here.url + path)
        await expect(page.locator("main h1")).to_be_visible()
        await expect(page.get_by_text("Loading …")).to_have_count(0)
        if "/m/" in path:
            await expect(page.locator(".checked h2")).to_be_visible()
        found[path] = await barriers(page)
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert {path: lines for path, lines in found.items() if lines} == {}


async def test_a_file_is_verified_in_the_page_and_a_damaged_one_fails_at_its_level(here: Site, tmp_path: Path) -> None:
    with RECORD.open("rb") as file:
        lines = list(lines_of(file))
    damaged = tmp_path / "damaged.clio.gz"
    lines[20] = lines[20].replace(b'"seat:', b'"seat:1', 1) if b'"seat:' in lines[20] else lines[20][:-3] + b"0}}"
    damaged.write_bytes(gzip.compress(joined(lines)))
    page = await here.person()
    await page.goto(f"{here.url}/check")
    await page.locator("input[type=file]").set_input_files(RECORD)
    await expect(page.get_by_role("heading", name="Level 2, fairness: pass")).to_be_visible()
    assert await barriers(page) == []
    # Nothing leaves the browser: a page that has lost its server verifies too.
    await page.context.set_offline(offline=True)
    await page.locator("input[type=file]").set_input_files(damaged)
    await expect(page.get_by_role("heading", name="Level 1, integrity: fail")).to_be_visible()
    await expect(page.get_by_role("heading", name="Level 2, fairness: not judged")).to_be_visible()
    assert await barriers(page) == []


async def test_the_app_speaks_spanish(here: Site) -> None:
    page = await here.person(locale="es-ES")
    await page.goto(f"{here.url}/check")
    await expect(page.get_by_role("heading", name="Comprobar una partida")).to_be_visible()
    await page.locator("input[type=file]").set_input_files(RECORD)
    await expect(page.get_by_role("heading", name="Nivel 1, integridad: correcto")).to_be_visible()
    assert await page.locator("html").get_attribute("lang") == "es"
    await page.goto(f"{here.url}/rules/amphipolis")
    await expect(page.get_by_text("cada una de las cuatro").or_(page.get_by_text("losetas")).first).to_be_visible()


async def test_a_match_is_played_by_keyboard_alone(here: Site) -> None:
    ann, bob = await here.person(), await here.person()
    address = await open_match(ann, here.url, "akros", "Ann")
    await join_match(bob, address, "Bob")
    choice = ann.locator(".akros .token:not([disabled])").first
    await expect(choice).to_be_visible()
    assert await barriers(ann) == []
    await tab_to(ann, ".akros .token:not([disabled])")
    await ann.keyboard.press("Enter")
    await tab_to(ann, ".composer .confirm button")
    await ann.keyboard.press("Enter")
    await make_move(bob)
    await make_move(bob)
    await expect(ann.locator(".title .status")).to_have_text("Your turn")
    for _ in range(2):
        await expect(ann.locator("svg [role=button]").first).to_be_visible()
        await tab_to(ann, "svg [role=button]")
        await ann.keyboard.press("Enter")
        if await ann.locator(".composer .confirm button").count():
            break
    await tab_to(ann, ".composer .confirm button")
    await ann.keyboard.press("Enter")
    await expect(ann.get_by_text("place").first).to_be_attached()


async def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until an element has the focus, as somebody without a mouse does."""
    await page.locator("main").focus()
    for _ in range(200):
        await page.keyboard.press("Tab")
        if await page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard")


async def test_a_phone_can_play_by_touch(here: Site) -> None:
    page = await here.person(360, has_touch=True, is_mobile=True)
    await page.goto(here.url)
    await page.locator(".game-card", has_text="Amphipolis").get_by_role("button", name="Play now").tap()
    await page.wait_for_url("**/m/*")
    await expect(page.locator(".composer .choices button").first).to_be_visible()
    await page.locator(".composer .choices button").first.tap()
    await page.locator(".composer .confirm button").tap()
    await expect(page.locator(".move-list summary")).not_to_have_text("Moves (0)")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "Ann\u200f", "'\"><script>1</script>"])
async def test_a_hostile_name_is_harmless(name: str, here: Site) -> None:
    async with Client(here.server.address) as client:
        opened = await client.open_match("akros", 2)
        try:
            await client.join_match(opened.match.match_id, name)
        except Exception as refused:  # noqa: BLE001 (a server that refuses the name protects the page as well)
            assert "name" in str(refused).lower() or "character" in str(refused).lower()  # noqa: PT017
            return
    page = await here.person()
    await page.goto(f"{here.url}/m/{opened.match.match_id}")
    await expect(page.locator("h1 bdi")).to_contain_text(name[:4])
    assert await page.locator("main img, main script").count() == 0
