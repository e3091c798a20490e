"""Pages that are hidden and shown again, as behind another tab."""

from typing import Final

from playwright.async_api import Page

VISIBILITY: Final = (
    """() => Object.defineProperty(document, "visibilityState", {get: () => window.hidden ? "hidden" : "visible"})"""
)
"""A script for a new page: lets ``look_away`` hide it."""


async def look_away(page: Page, *, hidden: bool) -> None:
    """Hides the page, or shows it again."""
    await page.evaluate(
        "hidden => { window.hidden = hidden; document.dispatchEvent(new Event('visibilitychange')); }", hidden
    )
