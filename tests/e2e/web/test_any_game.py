"""A game without a board of its own: Kalah, as docs/add-a-game.md makes it, played to the end in two browsers."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.kit.browser import barriers, join_match, open_match, site
from tests.kit.kalah_plugin import module_path
from tests.kit.web_player import WebPlayer, position


@pytest.mark.slow
async def test_a_game_without_a_board_is_played_to_the_end(tmp_path: Path) -> None:
    async with site(tmp_path / "data", PYTHONPATH=module_path(tmp_path / "installed")) as here:
        ann, bob = await here.person(), await here.person(360, has_touch=True, is_mobile=True)
        await join_match(bob, await open_match(ann, here.url, "kalah", "Ann"), "Bob")
        for page in (ann, bob):
            await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
        pages = {0: ann, 1: bob}
        mover = pages[(await position(ann)).to_move[0]]
        player = WebPlayer(seed=5)
        await player.compose(mover)
        # The preview shows the board after the move: what changes is marked.
        await expect(mover.get_by_text("The board shows what it would do.")).to_be_visible()
        await expect(mover.locator(".generic-board .changed").first).to_be_visible()
        assert await barriers(mover) == []
        await mover.keyboard.press("Escape")
        end = await player.play(pages)
        assert end.status == "FINISHED"
        assert all(kind.startswith("board sow") for kind in player.kinds)
        await position(ann, end.seq)
        await expect(ann.locator(".ending .headline")).to_be_visible()
        assert await ann.locator(".grid-cell:not(.blank)").count() == 14
        for page in (ann, bob):
            assert await barriers(page) == []
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert here.complaints == []
