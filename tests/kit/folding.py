"""Views folded from zero, to compare with what a server has."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from projections.stores.comparison import digest
from projections.stores.shelf import Shelf
from projections.stores.sqlite_shelf import SqliteShelf
from service.bootstrap import open_workbench
from service.projecting.log_follower import LogFollower, advance_to
from service.projecting.workbench import Workbench
from service.settings import Settings


@contextmanager
def workbench(data: Path, **settings: object) -> Iterator[Workbench]:
    bench = open_workbench(Settings(data=data, **settings))  # type: ignore[arg-type]
    try:
        yield bench
    finally:
        bench.close()


def served_views(bench: Workbench) -> dict[str, tuple[int, int, str]]:
    """Position, number of events applied and digest of every view that serves."""
    found = {}
    for generation in bench.shelf.generations():
        if generation.role == "serving":
            store = bench.shelf.sealed_store(generation)
            with store.reading() as reader:
                found[generation.name] = (reader.position(), reader.applied(), digest(reader, generation.tables))
            store.close()
    return found


def folded_views(bench: Workbench, folder: Path, until: dict[str, int]) -> dict[str, tuple[int, int, str]]:
    """The same of views that are folded anew, from the first event on."""
    shelf: Shelf = SqliteShelf(folder)
    found = {}
    for name, new in bench.projections.items():
        projection = new()
        generation = shelf.add(name, projection.version, "serving", projection.tables)
        store = shelf.store(generation, projection.tables)
        advance_to(LogFollower(bench.record, projection, store), until[name], 1000, lambda _: None)
        with store.reading() as reader:
            found[name] = (reader.position(), reader.applied(), digest(reader, generation.tables))
        store.close()
    shelf.close()
    return found
