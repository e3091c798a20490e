"""Reading the record without holding up the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from eventsourcing.persistence import PersistenceError

from clio.server import errors

T = TypeVar("T")


async def in_reader_thread(read: Callable[..., T], *args: object) -> T:
    """What a blocking read gives; a record that cannot be read is told as callers should meet it."""
    try:
        return await asyncio.to_thread(read, *args)
    except PersistenceError as error:
        raise errors.record_unavailable(str(error)) from error
