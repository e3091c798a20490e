"""The requests that a match has heard, in a few bytes each: long matches have hundreds, and each is kept for ever."""

from array import array
from typing import Final

_KEY_BYTES: Final = 8


class SeenRequests:
    """For every request the position of its first event.

    Requests are known by a hash with a key of this process's own. Should two ever share one, the second is taken for
    a repeated first, and refused as such.

    Copies share their entries: what is there already is never changed, and the first copy that goes another way takes
    entries of its own. So the checkpoints of a long match do not hold its requests many times.
    """

    __slots__ = ("_count", "_firsts", "_keys", "_last")

    def __init__(self) -> None:
        self._keys = bytearray()
        self._firsts = array("I")
        self._last = ""
        self._count = 0

    def add(self, request: str, seq: int) -> None:
        """Takes in an event; all that follow from one request stand together."""
        if request == self._last:
            return
        self._last = request
        key, end = _key(request), self._count * _KEY_BYTES
        if self._count < len(self._firsts):
            if self._firsts[self._count] == seq and self._keys[end : end + _KEY_BYTES] == key:
                self._count += 1
                return
            self._keys, self._firsts = self._keys[:end], self._firsts[: self._count]
        self._keys += key
        self._firsts.append(seq)
        self._count += 1

    def get(self, request: str) -> int | None:
        """The first event that followed from a request; None for one that was not heard."""
        key, end = _key(request), self._count * _KEY_BYTES
        found = self._keys.find(key, 0, end)
        while found % _KEY_BYTES and found > 0:
            found = self._keys.find(key, found + 1, end)
        return None if found < 0 else self._firsts[found // _KEY_BYTES]

    def __contains__(self, request: str) -> bool:
        return self.get(request) is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenRequests) and self._entries() == other._entries()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def copy(self) -> "SeenRequests":
        """The same, to go on by itself."""
        twin = SeenRequests()
        twin._keys, twin._firsts, twin._last, twin._count = self._keys, self._firsts, self._last, self._count
        return twin

    def _entries(self) -> tuple[bytes, "array[int]"]:
        return bytes(self._keys[: self._count * _KEY_BYTES]), self._firsts[: self._count]


def _key(request: str) -> bytes:
    return hash(request).to_bytes(_KEY_BYTES, "little", signed=True)
