"""A match in three browsers: two play by clicks, one watches; the record verifies in the page and by the verifier."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from clio.verify.verifier import verify_file
from tests.kit.browser import Site, join_match, make_move, open_match, site


async def play_out(here: Site, game: str, kill_after: int, **options: str) -> tuple[Page, Page]:
    """A match to its end, its server killed after so many moves and restarted; the pages of a player and a watcher."""
    ann, bob, watcher = await here.person(), await here.person(), await here.person()
    address = await open_match(ann, here.url, game, "Ann", **options)
    await join_match(bob, address, "Bob")
    await watcher.goto(address)
    moves = 0
    while True:
        mover = await whose_turn(ann, bob)
        if mover is None:
            break
        await make_move(mover, moves)
        moves += 1
        if moves == kill_after:
            await here.server.kill()
            await expect(watcher.get_by_text("The connection is lost.")).to_be_visible()
            await here.server.start()
            await expect(watcher.get_by_text("The connection is lost.")).to_have_count(0)
    assert moves > kill_after
    return ann, watcher


async def whose_turn(*pages: Page) -> Page | None:
    """The page of the seat to move; None once the match is over."""
    for _ in range(200):
        for page in pages:
            status = await page.locator(".title .status").inner_text()
            if status == "finished":
                return None
            if (
                status == "Your turn"
                and await page.locator(".composer .choices button, .composer .confirm button").count()
            ):
                return page
        await asyncio.sleep(0.1)
    raise AssertionError("nobody is to move")


async def check_everywhere(ann: Page, watcher: Page, folder: Path) -> None:
    await expect(watcher.locator(".title .status")).to_have_text("finished")
    last = await ann.locator(".checked h2").inner_text()
    await expect(watcher.locator(".checked h2")).to_have_text(last)
    await watcher.get_by_role("button", name="Verify the whole record here").click()
    for level in ("Level 1, integrity: pass", "Level 2, fairness: pass"):
        await expect(watcher.get_by_role("heading", name=level)).to_be_visible()
    async with ann.expect_download() as downloading:
        await ann.get_by_role("button", name="Save the record").click()
    path = folder / "match.clio.gz"
    await (await downloading.value).save_as(path)
    assert [level.verdict for _, level in verify_file(path).levels()] == ["pass"] * 4


@pytest.mark.parametrize("game", ["akros"])
async def test_a_match_is_played_by_clicks_across_a_killed_server(game: str, tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here:
        ann, watcher = await play_out(here, game, kill_after=4)
        await check_everywhere(ann, watcher, tmp_path)
        assert here.complaints == []


async def test_what_is_composed_outlives_a_lost_connection(tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here:
        ann, bob = await here.person(), await here.person()
        await join_match(bob, await open_match(ann, here.url, "akros", "Ann"), "Bob")
        mover = await whose_turn(ann, bob)
        assert mover is not None
        await mover.locator(".composer .choices button").first.click()
        confirm = mover.locator(".composer .confirm button")
        chosen = await confirm.inner_text()
        await here.server.kill()
        await expect(mover.get_by_text("The connection is lost.")).to_be_visible()
        await here.server.start()
        await expect(mover.get_by_text("The connection is lost.")).to_have_count(0)
        await asyncio.sleep(1)  # The board comes again, after the message that ended the notice.
        await expect(confirm).to_have_text(chosen, timeout=1)
        before = await mover.locator(".checked h2").inner_text()
        await confirm.click()
        await expect(mover.locator(".checked h2")).not_to_have_text(before)
        assert here.complaints == []
