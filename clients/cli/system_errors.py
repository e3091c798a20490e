"""What the operating system refuses, in the user's language."""

import errno
import os
from typing import Final

from clients.cli.language import t

KNOWN: Final = tuple(
    os.strerror(number)
    for number in (
        errno.ENOENT,
        errno.EACCES,
        errno.EPERM,
        errno.EISDIR,
        errno.ENOTDIR,
        errno.EEXIST,
        errno.ENOSPC,
        errno.EROFS,
        errno.ENAMETOOLONG,
        errno.EADDRINUSE,
        errno.EADDRNOTAVAIL,
    )
)
"""Those that users meet; any other is told as the system tells it."""


def system_error(error: OSError) -> str:
    """Why the system refused."""
    return t(error.strerror or str(error))
