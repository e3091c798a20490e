"""Canonical bytes: JSON with sorted keys, no spaces, UTF-8, integers only (RFC 8785 for such values)."""

from typing import Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """The one spelling of a JSON value (or struct) that is stored, hashed and streamed."""
    return _ENCODER.encode(value)
