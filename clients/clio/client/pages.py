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

    @classmethod
    def short(
        cls, fetch: Callable[[], Awaitable[Page]], items: Callable[[Page], Iterable[Item]]
    ) -> "Paged[Item, Page]":
        """A list that the server answers at once: it has one page."""
        return Paged(lambda _: fetch(), items, lambda _: "")

    async def pages(self) -> AsyncIterator[Page]:
        """The pages, as the server answers them."""
        page_token = ""
        while True:
            page = await self._fetch(page_token)
            yield page
            page_token = self._next_token(page)
            if not page_token:
                return

    async def first_page(self) -> Page:
        """The first page; of a list that has no more, the whole answer."""
        return await self._fetch("")

    async def all(self) -> list[Item]:
        """All items; only for lists that are short enough to be held at once."""
        return [item async for item in self]

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in self._items(page):
                yield item
