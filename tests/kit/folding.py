"""Views folded from zero, to compare with what a server has."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clio.projections.runtime.context import ProjectionContext
from clio.projections.runtime.log_follower import LogFollower, advance_to
from clio.projections.storage.comparison import digest
from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.server.bootstrap import open_projection_context
from clio.server.eventstore.match_store import MatchStore
from clio.server.settings import Settings


@contextmanager
def projection_context(data: Path, **settings: object) -> Iterator[ProjectionContext[MatchStore]]:
    context = open_projection_context(Settings(data=data, **settings))  # type: ignore[arg-type]
    try:
        yield context
    finally:
        context.close()


def served_views(context: ProjectionContext[MatchStore]) -> dict[str, tuple[int, int, str]]:
    """Position, number of events applied and digest of every view that serves."""
    found = {}
    for generation in context.generation_store.generations():
        if generation.role == "serving":
            store = context.generation_store.read_only_store(generation)
            with store.reading() as reader:
                found[generation.name] = (reader.position(), reader.applied(), digest(reader, generation.tables))
            store.close()
    return found


def folded_views(
    context: ProjectionContext[MatchStore], folder: Path, until: dict[str, int]
) -> dict[str, tuple[int, int, str]]:
    """The same of views that are folded again, from the first event on."""
    generation_store: GenerationStore = SqliteGenerationStore(folder)
    found = {}
    for name, new in context.projections.items():
        projection = new()
        generation = generation_store.add(name, projection.version, "serving", projection.tables)
        store = generation_store.store(generation, projection.tables)
        advance_to(LogFollower(context.record, projection, store), until[name], 1000, lambda _: None)
        with store.reading() as reader:
            found[name] = (reader.position(), reader.applied(), digest(reader, generation.tables))
        store.close()
    generation_store.close()
    return found
