"""Ways to values in a draft's events, and strange values to put there."""

from typing import Any, Final

from tests.mutants.draft import Entry

Path = tuple[str | int, ...]

STRANGE: Final[tuple[Any, ...]] = (None, True, 7, "x", ["x"], {"x": 1})
"""A value of every type of JSON."""


def of_another_type(value: object) -> list[Any]:
    """The strange values whose type is not this one's."""
    return [strange for strange in STRANGE if type(strange) is not type(value)]


def value_at(root: Any, path: Path) -> Any:
    for step in path:
        root = root[step]
    return root


def has(root: Any, path: Path) -> bool:
    try:
        value_at(root, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def put(root: Any, path: Path, value: object) -> None:
    value_at(root, path[:-1])[path[-1]] = value


def remove(root: Any, path: Path) -> None:
    del value_at(root, path[:-1])[path[-1]]


def put_public(entry: Entry, path: Path, value: object) -> None:
    put(entry.public, path, value)
