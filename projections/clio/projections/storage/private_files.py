"""Files and folders that only their owner can read, whatever the umask."""

import os
from pathlib import Path
from typing import Final

OWNER_ONLY: Final = 0o600
OWNER_ONLY_FOLDER: Final = 0o700
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")


def make_private_folder(folder: Path) -> None:
    """Creates a folder and its missing parents with mode 0700; leaves folders that exist as they are."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        try:
            each.mkdir(mode=OWNER_ONLY_FOLDER)
        except FileExistsError:
            continue
        each.chmod(OWNER_ONLY_FOLDER)


def prepare_private_database(path: Path) -> None:
    """Gives a SQLite file mode 0600 before SQLite opens it: SQLite creates its -wal and -shm with the same mode."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWNER_ONLY)
    except FileExistsError:
        for suffix in SQLITE_SUFFIXES:
            restrict(path.with_name(path.name + suffix), OWNER_ONLY)
        return
    try:
        os.fchmod(descriptor, OWNER_ONLY)
    finally:
        os.close(descriptor)


def restrict(path: Path, mode: int) -> None:
    """Removes permissions that a mode does not allow; ignores a missing path."""
    try:
        found = path.stat().st_mode & 0o777
        if found & ~mode:
            path.chmod(found & mode)
    except FileNotFoundError:
        return
