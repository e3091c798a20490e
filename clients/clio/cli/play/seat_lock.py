"""Locks of the seats that ``clio play`` plays: two terminals of one user do not play the same seat."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from clio.cli.session.token_store import state_folder

_FOLDER: Final = "playing"


def is_played(match_id: str, seat: int, folder: Path | None = None) -> bool:
    """Whether another ``clio play`` plays the seat now."""
    with seat_lock(match_id, seat, folder) as is_free:
        return not is_free


@contextmanager
def seat_lock(match_id: str, seat: int, folder: Path | None = None) -> Iterator[bool]:
    """Holds the lock of a seat; yields False if another process has it. The kernel releases it with the process."""
    locks = (folder or state_folder()) / _FOLDER
    locks.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = locks / f"{match_id}-{seat}"
    descriptor = _locked(file)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            file.unlink(missing_ok=True)
            os.close(descriptor)


def _locked(file: Path) -> int | None:
    """Locks the file that others would lock: the last holder removes it. None if it is locked."""
    while True:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(descriptor), file.stat()):
                return descriptor
        except BlockingIOError:
            os.close(descriptor)
            return None
        except FileNotFoundError:
            pass
        os.close(descriptor)
