"""A player in the browser: reads the choices that a match page offers and clicks them until the match is over."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Page, expect

BOARD: Final = ".board [data-choose]:not(:disabled)"
PANEL: Final = ".composer [data-choice-button]"
CONFIRM: Final = ".composer .confirm button"
MAX_STEPS: Final = 12
"""Choices of one move, at most."""
MAX_MOVES: Final = 600
MAX_TABS: Final = 400
FAVOURED: Final = {"end": 4, "card": 100, "sell": 4, "buy": 2}
"""Kinds of choices that are made more often: those that bring a match to its end, and rare ones."""

# What can be chosen now, on the board where it is there, else beside it.
OFFERED: Final = """([board, panel]) => {
  const onBoard = [...document.querySelectorAll(board)].map(one => one.dataset.choose);
  const beside = [...document.querySelectorAll(panel)].map(one => one.dataset.choiceButton);
  return {board: [...new Set(onBoard)], panel: beside.filter(one => !onBoard.includes(one))};
}"""
# The page shows a position, and the choices of the seat to move are there.
READY: Final = """([seq, confirm, panel]) => {
  const table = document.querySelector(".table");
  if (!table || Number(table.dataset.seq) < seq) return null;
  const {status, toMove} = table.dataset;
  const mine = document.querySelector(`${confirm}, ${panel}`) !== null;
  if (status === "PLAYING" && document.querySelector(".status.mine") && !mine) return null;
  return {seq: Number(table.dataset.seq), status, toMove, mine};
}"""

SMALL: Final = """board => [...document.querySelectorAll(board)].filter(one => {
  const {width, height} = one.getBoundingClientRect();
  return Math.min(width, height) < 24;
}).map(one => `${one.dataset.choose}: ${one.getBoundingClientRect().width}`)"""


@dataclass
class Position:
    """What a match page says of its position."""

    seq: int
    status: str
    to_move: list[int]
    mine: bool
    """Whether the choices of the page's own seat are there."""


async def position(page: Page, seq: int = 0) -> Position:
    """The position once a page shows event ``seq`` and, in its own turn, its choices."""
    handle = await page.wait_for_function(READY, arg=[seq, CONFIRM, PANEL])
    found: dict[str, Any] = await handle.json_value()
    seats = [int(seat) for seat in found["toMove"].split()]
    return Position(found["seq"], found["status"], seats, found["mine"])


async def click(page: Page, selector: str) -> None:
    await page.locator(selector).first.click()


async def tap(page: Page, selector: str) -> None:
    await page.locator(selector).first.tap()


async def press_key(page: Page, selector: str) -> None:
    """Goes there as somebody without a mouse does: Tab between groups, arrow keys inside one, Enter."""
    group = next((each for each in (BOARD, PANEL) if each.split()[1].startswith(selector.partition("=")[0])), selector)
    for _ in range(MAX_TABS):
        if await _has_focus(page, selector):
            await page.keyboard.press("Enter")
            return
        await page.keyboard.press("ArrowRight" if await _has_focus(page, group) else "Tab")
    raise AssertionError(f"{selector} cannot be reached by keyboard")


async def _has_focus(page: Page, selector: str) -> bool:
    found: bool = await page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector)
    return found


async def unreachable(page: Page) -> list[str]:
    """What can be chosen on the board but is not met by going on with the arrow key from the first choice."""
    all_choices = await page.locator(BOARD).evaluate_all("all => all.map(one => one.dataset.choose)")
    met = set()
    if all_choices:
        await page.locator(BOARD).first.focus()
    for _ in all_choices:
        met.add(await page.evaluate("document.activeElement?.dataset.choose"))
        await page.keyboard.press("ArrowRight")
    return [choice for choice in all_choices if choice not in met]


async def small_targets(page: Page) -> list[str]:
    """What can be chosen on the board and is less than 24 px wide or high."""
    found: list[str] = await page.evaluate(SMALL, BOARD)
    return found


class WebPlayer:
    """Prefers the kind of choice that it has made least often, so that a match shows every kind."""

    def __init__(
        self,
        seed: int,
        press: Callable[[Page, str], Awaitable[None]] = click,
        look: Callable[[Page], Awaitable[None]] | None = None,
    ) -> None:
        self.kinds: Counter[str] = Counter()
        """The kinds of choices made, by where: ``board cell``, ``panel end``."""
        self._chance = random.Random(seed)
        self._press = press
        self._look = look

    async def compose(self, page: Page) -> str:
        """Makes choices until they make a move; the move in notation."""
        for _ in range(MAX_STEPS):
            if self._look:
                await self._look(page)
            offered = await page.evaluate(OFFERED, [BOARD, PANEL])
            choices = [(where, choice) for where in ("board", "panel") for choice in offered[where]]
            # A move that is complete may still take more, a second tile for example.
            complete = await page.locator(CONFIRM).count() > 0
            if complete and (not choices or self._chance.random() < 0.5):
                return (await page.locator(CONFIRM).inner_text()).partition(": ")[2]
            assert choices, "the page offers nothing to the seat to move"
            self._chance.shuffle(choices)
            where, choice = min(choices, key=self._weight)
            self.kinds[_kind(where, choice)] += 1
            before = await page.locator(".composer .chosen-path .badge").count()
            attribute = "data-choose" if where == "board" else "data-choice-button"
            await self._press(page, f'[{attribute}="{choice}"]:not(:disabled)')
            await expect(page.locator(".composer .chosen-path .badge")).not_to_have_count(before)
        raise AssertionError("the choices make no move")

    def _weight(self, one: tuple[str, str]) -> float:
        kind = _kind(*one)
        return self.kinds[kind] / FAVOURED.get(kind.partition(" ")[2], 1)

    async def confirm(self, page: Page) -> None:
        await self._press(page, CONFIRM)

    async def move(self, page: Page) -> Position:
        """Composes a move, confirms it and waits for what follows."""
        before = await position(page)
        await self.compose(page)
        await self.confirm(page)
        return await position(page, before.seq + 1)

    async def play(self, pages: dict[int, Page], moves: int = MAX_MOVES) -> Position:
        """Plays for the seats of these pages until the match is over, or for so many moves."""
        now = await position(next(iter(pages.values())))
        for _ in range(moves):
            if now.status != "PLAYING":
                break
            page = pages[now.to_move[0]]
            await position(page, now.seq)
            now = await self.move(page)
        return now


def _kind(where: str, choice: str) -> str:
    return f"{where} {choice.partition(':')[0]}"
