"""Canonical bytes: JSON with sorted keys, no spaces, UTF-8, integers only (RFC 8785 for such values)."""

from collections.abc import Callable
from typing import Final

import msgspec

canonical: Final[Callable[[object], bytes]] = msgspec.json.Encoder(order="sorted").encode
"""The one spelling of a JSON value (or struct) that is stored, hashed and streamed; a move makes several."""
