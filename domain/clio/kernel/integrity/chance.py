"""Verifiable randomness: every draw is derived from the server's committed seed and the seats' entropy.

Neither the server nor a player can choose a draw: the server commits to its seed before the seats add their entropy.
"""

import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count, islice
from struct import Struct, unpack
from typing import Final

import msgspec

SEED_BYTES: Final = 32
MAX_ENTROPY_BYTES: Final = 64
REVEALED_BYTES: Final = 32
"""Entropy that a seat commits itself to and reveals."""
_WORD: Final = 1 << 64
_MAX_FAST_PATH: Final = 1 << 16
_SAFE: Final = _WORD - _MAX_FAST_PATH
"""Rejection sampling accepts every word below this for any bound up to ``_MAX_FAST_PATH``."""
_MAX_CACHED_ORDERS: Final = 64
"""Shuffles in the cache; a match has a handful, a forged record may have thousands."""
_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_FOUR_WORDS: Final = Struct(">4Q").unpack


def seed_commitment(match_id: str, server_seed: bytes) -> bytes:
    """The commitment to its seed that the server publishes before the first seat is taken."""
    return sha256(b"clio-seed/1" + match_id.encode() + server_seed).digest()


def entropy_commitment(match_id: str, seat: int, entropy: bytes) -> bytes:
    """The commitment to its entropy that a seat gives when it joins, before anybody has revealed theirs."""
    return sha256(f"clio-entropy/1{match_id}/{seat}/".encode() + entropy).digest()


def match_seed(match_id: str, server_seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The joint seed: the server's, mixed with each seat's entropy in seat order."""
    joined = b"".join(len(entropy).to_bytes(1, "big") + entropy for entropy in entropies)
    return hmac.digest(server_seed, b"clio-match/1" + match_id.encode() + joined, "sha256")


class Known(msgspec.Struct, frozen=True):
    """Draws that are already fixed, by label: beginnings of orders, and numbers. A fork's history fixes them."""

    orders: Mapping[str, Sequence[str]] = {}
    numbers: Mapping[str, int] = {}


class Chance:
    """The draws of one match, by label. The same label always gives the same draws."""

    __slots__ = ("_known", "_latest", "_numbers", "_orders", "_seed")

    def __init__(self, seed: bytes, known: Known | None = None) -> None:
        self._seed = seed
        self._known = known
        self._numbers: dict[tuple[str, int], int] = {}
        self._orders: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._latest: dict[str, tuple[Sequence[str], tuple[str, ...]]] = {}

    def words(self, label: str) -> Iterator[int]:
        """The endless stream of 64-bit words of a label."""
        for block in self._blocks(label):
            yield from _FOUR_WORDS(block)

    def _blocks(self, label: str) -> Iterator[bytes]:
        # HMAC with both halves of the key hashed once for all blocks: half of a set-up's time is spent here.
        key = self._seed.ljust(_BLOCK, b"\0")
        inner = sha256(key.translate(_INNER) + f"{label}/".encode())
        outer = sha256(key.translate(_OUTER))
        for number in count():
            message, whole = inner.copy(), outer.copy()
            message.update(b"%d" % number)
            whole.update(message.digest())
            yield whole.digest()

    def below(self, label: str, bound: int) -> int:
        """The first number of the label's stream, uniform in 0 … bound - 1."""
        if self._known is not None and label in self._known.numbers:
            return self._known.numbers[label]
        number = self._numbers.get((label, bound))
        if number is None:
            number = next(word for word in self.words(label) if word < _WORD // bound * bound) % bound
            self._numbers[label, bound] = number
        return number

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The items in the label's order, to be drawn from index 0. The order is cached.

        The cache key holds the items too: a caller that tries a move out may shuffle other items.
        """
        latest = self._latest.get(label)
        if latest is not None and latest[0] is items and type(items) is tuple:
            return latest[1]
        key = (label, tuple(items))
        order = self._orders.get(key)
        if order is None:
            settled = () if self._known is None else tuple(self._known.orders.get(label, ()))
            rest = _without(items, settled) if settled else items
            if len(self._orders) >= _MAX_CACHED_ORDERS:
                self._orders.clear()
                self._latest.clear()
            order = self._orders[key] = settled + self._shuffled(label, rest)
        self._latest[label] = (items, order)
        return order

    def _shuffled(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        order = sorted(items)
        swaps = max(0, len(order) - 1)
        blocks = -(-swaps // 4)
        words = unpack(f">{4 * blocks}Q", b"".join(islice(self._blocks(label), blocks)))
        if max(words, default=0) >= _SAFE or len(order) > _MAX_FAST_PATH:
            words = self._accepted(label, len(order))
        for last, word in zip(range(swaps, 0, -1), words, strict=False):
            chosen = word % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _accepted(self, label: str, size: int) -> tuple[int, ...]:
        """The words that a shuffle uses, by rejection sampling: a word beyond the last whole multiple is skipped."""
        stream = self.words(label)
        return tuple(next(word for word in stream if word < _WORD // bound * bound) for bound in range(size, 1, -1))


def _without(items: Sequence[str], settled: Sequence[str]) -> list[str]:
    rest = Counter(items)
    rest.subtract(settled)
    if any(count < 0 for count in rest.values()):
        raise ValueError("more was drawn than there is")
    return list(rest.elements())
