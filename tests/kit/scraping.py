"""Scrapes a server's metrics as Prometheus does."""

import asyncio
import http.client
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.kit.ports import free_port
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

PATIENCE = 10


def fetched(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    """The status and the text of a page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Scrape:
    """One scrape of all metrics."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.families: list[Metric] = list(text_string_to_metric_families(text))
        self.samples = [sample for family in self.families for sample in family.samples]

    def value(self, name: str, **labels: str) -> float:
        """The sum of all series that have these labels."""
        found = [
            sample.value for sample in self.samples if sample.name == name and labels.items() <= sample.labels.items()
        ]
        assert found, f"there is no {name} with {labels}"
        return sum(found)


class Scraped:
    """A running server and its metrics endpoint."""

    def __init__(self, server: Connection, port: int) -> None:
        self.server = server
        self.port = port

    async def page(self, path: str, method: str = "GET") -> tuple[int, str]:
        return await asyncio.to_thread(fetched, self.port, path, method)

    async def scrape(self) -> Scrape:
        status, text = await self.page("/metrics")
        assert status == 200
        return Scrape(text)

    async def until(self, name: str, expected: float, **labels: str) -> None:
        """Waits until a metric has a value: some lag behind."""

        async def is_it() -> bool:
            return (await self.scrape()).value(name, **labels) == expected

        await until(is_it)


@asynccontextmanager
async def scraped(data: Path, **settings: object) -> AsyncIterator[Scraped]:
    """A running server with a metrics endpoint."""
    port = free_port()
    async with running(data, metrics_port=port, **settings) as server:
        yield Scraped(server, port)
