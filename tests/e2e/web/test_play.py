"""Whole matches in three browsers: two play by clicks, one watches; the record verifies in the page and by command."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from clio.client import Client
from clio.client.handles import SeatHandle
from tests.kit.browser import Site, join_match, open_match, site
from tests.kit.server_process import ROOT
from tests.kit.web_matches import hold_seat, started
from tests.kit.web_player import CONFIRM, WebPlayer, position

pytestmark = pytest.mark.asyncio(loop_scope="module")
LOST = "The connection is lost."
GAMES = ("akros", pytest.param("amphipolis", marks=pytest.mark.slow), pytest.param("akrotiri", marks=pytest.mark.slow))
KINDS = {
    "akros": {"board tile", "board region"},
    "amphipolis": {"board area", "board tile", "board use", "panel end"},
    "akrotiri": {"board cell", "board rotation", "board corner", "board dock", "board goal", "board load", "panel end"},
}
"""The kinds of choices that every match of a game shows."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    """One server and one browser process for all tests of the module."""
    async with site(tmp_path_factory.mktemp("site") / "data") as opened:
        yield opened
        assert opened.complaints == []


async def seated(here: Site, game: str) -> dict[int, Page]:
    """Two players in two browsers, by seat, before their first move."""
    ann, bob = await here.person(), await here.person()
    await join_match(bob, await open_match(ann, here.url, game, "Ann"), "Bob")
    for page in (ann, bob):
        await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
    return {0: ann, 1: bob}


async def move_across_a_kill(here: Site, player: WebPlayer, pages: dict[int, Page], watcher: Page) -> None:
    """Confirms a move while the server is killed: it is made once, after the restart."""
    now = await position(pages[0])
    mover = pages[now.to_move[0]]
    await position(mover, now.seq)
    await player.compose(mover)
    await here.server.kill()
    await expect(watcher.get_by_text(LOST)).to_be_visible()
    await player.confirm(mover)
    await expect(mover.get_by_text("Sending …")).to_be_visible()
    await here.server.start()
    await position(mover, now.seq + 1)
    await expect(watcher.get_by_text(LOST)).to_have_count(0)
    after = await position(mover)
    assert (await position(watcher, after.seq)).seq == after.seq


async def check_everywhere(last: int, player: Page, watcher: Page, folder: Path) -> None:
    """The finished record: shown to the watcher, verified in the page and by the command."""
    for page in (player, watcher):
        assert (await position(page, last)).status == "FINISHED"
    await watcher.get_by_role("button", name="Verify the whole record here").click()
    for level in ("Level 1, integrity: pass", "Level 2, fairness: pass"):
        await expect(watcher.get_by_role("heading", name=level)).to_be_visible()
    async with player.expect_download() as downloading:
        await player.get_by_role("button", name="Save the record").click()
    path = folder / "match.clio.gz"
    await (await downloading.value).save_as(path)
    verify = await asyncio.create_subprocess_exec(sys.executable, "-m", "clio.cli.main", "verify", str(path), cwd=ROOT)
    assert await verify.wait() == 0


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_played_by_clicks_across_a_killed_server(game: str, here: Site, tmp_path: Path) -> None:
    pages = await seated(here, game)
    watcher = await here.person()
    await watcher.goto(pages[0].url.partition("?")[0])
    player = WebPlayer(seed=1)
    await player.play(pages, moves=4)
    await move_across_a_kill(here, player, pages, watcher)
    end = await player.play(pages)
    await check_everywhere(end.seq, pages[0], watcher, tmp_path)
    assert player.kinds.keys() >= KINDS[game]


async def test_what_is_composed_outlives_a_lost_connection_and_can_be_undone(here: Site) -> None:
    pages = await seated(here, "akros")
    mover = pages[(await position(pages[0])).to_move[0]]
    chosen = await WebPlayer(seed=1).compose(mover)
    await here.server.kill()
    await expect(mover.get_by_text(LOST)).to_be_visible()
    await here.server.start()
    await expect(mover.get_by_text(LOST)).to_have_count(0)
    await asyncio.sleep(1)  # The board comes again, after the message that ended the notice.
    await expect(mover.locator(CONFIRM)).to_have_text(f"Play: {chosen}", timeout=1)
    await mover.keyboard.press("Escape")
    await expect(mover.locator(CONFIRM)).to_have_count(0)
    await expect(mover.locator(".composer .undo")).to_have_count(0)


async def test_a_preview_leaves_equal_tiles_to_be_chosen_on_the_board(here: Site) -> None:
    async with Client(here.server.address) as client:
        seat, pair = await seat_before_a_pair(client)
    page = await here.person()
    await hold_seat(page, here.url, "amphipolis", seat)
    area, tile = pair.split()[1:3]
    await page.locator(f'.board [data-choose="area:{area}"]').click()
    await page.locator(f'.board [data-choose="tile:{tile}#0"]').first.click()
    await expect(page.get_by_text("The board shows what it would do.")).to_be_visible()
    await page.locator(f'.board [data-choose="tile:{tile}#1"]').first.click()
    await expect(page.locator(CONFIRM)).to_have_text(f"Play: {pair}")


async def seat_before_a_pair(client: Client) -> tuple[SeatHandle, str]:
    """A seat that may take two equal tiles, and the move that does."""
    while True:
        match = await started(client, "amphipolis")
        while await match.move():
            for seat in match.seats:
                for move in await seat.list_legal_moves().all():
                    words = move.notation.split()
                    if words[0] == "take" and len(words) == 4 and words[2] == words[3]:
                        return seat, move.notation


async def test_a_refused_move_shows_the_rule_and_its_text(here: Site) -> None:
    pages = await seated(here, "amphipolis")
    mover = pages[(await position(pages[0])).to_move[0]]
    await mover.get_by_label("or type it").fill("take skeletons caryatid")
    await mover.keyboard.press("Enter")
    refusal = mover.locator(".composer .refusal")
    rule = await refusal.get_by_role("link").inner_text()
    assert rule.startswith("AMP-")
    assert await refusal.get_by_role("link").get_attribute("href") == f"/rules/amphipolis#{rule}"
    await expect(refusal.locator("blockquote")).not_to_be_empty()
    offered = await mover.locator(".composer [data-choice-button]").first.get_attribute("data-choice-button")
    assert offered is not None


async def test_a_typed_move_is_played(here: Site) -> None:
    pages = await seated(here, "akros")
    now = await position(pages[0])
    mover = pages[now.to_move[0]]
    notation = await WebPlayer(seed=1).compose(mover)
    await mover.get_by_role("button", name="Undo").click()
    await mover.get_by_label("or type it").fill(notation)
    await mover.get_by_role("button", name="Send").click()
    await position(mover, now.seq + 1)
    await mover.locator(".move-list summary").click()
    await expect(mover.locator(".move-list li")).to_contain_text([notation])
