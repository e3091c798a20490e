"""The garbage collector of a server's process: hardly anything that a server makes is in cycles."""

import gc
from typing import Final

_PILE: Final = 2_000
"""Objects between two looks of the collector: gRPC leaves a small circle for each call, with its metadata in it, and
a larger pile takes longer to clear at once, and more memory, than many small ones."""
_YOUNG: Final = 20
_ALL: Final = 1_250
"""Looks at the young between two at those that lived through one, and those between two looks at everything."""


def tune_garbage_collector() -> None:
    """Leaves what a server keeps for ever out of collection, and looks through all the rest rarely.

    For a process that is nothing but a server, once it serves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_PILE, _YOUNG, _ALL)
