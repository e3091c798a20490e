"""A mutant within functions, put into modules that are imported already: the functions get the changed code."""

import gc
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType


@dataclass(frozen=True)
class ChangedFunctions:
    """Code before and after; ``outermost`` is what a module or class holds, ``nested`` what lies within."""

    outermost: tuple[CodeType, CodeType]
    nested: tuple[tuple[CodeType, CodeType], ...]


class OutsideFunctionsError(Exception):
    """The change is in what runs when the module is imported: the module must be imported with it."""


def changed_functions(before: str, after: str, path: str) -> ChangedFunctions:
    """The one function that the change is in."""
    pairs = tuple(_changed(compile(before, path, "exec"), compile(after, path, "exec")))
    if not pairs:
        raise OutsideFunctionsError(path)
    return ChangedFunctions(pairs[0], pairs[1:])


def live_functions(root: Path) -> dict[str, list[FunctionType]]:
    """The functions that exist now, by the file that they were written in."""
    found: dict[str, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(f"{root}/domain/"):
            found.setdefault(Path(each.__code__.co_filename).relative_to(root).as_posix(), []).append(each)
    return found


def put_in(change: ChangedFunctions, functions: list[FunctionType]) -> bool:
    """Gives every live function its changed code; whether the outermost one was among them."""
    is_in = False
    for function in functions:
        for before, after in (change.outermost, *change.nested):
            if _place(function.__code__) == _place(before):
                function.__code__ = after
                is_in = is_in or before is change.outermost[0]
                break
    return is_in


def _place(code: CodeType) -> tuple[str, int, bytes]:
    """Tells code apart. The code itself would not do: what Python learns while running it is a part of it."""
    return code.co_qualname, code.co_firstlineno, code.co_linetable


def _changed(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of code that differ, outer before inner."""
    if before == after:
        return
    if before.co_flags & inspect.CO_OPTIMIZED:
        yield before, after
    elif _own(before) != _own(after):
        raise OutsideFunctionsError(before.co_qualname)
    if len(_inner(before)) != len(_inner(after)):
        raise OutsideFunctionsError(before.co_qualname)
    for old, new in zip(_inner(before), _inner(after), strict=True):
        yield from _changed(old, new)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _own(code: CodeType) -> CodeType:
    """The code without the code of what is defined within it, and without columns: a longer line moves those."""
    consts = tuple(None if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")
