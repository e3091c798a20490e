"""What a screen reader has to say of a page: roles, names and states, and what is announced."""

import re
from typing import Final

from playwright.async_api import Page

# Announcements are kept as they come: the live region holds the last one only.
LISTEN: Final = """() => {
  window.announced = [];
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
      const text = region.textContent.trim();
      if (text && region.announcedText !== text) window.announced.push(text);
      region.announcedText = text;
    }
  }).observe(document, {subtree: true, childList: true, characterData: true});
}"""


async def listen(page: Page) -> None:
    """Keeps what the page announces from its next load on."""
    await page.add_init_script(f"({LISTEN})()")


async def announced(page: Page) -> list[str]:
    """What was announced since the last call."""
    texts: list[str] = await page.evaluate("window.announced.splice(0)")
    return list(dict.fromkeys(texts))


async def outline(page: Page, selector: str) -> str:
    """The part of the accessibility tree under an element, without what differs from match to match."""
    tree = await page.locator(selector).first.aria_snapshot()
    tree = re.sub(r"/m/[a-z0-9]{20}", "/m/MATCH", tree)
    tree = re.sub(r"127\.0\.0\.1:\d+", "SERVER", tree)
    return "\n".join(line for line in tree.splitlines() if "/url:" not in line)
