"""Runs blocking reads of the record in threads."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from eventsourcing.persistence import PersistenceError

from clio.server import errors

T = TypeVar("T")


async def in_reader_thread(read: Callable[..., T], *args: object) -> T:
    """Runs a blocking read in a thread; maps an unavailable record to its service error."""
    try:
        return await asyncio.to_thread(read, *args)
    except PersistenceError as error:
        raise errors.record_unavailable(str(error)) from error
