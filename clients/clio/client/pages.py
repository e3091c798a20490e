"""Lists that come in pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Paged(Generic[Item, Page]):
    """A list of the server: iterate over its items, or over ``pages()``. Nothing is fetched before that."""

    def __init__(
        self,
        fetch: Callable[[str], Awaitable[Page]],
        items: Callable[[Page], Iterable[Item]],
        next_token: Callable[[Page], str],
    ) -> None:
        """``fetch`` gets the page of a page token; the first page has the empty one."""
        self._fetch: Final = fetch
        self._items: Final = items
        self._next_token: Final = next_token

    async def pages(self) -> AsyncIterator[Page]:
        """The pages, as the server answers them."""
        page_token = ""
        while True:
            page = await self._fetch(page_token)
            yield page
            page_token = self._next_token(page)
            if not page_token:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in self._items(page):
                yield item
