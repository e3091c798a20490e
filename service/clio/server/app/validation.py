"""Validation of requests: bounds on the fields that no rule bounds."""

from collections.abc import Collection, Mapping
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from clio.server import errors
from clio.server.codec.timestamps import from_timestamp
from clio.v1 import freshness_pb2

MAX_WORD: Final = 64
"""A name of a game, a player, a side, a rule or an option, or an option's value."""
MAX_OPTIONS: Final = 32
MAX_PAGE_TOKEN: Final = 1_024


def check_length(most: int = MAX_WORD, **words: str) -> None:
    """Refuses names above the maximum length."""
    for name, word in words.items():
        if len(word) > most:
            raise errors.malformed(
                "{field} has {length} characters; the limit is {limit}.", field=name, length=len(word), limit=most
            )


def check_game(game: str, games: Collection[str]) -> None:
    """Refuses a filter by an unknown game; empty means all games."""
    if game and game not in games:
        raise errors.game_not_found(", ".join(sorted(games)))


def check_enum(name: str, value: int, known: Collection[int]) -> None:
    """Refuses a value that the enum does not have; 0 is the unspecified one."""
    if value and value not in known:
        raise errors.malformed("{field} has no value {value}.", field=name, value=value)


def min_seq(at_least: freshness_pb2.AtLeast, match_id: str) -> int:
    """The event that an answer about one match must include."""
    if at_least.match_id not in ("", match_id):
        raise errors.malformed("`at_least` names another match than the request.")
    return at_least.min_seq


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
