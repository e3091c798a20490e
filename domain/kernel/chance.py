"""Chance that nobody chooses: every draw follows from the server's committed seed and the seats' entropy."""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final

SEED_BYTES: Final = 32
MAX_ENTROPY_BYTES: Final = 64
_WORD: Final = 1 << 64
_FOUR_WORDS: Final = Struct(">4Q").unpack


def seed_commitment(match_id: str, server_seed: bytes) -> bytes:
    """What the server publishes before anybody joins."""
    return sha256(b"clio-seed/1" + match_id.encode() + server_seed).digest()


def match_seed(match_id: str, server_seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The joint seed: the server's, mixed with each seat's entropy in seat order."""
    joined = b"".join(len(entropy).to_bytes(1, "big") + entropy for entropy in entropies)
    return hmac.digest(server_seed, b"clio-match/1" + match_id.encode() + joined, "sha256")


class Chance:
    """All draws of one match, by label. The same label always gives the same draws."""

    __slots__ = ("_orders", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._orders: dict[str, tuple[str, ...]] = {}

    def words(self, label: str) -> Iterator[int]:
        """The endless stream of 64-bit words of a label."""
        prefix = f"{label}/".encode()
        for block in count():
            yield from _FOUR_WORDS(hmac.digest(self._seed, prefix + str(block).encode(), "sha256"))

    def below(self, label: str, bound: int) -> int:
        """The first number of the label's stream, evenly among 0 … bound - 1."""
        return next(word for word in self.words(label) if word < _WORD // bound * bound) % bound

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The items in the label's order; drawn from index 0. Remembered, so that asking again is free.

        A label names one order for ever: ask for it with the same items each time.
        """
        order = self._orders.get(label)
        if order is None:
            order = self._orders[label] = self._shuffled(label, items)
        return order

    def _shuffled(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        order = sorted(items)
        words = self.words(label)
        for last in range(len(order) - 1, 0, -1):
            bound = last + 1
            word = next(words)
            while word >= _WORD // bound * bound:
                word = next(words)
            chosen = word % bound
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)
