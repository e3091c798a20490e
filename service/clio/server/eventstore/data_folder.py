"""The data folder: private to its owner, and locked by the process that writes its record."""

import fcntl
import os
from pathlib import Path
from typing import Final, Self

import structlog

from clio.projections.storage.private_files import OWNER_ONLY, OWNER_ONLY_FOLDER, make_private_folder, restrict

LOCK_FILE: Final = "in-use"
_FILES: Final = ("admin-token", "clock-alive", "clock-outages", "head-key", "head-key.new", LOCK_FILE)
_DATABASES: Final = ("record.db", "archive.db", "keys.db")
_FOLDERS: Final = ("projections", "head-keys", "restoring")

log = structlog.get_logger()


class FolderInUseError(Exception):
    """Another process has locked the data folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"The data folder {folder} is in use by another server or command.")
        self.folder: Final = folder


class FolderLock:
    """An exclusive lock on a data folder; the kernel releases it when the process ends."""

    def __init__(self, folder: Path) -> None:
        """Raises FolderInUseError where another process, or another server of this one, has the lock."""
        prepare_folder(folder)
        self._path: Final = folder / LOCK_FILE
        self._descriptor = -1
        try:
            while not self._is_in_place():
                self.release()
                self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, OWNER_ONLY)
                os.fchmod(self._descriptor, OWNER_ONLY)
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise FolderInUseError(folder) from None
        except BaseException:
            self.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def __del__(self) -> None:
        # A server whose construction failed is never stopped.
        if hasattr(self, "_descriptor"):
            self.release()

    def remove(self) -> None:
        """Removes the lock's file, then releases the lock: the folder was not put to use."""
        self._path.unlink(missing_ok=True)
        self.release()

    def _is_in_place(self) -> bool:
        """Whether the locked file is the one that others would lock: its last holder may have removed it."""
        try:
            return self._descriptor >= 0 and os.path.samestat(os.fstat(self._descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Releases the lock."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


def prepare_folder(folder: Path) -> None:
    """Creates the data folder, and makes it and Clio's files in it private to their owner.

    Only names of Clio's own are touched: the folder may hold other files.
    """
    make_private_folder(folder)
    _restrict(folder, OWNER_ONLY_FOLDER)
    for name in _FILES:
        _restrict(folder / name, OWNER_ONLY)
    for name in _DATABASES:
        for path in folder.glob(f"{name}*"):
            _restrict(path, OWNER_ONLY)
    for name in _FOLDERS:
        _restrict_tree(folder / name)


def _restrict_tree(folder: Path) -> None:
    if folder.is_symlink() or not folder.is_dir():
        return
    _restrict(folder, OWNER_ONLY_FOLDER)
    for path in folder.iterdir():
        if path.is_file():
            _restrict(path, OWNER_ONLY)


def _restrict(path: Path, mode: int) -> None:
    try:
        restrict(path, mode)
    except PermissionError:
        # A mounted volume may have another owner; the files that this process creates in it are private anyway.
        log.warning("data.permissions_too_open", path=str(path))
