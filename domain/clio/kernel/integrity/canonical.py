"""Canonical bytes: JSON with sorted keys, no spaces, UTF-8, integers only (RFC 8785 for such values)."""

from collections.abc import Callable
from typing import Final

import msgspec

canonical: Final[Callable[[object], bytes]] = msgspec.json.Encoder(order="sorted").encode
"""Encodes a JSON value or struct; these bytes are stored, hashed and streamed. Hot path: several calls per move."""
