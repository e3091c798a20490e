"""Files that appear in their place whole, and stay there after a crash."""

import os
from pathlib import Path


def move_into_place(made: Path, place: Path) -> None:
    """Moves a file or folder to its place, and has the disk remember it."""
    made.replace(place)
    sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Has the disk remember which names a folder has."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
