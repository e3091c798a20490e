"""What the page on playing with a friend says is true: who reaches the server, and how it is started for others."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Error, expect

from tests.kit.browser import join_match, open_match, site

OTHER_ADDRESS = "127.0.0.2"
"""An address of this machine that a server on 127.0.0.1 does not listen on, as that of a home network."""


async def test_a_friend_reaches_a_server_that_was_started_as_the_page_says(tmp_path: Path) -> None:
    async with site(tmp_path / "closed") as closed:
        ann = await closed.person()
        await ann.goto(f"{closed.url}/friend")
        await expect(ann.get_by_text("Not yet. You opened this page as 127.0.0.1")).to_be_visible()
        command = await ann.locator("pre").inner_text()
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            await ann.goto(closed.url.replace("127.0.0.1", OTHER_ADDRESS))
    assert command.endswith(" make run")
    async with site(tmp_path / "open", **dict(re.findall(r"(CLIO_\w+)=(\S+)", command))) as here:
        url = here.url.replace("127.0.0.1", OTHER_ADDRESS)
        ann, bob = await here.person(), await here.person()
        await ann.goto(f"{url}/friend")
        await expect(ann.get_by_text(f"You opened this page as {OTHER_ADDRESS}")).to_be_visible()
        address = await open_match(ann, url, "akros", "Ann")
        assert await ann.locator(".invitation input").input_value() == address
        await join_match(bob, address, "Bob")
        await expect(ann.locator(".board svg").first).to_be_visible()
        assert here.complaints == []
