"""The requests that a match has heard, in a few bytes each: long matches have hundreds, and each is kept for ever."""

from array import array
from typing import Final

_KEY_BYTES: Final = 8


class HeardRequests:
    """For every request the position of its first event.

    Requests are known by a hash with a key of this process's own. Should two ever share one, the second is taken for
    a repeated first, and refused as such.
    """

    __slots__ = ("_firsts", "_keys", "_last")

    def __init__(self) -> None:
        self._keys = bytearray()
        self._firsts = array("I")
        self._last = ""

    def add(self, request: str, seq: int) -> None:
        """Takes in an event; all that follow from one request stand together."""
        if request != self._last:
            self._last = request
            self._keys += _key(request)
            self._firsts.append(seq)

    def get(self, request: str) -> int | None:
        """The first event that followed from a request; None for one that was not heard."""
        key = _key(request)
        found = self._keys.find(key)
        while found % _KEY_BYTES and found > 0:
            found = self._keys.find(key, found + 1)
        return None if found < 0 else self._firsts[found // _KEY_BYTES]

    def __contains__(self, request: str) -> bool:
        return self.get(request) is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HeardRequests) and (self._keys, self._firsts) == (other._keys, other._firsts)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def copy(self) -> "HeardRequests":
        """The same, to go on by itself."""
        twin = HeardRequests()
        twin._keys, twin._firsts, twin._last = self._keys[:], self._firsts[:], self._last
        return twin


def _key(request: str) -> bytes:
    return hash(request).to_bytes(_KEY_BYTES, "little", signed=True)
