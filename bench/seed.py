"""The server's seed for all matches of the bench."""

from typing import Final

SEED: Final = bytes(range(32))
