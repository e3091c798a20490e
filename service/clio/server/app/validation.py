"""How long what callers say may be, where nothing else says so: no request makes the server work without bound."""

from collections.abc import Mapping
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from clio.server import errors
from clio.server.codec.timestamps import from_timestamp

MAX_WORD: Final = 64
"""A name of a game, a player, a side, a rule or an option, or an option's value."""
MAX_OPTIONS: Final = 32
MAX_PAGE_TOKEN: Final = 1_024


def check_length(most: int = MAX_WORD, **words: str) -> None:
    """Refuses names longer than any can be."""
    for name, word in words.items():
        if len(word) > most:
            raise errors.malformed(
                "{field} has {length} characters; the limit is {limit}.", field=name, length=len(word), limit=most
            )


def check_options(options: Mapping[str, str]) -> None:
    """Refuses more options than any game has."""
    if len(options) > MAX_OPTIONS:
        raise errors.malformed(
            "There are {number} options; the limit is {limit}.", number=len(options), limit=MAX_OPTIONS
        )
    for name, value in options.items():
        check_length(option=name, value=value)


def read_timestamp(moment: Timestamp) -> str:
    """A moment that a caller names."""
    try:
        return from_timestamp(moment)
    except (ValueError, OverflowError) as error:
        raise errors.malformed("Invalid timestamp in the request.") from error
