"""Ed25519 public keys that a verifier accepts: canonical encodings of points that are not of small order."""

from typing import Final

KEY_BYTES: Final = 32
_P: Final = 2**255 - 19
_Y_BITS: Final = 2**255 - 1
_ORDER_8: Final = tuple(
    int.from_bytes(bytes.fromhex(text), "little")
    for text in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)
_SMALL_ORDER: Final = frozenset({0, 1, _P - 1, *_ORDER_8})
"""The y coordinates of all points of small order: a signature under such a key is valid for many messages."""


def is_strict_key(key: bytes) -> bool:
    """Whether the key is canonical and not of small order; checking a signature shows whether it is a point."""
    second = int.from_bytes(key, "little") & _Y_BITS
    return len(key) == KEY_BYTES and second < _P and second not in _SMALL_ORDER
