"""Every page in Spanish: no English is left, and events are said in the words of the command line."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from clio.client import Client
from clio.verify.record_files import lines_of
from tests.corpus.grow import FOLDER
from tests.kit.browser import Site, site
from tests.kit.damage import joined
from tests.kit.page_words import english_left
from tests.kit.web_matches import started

pytestmark = pytest.mark.asyncio(loop_scope="module")
PAGES = (
    "/",
    "/lobby",
    "/standings",
    "/players",
    "/players?name=Zoé",
    "/learn/akros",
    "/learn/akrotiri",
    "/learn/amphipolis",
    "/standings?time=rapid",
    "/statistics",
    "/statistics?game=akros",
    "/rules",
    "/rules/akros",
    "/rules/akrotiri",
    "/rules/amphipolis",
    "/check",
    "/settings",
    "/friend",
    "/x",
)
GAMES = ("akros", "akrotiri", "amphipolis")
PLAYERS = ("Zoé", "Íñigo")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with site(tmp_path_factory.mktemp("spanish") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def opened(here: Site, path: str) -> Page:
    page = await here.person(locale="es-ES")
    await page.goto(here.url + path)
    await expect(page.locator("main h1")).to_be_visible()
    return page


async def test_no_page_has_english_left(here: Site) -> None:
    async with Client(here.server.address) as client:
        for game in GAMES:
            await (await started(client, game, PLAYERS)).finish()
            await started(client, game, PLAYERS)
        await client.open_match("akros", 2)
    page = await opened(here, "/")
    left = {}
    for path in PAGES:
        await page.goto(here.url + path)
        await expect(page.locator("main h1")).to_be_visible()
        await expect(page.get_by_text("Cargando …")).to_have_count(0)
        left[path] = await english_left(page)
    assert {path: texts for path, texts in left.items() if texts} == {}


@pytest.mark.parametrize(
    "game", ["akros", *(pytest.param(game, marks=pytest.mark.slow) for game in ("akrotiri", "amphipolis"))]
)
async def test_a_match_has_no_english_left(here: Site, game: str) -> None:
    async with Client(here.server.address) as client:
        match = await started(client, game, PLAYERS)
        await match.finish()
    page = await opened(here, f"/m/{match.match_id}")
    await expect(page.locator(".move-list summary")).to_be_visible()
    await page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    await expect(page.locator(".move-list li").first).to_be_visible()
    assert await english_left(page) == []
    await page.goto(f"{here.url}/m/{match.match_id}?at=20")
    await expect(page.locator(".timeline input[type=range]")).to_have_value("20")
    assert await english_left(page) == []


async def test_a_refusal_and_a_reason_are_said_in_spanish(here: Site, tmp_path: Path) -> None:
    with (FOLDER / "akrotiri-a.clio.gz").open("rb") as file:
        lines = list(lines_of(file))
    damaged = tmp_path / "x.clio"
    damaged.write_bytes(joined(lines[:-1]))
    page = await opened(here, "/check")
    await page.locator("input[type=file]").set_input_files(damaged)
    await expect(page.get_by_text("el archivo no tiene cabeza")).to_be_visible()
    assert await english_left(page, frozenset({"player"})) == []
    await page.goto(here.url)
    await page.locator(".game-card", has_text="Amphipolis").get_by_role("button", name="Jugar ahora").click()
    await page.wait_for_url("**/m/*")
    typed = page.locator(".composer .notation input")
    await expect(typed).to_be_visible()
    await typed.fill("end")
    await page.locator(".composer .notation button").click()
    await expect(page.locator(".refusal blockquote")).to_be_visible()
    assert await english_left(page, frozenset({"greedy", "bot"})) == []
