"""Renders every page and board of the web app to docs/pictures/web-*.png: ``make pictures``.

Each page and board is one sheet: wide, medium and narrow from left to right, light above dark, at half its size. The
boards have pictures of their own too, at full size.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image
from playwright.async_api import Page, expect

from clio.bots.registry import new_bot
from clio.client import Client
from tests.corpus.grow import FOLDER as CORPUS
from tests.kit.browser import Site, site
from tests.kit.web_matches import started
from tests.unit.repository.tree import ROOT

PICTURES: Final = ROOT / "docs" / "pictures"
PAGES: Final = {
    "home": "/",
    "lobby": "/lobby",
    "standings": "/standings",
    "players": "/players?name=Ann",
    "statistics": "/statistics",
    "learn": "/learn/akros",
    "rules": "/rules/akrotiri#AKT-DIG-SIDES",
    "check": "/check",
    "settings": "/settings",
    "friend": "/friend",
}
"""The address of each page but the match page, which the boards show."""
GAMES: Final = ("akros", "akrotiri", "amphipolis")
WIDTHS: Final = (1440, 800, 360)
HEIGHT: Final = 900
SCHEMES: Final = ("light", "dark")
FULL_SIZE: Final = 1440
_COLOURS: Final = 80
_GAP: Final = 12
_POSITION: Final = 0.75
"""How far into the match a board is shown: most of it is in use, and the match is not over."""


def sheet_picture(name: str) -> Path:
    """The sheet of a page or a board."""
    return PICTURES / f"web-{name}.png"


def board_picture(game: str, scheme: str) -> Path:
    """A board at full size."""
    return PICTURES / f"web-{game}-{FULL_SIZE}-{scheme}.png"


def expected() -> set[Path]:
    """The pictures of all pages and boards."""
    boards = {board_picture(game, scheme) for game in GAMES for scheme in SCHEMES}
    return boards | {sheet_picture(name) for name in (*PAGES, *GAMES)}


async def _shot(here: Site, name: str, address: str, width: int, scheme: str) -> Image.Image:
    page = await here.person(width, color_scheme=scheme)
    await page.goto(here.url + address)
    await _settle(page, name)
    image = Image.open(io.BytesIO(await page.screenshot(animations="disabled"))).convert("RGB")
    await page.context.close()
    return image


async def _settle(page: Page, name: str) -> None:
    await expect(page.locator("main h1")).to_be_visible()
    await expect(page.get_by_text("Loading …")).to_have_count(0)
    if name in GAMES:
        await expect(page.locator(".checked h2")).to_be_attached()
    if name == "check":
        await page.locator("input[type=file]").set_input_files(CORPUS / "akros-a.clio.gz")
        await expect(page.get_by_role("heading", name="Level 2, fairness: pass")).to_be_visible()
    # Lists and views arrive after the page itself; streams keep the network from ever being idle.
    await page.wait_for_timeout(700)


def _save(image: Image.Image, path: Path) -> None:
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(f"{path.name}\n")


def _sheet(shots: dict[tuple[int, str], Image.Image]) -> Image.Image:
    wide = sum(width // 2 for width in WIDTHS) + _GAP * (len(WIDTHS) + 1)
    sheet = Image.new("RGB", (wide, (HEIGHT // 2 + _GAP) * len(SCHEMES) + _GAP), (128, 128, 128))
    for row, scheme in enumerate(SCHEMES):
        left = _GAP
        for width in WIDTHS:
            small = shots[width, scheme].resize((width // 2, HEIGHT // 2), Image.Resampling.LANCZOS)
            sheet.paste(small, (left, _GAP + row * (HEIGHT // 2 + _GAP)))
            left += width // 2 + _GAP
    return sheet


async def _render(here: Site, name: str, address: str) -> None:
    shots = {(width, scheme): await _shot(here, name, address, width, scheme) for width in WIDTHS for scheme in SCHEMES}
    _save(_sheet(shots), sheet_picture(name))
    if name in GAMES:
        for scheme in SCHEMES:
            _save(shots[FULL_SIZE, scheme], board_picture(name, scheme))


async def main() -> None:
    """Plays one match of each game on a fresh server, then renders."""
    with tempfile.TemporaryDirectory() as folder:
        async with site(Path(folder) / "data") as here:
            async with Client(here.server.address) as client:
                for game in GAMES:
                    match = await started(client, game)
                    last = await match.play_as(new_bot("greedy", game, Random(1)))
                    await _render(here, game, f"/m/{match.match_id}?at={round(last * _POSITION)}")
                await client.open_match("akros", 2)
                live = await started(client, "akrotiri", ("Zoe", "Max"))
                await live.play_as(new_bot("greedy", "akrotiri", Random(2)), 60)
            for name, address in PAGES.items():
                await _render(here, name, address)


if __name__ == "__main__":
    asyncio.run(main())
