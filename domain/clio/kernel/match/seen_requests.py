"""The request ids that a match has seen, in a few bytes each: a long match has hundreds and keeps them for ever."""

from array import array
from typing import Final

_KEY_BYTES: Final = 8


class SeenRequests:
    """Maps each request to the position of its first event.

    Keys are 64-bit hashes, seeded per process. On a collision the second request counts as a repetition of the first
    and is rejected as such.

    Copies share their entries (copy on write): entries never change, and a copy that diverges makes its own. So the
    checkpoints of a long match do not multiply its requests.
    """

    __slots__ = ("_count", "_firsts", "_keys", "_last")

    def __init__(self) -> None:
        self._keys = bytearray()
        self._firsts = array("I")
        self._last = ""
        self._count = 0

    def add(self, request: str, seq: int) -> None:
        """Adds an event; the events of one request are consecutive."""
        if request == self._last:
            return
        self._last = request
        key, end = hash(request).to_bytes(_KEY_BYTES, "little", signed=True), self._count * _KEY_BYTES
        if self._count < len(self._firsts):
            if self._firsts[self._count] == seq and self._keys[end : end + _KEY_BYTES] == key:
                self._count += 1
                return
            self._keys, self._firsts = self._keys[:end], self._firsts[: self._count]
        self._keys += key
        self._firsts.append(seq)
        self._count += 1

    @property
    def last(self) -> str:
        """The request of the last event."""
        return self._last

    def get(self, request: str) -> int | None:
        """The first event of a request; None for a request that was not seen."""
        key, end = hash(request).to_bytes(_KEY_BYTES, "little", signed=True), self._count * _KEY_BYTES
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
        """A copy that shares the entries until it diverges."""
        copy = SeenRequests()
        copy._keys, copy._firsts, copy._last, copy._count = self._keys, self._firsts, self._last, self._count
        return copy

    def _entries(self) -> tuple[bytes, "array[int]"]:
        return bytes(self._keys[: self._count * _KEY_BYTES]), self._firsts[: self._count]
