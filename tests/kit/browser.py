"""A real browser before a real server: Chromium driven by Playwright."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from tests.kit.npm_package import web_packages
from tests.kit.ports import free_port
from tests.kit.private_server import binary
from tests.kit.server_process import ServerProcess

expect.set_options(timeout=20_000)
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

HEADLESS_SHELL: Final = "chromium-headless-shell"
"""The same engine as ``chromium`` without the windows around it, which take two thirds of the time."""


@asynccontextmanager
async def chromium(program: str = HEADLESS_SHELL) -> AsyncIterator[Browser]:
    """Debian's Chromium, without a network of its own."""
    async with async_playwright() as playwright:
        path = binary(program, program)
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


class Site:
    """A server with its web app, and a browser before it. Whatever a page complains of is kept."""

    def __init__(self, server: ServerProcess, url: str, browser: Browser) -> None:
        self.server = server
        self.url = url
        self.browser = browser
        self.complaints: list[str] = []

    async def person(self, width: int = 1200, **options: Any) -> Page:
        """A page in a browser profile of its own."""
        options = {"viewport": {"width": width, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"} | options
        context: BrowserContext = await self.browser.new_context(**options)
        context.set_default_timeout(20_000)
        return await self.tab(context)

    async def tab(self, context: BrowserContext) -> Page:
        """Another page of a profile."""
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._keep(message.type, message.text))
        return page

    def _keep(self, kind: str, text: str) -> None:
        # A server that is gone shows up as failed fetches: the page says so itself.
        if kind in {"error", "warning"} and "net::ERR_" not in text and "Failed to load resource" not in text:
            self.complaints.append(text)


@asynccontextmanager
async def site(folder: Path, program: str = HEADLESS_SHELL, **settings: str) -> AsyncIterator[Site]:
    """A fresh server and a browser."""
    port = free_port()
    server = ServerProcess(folder, CLIO_HTTP_PORT=str(port), **settings)
    await server.start()
    try:
        async with chromium(program) as browser:
            yield Site(server, f"http://127.0.0.1:{port}", browser)
    finally:
        await server.stop()


async def barriers(page: Page) -> list[str]:
    """What axe-core finds by the rules of WCAG 2.2 AA and its best practices."""
    # By the browser's own protocol: the page's policy allows no script from elsewhere.
    session = await page.context.new_cdp_session(page)
    axe = (web_packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    await session.send("Runtime.evaluate", {"expression": axe})
    run = (
        "axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(found.violations.map("
        "one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | '))))"
    )
    found: dict[str, Any] = await session.send("Runtime.evaluate", {"expression": run, "awaitPromise": True})
    await session.detach()
    return [line for line in found["result"]["value"].strip("[]").split('","') if line]


async def open_match(page: Page, url: str, game: str, name: str, **options: str) -> str:
    """Opens a match in the lobby by clicks; the address of the match."""
    await page.goto(f"{url}/lobby")
    form = page.locator("form.open-form")
    await form.locator("select").first.select_option(game)
    await form.get_by_label("Your name").fill(name)
    if options:
        await form.get_by_text("Options", exact=True).click()
        for option, value in options.items():
            await form.locator("label.option", has_text=option.replace("_", " ")).locator("select").select_option(value)
    await form.get_by_role("button", name="Open a match").click()
    await page.wait_for_url("**/m/*")
    return page.url.partition("?")[0]


async def join_match(page: Page, address: str, name: str) -> None:
    await page.goto(address)
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Take a seat").click()


async def make_move(page: Page, number: int = 0) -> str:
    """Clicks choices until they make a move, confirms it and waits for its events; the move in notation."""
    events = page.locator(".checked h2")
    composer = page.locator(".composer")
    confirm = composer.locator(".confirm button")
    for step in range(12):
        choices = composer.locator(".choices button")
        await expect(confirm.or_(choices.first).first).to_be_visible()
        if await confirm.count() and (step or not await choices.count()):
            notation = await confirm.inner_text()
            # Read now: the move of another seat may have come while this one waited for its turn.
            before = await events.inner_text()
            await confirm.click()
            await expect(events).not_to_have_text(before)
            return notation.partition(": ")[2]
        await choices.nth(number % await choices.count()).click()
    raise AssertionError("the choices make no move")
