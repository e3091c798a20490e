"""A whole match as a screen reader tells it, kept as text: ``CLIO_WRITE_TRANSCRIPT=1`` writes it again.

Chance and choices differ from match to match: a transcript is compared by the sentences that it is made of, with one
word for every tile and number.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.kit.browser import join_match, open_match, site
from tests.kit.screen_reader import announced, listen, outline
from tests.kit.web_player import WebPlayer, position

pytestmark = pytest.mark.slow
TRANSCRIPT = Path(__file__).with_name("screen-reader.txt")
TILES = ("forest", "mountain", "sea")
MAX_MOVES = 80
MAX_UNKNOWN = 0.15
"""The share of sentences that may be new: a changed wording or outline changes more than that."""


MASKS = (
    (rf"\b(?:{'|'.join(TILES)})\b", "TILE"),
    (r"(?:Ann|Bob) has won\.|You have won!", "HEADLINE"),
    (r"\b(?:Ann|Bob)\b", "NAME"),
    (r"\b(?:Jinn|Ifrit)\b", "SIDE"),
    (r"\bAKS-[A-Z-]+", "RULE"),
    # What lies on a region.
    (r"(?:, -?\d+ tiles|, a servant of SIDE|, contested)+\"", '"'),
    (r"\": \"?[\d ]+\"?$", '"'),
    (r"-?\d+", "N"),
)
"""What differs from match to match, and the word that stands for it."""
BROKEN = re.compile(r"undefined|NaN|\[object|\{\w+\}")


def sentences(text: str) -> set[str]:
    """The lines of the page's outline, and the announcements sentence by sentence, with one word for what differs."""
    for pattern, word in MASKS:
        text = re.sub(pattern, word, text, flags=re.MULTILINE)
    found: set[str] = set()
    for line in text.splitlines():
        found |= {line} if line.lstrip().startswith("- ") else set(re.split(r"(?<=[.!]) ", line))
    return found


async def turn(page: Page) -> list[str]:
    """What the page has to say to the player whose turn it is."""
    parts = [await outline(page, part) for part in (".title", ".board [role=group]", ".composer")]
    return ["# Your turn", *parts]


async def test_a_match_is_told_to_a_screen_reader_as_it_was(tmp_path: Path) -> None:
    parts: list[str] = []
    async with site(tmp_path / "data") as here:
        ann, bob = await here.person(), await here.person()
        await listen(ann)
        address = await open_match(ann, here.url, "akros", "Ann")
        await expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
        parts += ["# Waiting", await outline(ann, ".title"), await outline(ann, ".waiting")]
        await join_match(bob, address, "Bob")
        pages = {0: ann, 1: bob}
        for page in pages.values():
            await expect(page.locator(".table")).to_have_attribute("data-status", "PLAYING")
        # Whether the page shows that seats get ready, and how long, depends on the machine.
        await announced(ann)
        player = WebPlayer(seed=3)
        now = await position(ann, 1)
        described: set[str] = set()
        for _ in range(MAX_MOVES):
            now = await position(ann, now.seq)
            if now.status != "PLAYING":
                break
            mover = now.to_move[0]
            await position(pages[mover], now.seq)
            prompt = await ann.locator(".composer .prompt").inner_text() if mover == 0 else ""
            if prompt and prompt not in described:
                described.add(prompt)
                parts += await turn(ann)
            now = await player.move(pages[mover])
            await position(ann, now.seq)
            parts += [f"# {'You move' if mover == 0 else 'Bob moves'}", *await announced(ann)]
        await expect(ann.locator(".ending .headline")).to_be_visible()
        parts += ["# The end", *await announced(ann), await outline(ann, ".title"), await outline(ann, ".ending")]
        assert here.complaints == []
    told = "\n".join(parts) + "\n"
    if os.environ.get("CLIO_WRITE_TRANSCRIPT"):
        TRANSCRIPT.write_text(told, encoding="utf-8")
    kept = TRANSCRIPT.read_text(encoding="utf-8")
    assert kept.startswith("# Waiting")
    assert "# The end" in kept
    assert BROKEN.search(told) is None
    # What players do differs: the match may have a rare move or end that the kept one does not have.
    unknown = sentences(told) - sentences(kept)
    assert len(unknown) <= len(sentences(told)) * MAX_UNKNOWN, f"the kept transcript has nothing like {unknown}"
