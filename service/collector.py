"""The garbage collector of a server's process: hardly anything that a server makes is in cycles."""

import gc
from typing import Final

_PILE: Final = 50_000
"""Objects between two looks of the collector."""


def spare_the_collector() -> None:
    """Leaves what a server keeps for ever out of collection, and lets more pile up before each round.

    For a process that is nothing but a server, once it serves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_PILE, 20, 50)
