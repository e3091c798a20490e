"""The entropy of the caller's seats: committed to when joining, revealed before the start, kept for ever after."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Protocol

from clio.client.readiness_round import Sent

ENTROPY_BYTES: Final = 32


def entropy_commitment(match_id: str, seat: int, entropy: bytes) -> bytes:
    """The commitment of a seat to its entropy; see docs/record.md."""
    return sha256(f"clio-entropy/1{match_id}/{seat}/".encode() + entropy).digest()


def new_entropy() -> bytes:
    """Entropy that only the caller knows."""
    return secrets.token_bytes(ENTROPY_BYTES)


@dataclass(slots=True)
class SeatEntropy:
    """What the caller has committed a seat to: one secret for each round of readiness, the last one for the next."""

    token: str
    entropies: list[bytes] = field(default_factory=list)
    settled: bool = False
    """Whether the match has started, or the seat is lost: nothing is to be revealed any more."""
    sent: dict[bytes, Sent] = field(default_factory=dict)
    """Where the match was when each of them was sent for the first time: from then on others may know it."""


class EntropyStore(Protocol):
    """Where the caller keeps its entropy; a caller who loses it cannot get ready."""

    def of_match(self, match_id: str) -> Mapping[int, SeatEntropy]:
        """All that is kept of a match, by seat."""

    def keep(self, match_id: str, seat: int, kept: SeatEntropy) -> None:
        """Stores the entropy of a seat."""


class MemoryEntropy:
    """Keeps entropy for as long as the client lives."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, dict[int, SeatEntropy]]] = {}

    def of_match(self, match_id: str) -> Mapping[int, SeatEntropy]:
        """All that is kept of a match, by seat."""
        return self._kept.get(match_id, {})

    def keep(self, match_id: str, seat: int, kept: SeatEntropy) -> None:
        """Stores the entropy of a seat."""
        self._kept.setdefault(match_id, {})[seat] = kept
