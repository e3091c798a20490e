"""View stores behave alike on SQLite and PostgreSQL."""

from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.projections.matches.match_index import MATCHES, MatchIndex, player_tag
from clio.projections.matches.match_states import History
from clio.projections.matches.match_summary import MatchSummary
from clio.projections.projection import Projection, ViewWriter
from clio.projections.standings.standings import Standings
from clio.projections.statistics.statistics import Statistics
from clio.projections.storage.comparison import compare, digest
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.generation_store import Generation, GenerationStore, NoSuchGenerationError
from clio.projections.storage.postgres import PostgresDatabase
from clio.projections.storage.postgres_generations import PostgresGenerationStore
from clio.projections.storage.postgres_pool import PostgresPool
from clio.projections.storage.query import Query
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.projections.storage.view_store import UnprocessableEventError, ViewStore
from tests.kit.postgres_server import PostgresServer
from tests.kit.table import Table

Log = list[tuple[int, MatchEvent]]


@pytest.fixture(scope="module")
def log() -> Log:
    """Nine matches of three games, their events interleaved."""
    tables = [Table("akros", 2, seed=seed).finish() for seed in range(4)]
    tables += [Table("amphipolis", 1 + seed % 4, seed=10 + seed).finish() for seed in range(4)]
    tables.append(Table("akrotiri", 2, seed=20).finish())
    longest = max(len(table.events) for table in tables)
    events = [table.events[at] for at in range(longest) for table in tables if at < len(table.events)]
    return list(enumerate(events, 1))


def history_of(log: Log) -> History:
    def history(match_id: str, before: int) -> list[MatchEvent]:
        return [event for _, event in log if event.match_id == match_id and event.seq < before]

    return history


def all_projections(log: Log) -> list[Projection]:
    history = history_of(log)
    return [MatchIndex(GAMES, history), Standings(GAMES), Statistics(GAMES, history)]


def opened(
    generation_store: GenerationStore, projection: Projection, role: str = "serving"
) -> tuple[Generation, ViewStore]:
    generation = generation_store.add(projection.name, projection.version, role, projection.tables)  # type: ignore[arg-type]
    return generation, generation_store.store(generation, projection.tables)


def take(store: ViewStore, projection: Projection, log: Log, page: int) -> None:
    at = 0
    for first in range(0, len(log), page):
        at = store.apply_page(projection, at, log[first : first + page])


def digest_of(store: ViewStore, projection: Projection) -> str:
    with store.reading() as reader:
        return digest(reader, projection.tables)


@pytest.mark.parametrize("page", [1, 7, 10_000])
def test_a_view_is_the_same_in_every_store_and_for_every_size_of_pages(
    generation_store: GenerationStore, tmp_path: Path, log: Log, page: int
) -> None:
    shown = log[:60] if page == 1 else log
    for kept, plain in zip(all_projections(log), all_projections(log), strict=True):
        _, store = opened(generation_store, kept)
        take(store, kept, shown, page)
        elsewhere = SqliteGenerationStore(tmp_path / "elsewhere")
        _, other = opened(elsewhere, plain)
        take(other, plain, shown, 100)
        assert digest_of(store, kept) == digest_of(other, plain)
        with store.reading() as reader:
            assert (reader.position(), reader.applied()) == (len(shown), len(shown))
        for each in (store, other, elsewhere):
            each.close()


def test_a_view_with_a_tiny_cache_is_the_same(generation_store: GenerationStore, tmp_path: Path, log: Log) -> None:
    frugal = SqliteGenerationStore(tmp_path / "frugal", max_cached=2)
    for usual, sparing in zip(all_projections(log), all_projections(log), strict=True):
        (_, store), (_, other) = opened(generation_store, usual), opened(frugal, sparing)
        take(store, usual, log, 50)
        take(other, sparing, log, 50)
        assert digest_of(store, usual) == digest_of(other, sparing)
        assert len(store._cache) > 2 >= len(other._cache)
        for each in (store, other):
            each.close()
    frugal.close()


def test_a_page_that_was_applied_already_changes_nothing(generation_store: GenerationStore, log: Log) -> None:
    for projection in all_projections(log):
        _, store = opened(generation_store, projection)
        assert store.apply_page(projection, 0, log[:50]) == 50
        before = digest_of(store, projection)
        assert store.apply_page(projection, 0, log[:50]) == 50
        assert store.apply_page(projection, 0, log[:20]) == 50
        assert store.apply_page(projection, 60, log[60:70]) == 50
        assert digest_of(store, projection) == before
        with store.reading() as reader:
            assert reader.applied() == 50
        store.close()


def test_two_writers_of_one_view_do_not_count_anything_twice(generation_store: GenerationStore, log: Log) -> None:
    for first, second in zip(all_projections(log), all_projections(log), strict=True):
        generation, store = opened(generation_store, first)
        rival = generation_store.store(generation, second.tables)
        at = 0
        while at < len(log):
            at = store.apply_page(first, at, log[at : at + 31])
            rival.apply_page(second, at - 5, log[at - 5 : at + 20])
            at = rival.apply_page(second, at, log[at : at + 17]) if at < len(log) else at
        with store.reading() as reader:
            assert (reader.position(), reader.applied()) == (len(log), len(log))
        expected = all_projections(log)[[MatchIndex, Standings, Statistics].index(type(first))]  # type: ignore[list-item]
        other_generation = generation_store.add(first.name, first.version, "building", first.tables)
        other = generation_store.store(other_generation, expected.tables)
        take(other, expected, log, 100)
        assert digest_of(store, first) == digest_of(other, expected)
        for each in (store, rival, other):
            each.close()


class Squeamish(MatchIndex):
    """Cannot take in one event."""

    bad = 33

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        super().apply(view, position, event)
        if position == self.bad:
            raise ZeroDivisionError


def test_a_writer_that_was_overtaken_by_exactly_its_page_goes_on_with_what_the_view_has(
    generation_store: GenerationStore, log: Log
) -> None:
    """Two servers on one view: each page is taken by one of them, and both reach the same position."""
    for one, other in zip(all_projections(log), all_projections(log), strict=True):
        generation, first = opened(generation_store, one)
        second = generation_store.store(generation, other.tables)
        at = 0
        for number, start in enumerate(range(0, len(log), 40)):
            page = log[start : start + 40]
            writers = [(first, one), (second, other)]
            for store, projection in writers if number % 2 else reversed(writers):
                reached = store.apply_page(projection, at, page)
                assert reached == page[-1][0]
            at = reached
        assert (
            digest_of(first, one) == digest_of(second, other) == _digest_of_one_writer(generation_store, log, one.name)
        )
        first.close()
        second.close()


def _digest_of_one_writer(generation_store: GenerationStore, log: Log, name: str) -> str:
    (projection,) = [each for each in all_projections(log) if each.name == name]
    _, store = opened(generation_store, projection, "building")
    take(store, projection, log, 500)
    found = digest_of(store, projection)
    store.close()
    return found


def test_a_page_with_an_unprocessable_event_changes_nothing(generation_store: GenerationStore, log: Log) -> None:
    projection = Squeamish(GAMES, history_of(log))
    _, store = opened(generation_store, projection)
    store.apply_page(projection, 0, log[:20])
    before = digest_of(store, projection)
    with pytest.raises(UnprocessableEventError) as caught:
        store.apply_page(projection, 20, log[20:60])
    assert caught.value.position == 33
    assert (store.position(), digest_of(store, projection)) == (20, before)
    assert store.apply_page(projection, 20, log[20:32]) == 32
    store.close()


def test_differences_between_views_are_found_and_listed(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    generation, old = opened(generation_store, projection)
    beside, new = opened(generation_store, projection, "building")
    take(old, projection, log, 100)
    take(new, Forgetful(GAMES, history_of(log)), log, 100)
    with old.reading() as before, new.reading() as after:
        found = compare(before, after, generation.tables, beside.tables)
    forgotten = log[0][1].match_id
    assert found.old_digest != found.new_digest
    assert (found.differing, found.only_old, found.only_new) == (0, 1, 0)
    assert [(each.table, each.key, each.new) for each in found.listed] == [("matches", forgotten, "")]
    assert forgotten in found.listed[0].old
    old.close()
    new.close()


class Forgetful(MatchIndex):
    """Leaves one match out."""

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        super().apply(view, position, event)
        if position > 800:
            view.delete(MATCHES, "matchaaaaaaaaaaaaaaa")


def test_views_at_different_positions_are_not_compared(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    generation, old = opened(generation_store, projection)
    beside, new = opened(generation_store, projection, "building")
    old.apply_page(projection, 0, log[:10])
    new.apply_page(projection, 0, log[:11])
    with old.reading() as before, new.reading() as after, pytest.raises(ValueError, match="one view is at 10"):
        compare(before, after, generation.tables, beside.tables)
    old.close()
    new.close()


def test_pages_walk_through_all_rows_once_in_order(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    _, store = opened(generation_store, projection)
    take(store, projection, log, 100)
    seen: list[MatchSummary] = []
    with store.reading() as reader:
        for _ in range(20):
            query = Query(order=("-position",), after=(seen[-1].position,) if seen else (), limit=2)
            page = reader.page(MATCHES, query, MatchSummary)
            if not page:
                break
            seen += page
        assert reader.count(MATCHES, Query(equal=(("game", "akros"),))) == 4
        alone = Query(tags=(player_tag("Player 3"),), order=("-position",))
        assert [each.match_id for each in reader.page(MATCHES, alone, MatchSummary)] == [
            each.match_id for each in seen if len(each.seats) == 4
        ]
    assert [each.position for each in seen] == list(range(9, 0, -1))
    store.close()


def test_pages_along_tags_hold_what_a_scan_of_every_match_finds(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    _, store = opened(generation_store, projection)
    take(store, projection, log, 100)
    assert MATCHES.tags is not None
    with store.reading() as reader:
        every = reader.page(MATCHES, Query(order=("-position",)), MatchSummary)
        known = sorted({tag for summary in every for tag in MATCHES.tags(summary)})
        asked = [*((tag,) for tag in known), *combinations(known, 2), (player_tag("Nobody"),)]
        for tags, game, before in product(asked, ("", "akros"), (0, 6)):
            query = Query(
                tags=tags,
                equal=(("game", game),) if game else (),
                order=("-position",),
                after=(before,) if before else (),
                limit=3,
            )
            fitting = [
                summary
                for summary in every
                if set(tags) <= set(MATCHES.tags(summary))
                and game in ("", summary.game)
                and (not before or summary.position < before)
            ]
            assert reader.page(MATCHES, query, MatchSummary) == fitting[:3], query
    store.close()


def test_a_reader_sees_one_position_though_the_view_goes_on(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    generation, store = opened(generation_store, projection)
    store.apply_page(projection, 0, log[:100])
    with store.reading() as reader:
        before = digest(reader, generation.tables)
        store.apply_page(projection, 100, log[100:300])
        assert reader.position() == 100
        assert digest(reader, generation.tables) == before
    assert store.position() == 300
    store.close()


def test_generations_are_switched_and_dropped(generation_store: GenerationStore, log: Log) -> None:
    projection = MatchIndex(GAMES, history_of(log))
    first, old = opened(generation_store, projection)
    second, new = opened(generation_store, projection, "building")
    take(old, projection, log, 1000)
    assert generation_store.add(projection.name, 9, "building", projection.tables) == second
    with pytest.raises(NoSuchGenerationError):
        generation_store.remove(first)
    generation_store.switch(second)
    assert _roles(generation_store.generations()) == [(1, "retired"), (2, "serving")]
    with pytest.raises(NoSuchGenerationError):
        generation_store.switch(second)
    old.close()
    generation_store.remove(first)
    assert _roles(generation_store.generations()) == [(2, "serving")]
    third, newest = opened(generation_store, projection, "building")
    assert third.number == 3
    assert newest.position() == 0
    for store in (new, newest):
        store.close()


def test_a_database_that_was_restarted_is_found_again(breakable_postgres: PostgresServer, log: Log) -> None:
    pool = PostgresPool(breakable_postgres.database())
    generation_store, projection = PostgresGenerationStore(pool), MatchIndex(GAMES, history_of(log))
    _, store = opened(generation_store, projection)
    store.apply_page(projection, 0, log[:50])
    with store.reading() as first, store.reading() as second:
        assert first.position() == second.position() == 50
    breakable_postgres.kill()
    with pytest.raises(StoreUnavailableError):
        store.position()
    breakable_postgres.start()
    assert store.position() == 50
    assert store.apply_page(projection, 50, log[50:80]) == 80
    assert len(generation_store.generations()) == 1
    store.close()
    generation_store.close()
    pool.close()


def test_views_leave_a_connection_for_reading_the_event_store(database_url: str) -> None:
    pool = PostgresPool(database_url, 2)
    view = PostgresDatabase(pool, "one")
    with view.writing() as session, pool.connection() as other:
        assert session.execute("SELECT 1").fetchone() == other.execute("SELECT 1").fetchone() == (1,)
        with pytest.raises(StoreUnavailableError), PostgresDatabase(pool, "two").reading():
            pass
    pool.close()


def test_a_schema_ends_with_its_transaction(database_url: str) -> None:
    pool = PostgresPool(database_url, 2)
    for schema in ("one", "two"):
        PostgresDatabase(pool, schema).create([f"CREATE TABLE kept AS SELECT '{schema}'::text AS name"])
    for _ in range(8):
        for schema in ("one", "two"):
            with PostgresDatabase(pool, schema).reading() as session:
                assert session.execute("SELECT name FROM kept").fetchone() == (schema,)
    with pool.connection() as connection:
        assert connection.execute("SHOW search_path").fetchone() == ('"$user", public',)
        assert connection.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("3s",)
    pool.close()


def _roles(generations: Sequence[Generation]) -> list[tuple[int, str]]:
    return [(generation.number, generation.role) for generation in generations]
