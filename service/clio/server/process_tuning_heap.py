"""The memory that a server's process takes from its system: as few heaps as its threads can share."""

import ctypes
from contextlib import suppress
from typing import Final

_ARENA_MAX: Final = -8
"""The name of the option for ``mallopt``, in the C library's own header."""
_HEAPS: Final = 2


def limit_malloc_arenas() -> None:
    """Has all threads take memory from few heaps; for a process that has started none yet.

    The C library of most Linux systems gives threads up to eight heaps for each core. What one thread leaves free the
    others cannot use, so that the memory of a server whose work moves between its threads grows for hours. Other
    systems do not know the option, and need it not.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _HEAPS)
