"""Pages of a list: their size, and opaque tokens that say where to go on."""

import base64
import binascii
from hashlib import sha256
from typing import Final

import msgspec

from clio.projections.table import Value
from clio.server import errors
from clio.server.app.validation import MAX_PAGE_TOKEN

DEFAULT_PAGE: Final = 50
LARGEST_PAGE: Final = 500
LARGEST_NUMBER: Final = 2**63 - 1
"""What stores can hold: a token may be forged."""
_MARK: Final = 6
_POSITION_BYTES: Final = 8
_DECODER: Final = msgspec.json.Decoder(tuple[Value, ...])


def page_size(wanted: int) -> int:
    """How many rows a page has."""
    if wanted < 0:
        raise errors.malformed("page_size must not be negative.")
    return min(wanted or DEFAULT_PAGE, LARGEST_PAGE)


def page_token(after: tuple[Value, ...], filters: object) -> str:
    """The token for the page after a row, good for these filters only."""
    return base64.urlsafe_b64encode(_mark(filters) + msgspec.json.encode(after)).decode().rstrip("=")


def after_token(token: str, filters: object, *kinds: type[Value]) -> tuple[Value, ...]:
    """The row that a token goes on after, as values of these kinds; empty for the first page."""
    if not token:
        return ()
    if len(token) > MAX_PAGE_TOKEN:
        raise errors.malformed("Invalid page_token.")
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        after = _DECODER.decode(raw[_MARK:])
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise errors.malformed("Invalid page_token.") from error
    if raw[:_MARK] != _mark(filters):
        raise errors.malformed("The page_token belongs to a list with other filters.")
    if len(after) != len(kinds) or not all(map(_fits, after, kinds)):
        raise errors.malformed("Invalid page_token.")
    return after


def _fits(value: Value, kind: type[Value]) -> bool:
    # What was a whole number comes back from JSON as an integer, where a real is meant too.
    return type(value) in ((int, float) if kind is float else (kind,)) and (
        not isinstance(value, int) or abs(value) <= LARGEST_NUMBER
    )


def _mark(filters: object) -> bytes:
    return sha256(msgspec.json.encode(filters, order="sorted")).digest()[:_MARK]


def position_token(position: int) -> str:
    """The token for the page before a position, where a list has no filters that could change."""
    return base64.urlsafe_b64encode(position.to_bytes(_POSITION_BYTES, "big")).decode().rstrip("=")


def position_of(token: str, newest: int) -> int:
    """The position that such a token means; the newest for the first page."""
    if not token:
        return newest
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise errors.malformed("Invalid page_token.") from error
    position = int.from_bytes(raw, "big")
    if len(raw) != _POSITION_BYTES or position > newest:
        raise errors.malformed("Invalid page_token.")
    return position
