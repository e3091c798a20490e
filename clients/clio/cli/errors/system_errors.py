"""Errors of the operating system in the user's language."""

import errno
import os
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t

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
"""Errors that have a translation; others are shown as the system words them."""


def system_error(error: OSError) -> str:
    """The translated text of an operating system error."""
    return t(error.strerror or str(error))


def folder_in_use(folder: Path) -> Failure:
    """Another process has locked the data folder."""
    message = filled(
        "The data folder {folder} is in use by another server or command. Stop that one, or choose another folder.",
        folder=folder,
    )
    return Failure(ExitCode.UNREACHABLE, "FOLDER_IN_USE", message)
