"""The words that a page shows and says, and those among them that are English."""

import asyncio
import json
import re
from functools import cache
from typing import Final

from playwright.async_api import Page

from tests.unit.web.game_catalog import FOLDER

CATALOGS: Final = ("es.json", "es-games.json", "es-verify.json")
WORD: Final = re.compile(r"[^\W\d_]{2,}")
IDS: Final = re.compile(r"\b[A-Z]{3}(?:-[A-Z0-9]+)+\b|\b(?:easy|medium|hard)-\d+\b")
"""Ids of rules and cards, the same in every language."""
ATTEMPTS: Final = 30
PAUSE_SECONDS: Final = 0.1
# Texts, and the names that screen readers say. Notation, ids and keys are the same in every language.
TEXTS: Final = """() => {
  const unlike = "code, noscript, script, style, [lang]:not(html)";
  const found = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && !node.parentElement.closest(unlike)) found.push(node.data.trim());
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    if (one.closest(unlike)) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      if (one.getAttribute(name)) found.push(one.getAttribute(name));
    }
  }
  return found;
}"""


@cache
def english_words() -> frozenset[str]:
    """Words of the English texts that no Spanish text has."""
    catalogs = [json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in CATALOGS]
    both = [
        (re.sub(r"\{\w+\}", "", one), re.sub(r"\{\w+\}", "", other)) for all_ in catalogs for one, other in all_.items()
    ]
    english = {word.lower() for text, said in both if text != said for word in WORD.findall(text)}
    return frozenset(english - {word.lower() for _, said in both for word in WORD.findall(said)})


async def english_left(page: Page, ignored: frozenset[str] = frozenset()) -> list[str]:
    """The texts of a page that hold an English word, once what it loads is there."""
    left: list[str] = []
    for _ in range(ATTEMPTS):
        texts: list[str] = await page.evaluate(TEXTS)
        known = english_words() - ignored
        left = sorted({text for text in texts if {word.lower() for word in WORD.findall(IDS.sub("", text))} & known})
        if not left:
            break
        await asyncio.sleep(PAUSE_SECONDS)
    return left
