"""A projection whose code has changed: rebuilt beside the old view, compared, switched, dropped."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clio.client.client import Client
from clio.projections.matches.match_index import MATCHES
from clio.projections.runtime.build_attempts import BuildAttempts
from clio.projections.runtime.runner import ProjectionRunner
from clio.projections.standings.standing import Standing
from clio.projections.standings.standings import Standings
from clio.projections.storage.database import Session
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.projection_service_pb2 import (
    GENERATION_STATUS_FOLLOWING,
    GENERATION_STATUS_READY,
    GENERATION_STATUS_RETIRED,
    GENERATION_STATUS_SEALED,
    Projection,
)
from tests.kit.folding import folded_views, projection_context, served_views
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

TOKEN = "operator-" + "x" * 32
PATIENCE = 60.0


async def shown(client: Client, name: str, until: Callable[[Projection], bool]) -> Projection:
    """The projection once it is as expected."""
    async with asyncio.timeout(PATIENCE):
        while True:
            listed = await client.operator(TOKEN).list_projections().first_page()
            projection = next(each for each in listed.projections if each.projection == name)
            if until(projection):
                return projection
            await asyncio.sleep(0.05)


def statuses(projection: Projection) -> list[int]:
    return [int(generation.status) for generation in projection.generations]


async def played(server: Connection, matches: int) -> AtLeast:
    for _ in range(matches):
        match = await (await server.seated("akros", 2)).finish()
    return AtLeast(match_id=match.match_id, min_seq=match.seq)


def as_if_older_code_had_made(data: Path, store_url: str, name: str, change: Callable[[Session], None]) -> None:
    """Marks the view as one of version 0, and changes what is in it."""
    with projection_context(data, database_url=store_url) as context:
        (generation,) = [each for each in context.generation_store.generations() if each.name == name]
        with context.generation_store._catalog.writing() as session:
            session.execute("UPDATE generation SET version = 0 WHERE name = ?", (name,))
        database = context.generation_store._database(generation)
        with database.writing() as session:
            change(session)
        database.close()


def one_win_too_many(session: Session) -> None:
    key, document = session.execute("SELECT key, document FROM standings ORDER BY key").fetchone()
    standing = msgspec.json.decode(bytes(document), type=Standing)
    wrong = msgspec.structs.replace(standing, won=standing.won + 1)
    session.execute(
        "UPDATE standings SET document = ? WHERE key = ?", (msgspec.json.encode(wrong, order="sorted"), key)
    )


def tags_without_places(session: Session) -> None:
    """The matches' tags as version 1 of the view had them."""
    tags = [tuple(row) for row in session.execute("SELECT tag, key FROM matches_tag").fetchall()]
    session.execute("DROP TABLE matches_tag")
    session.execute("CREATE TABLE matches_tag (tag TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (tag, key))")
    session.execute_many("INSERT INTO matches_tag VALUES (?, ?)", tags)


def columns_of_version_2(session: Session) -> None:
    """The matches' columns as version 2 of the view had them, and its tags as version 1 had them."""
    tags_without_places(session)
    names = [column.name for column in MATCHES.columns if column.before is not None]
    for number, index in enumerate(MATCHES.indexes):
        if set(names) & {name.strip("-") for name in index}:
            session.execute(f"DROP INDEX matches_index_{number}")
    for name in names:
        session.execute(f"ALTER TABLE matches DROP COLUMN {name}")


async def test_a_players_matches_are_found_in_an_old_view_while_the_new_one_is_built(
    tmp_path: Path, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    async with running(data, database_url=store_url, admin_token=TOKEN) as server:
        seen = await played(server, 2)
        async with Client(f"127.0.0.1:{server.clio.port}") as client:
            truth = [each async for each in client.list_matches(player="Player 0", at_least=seen)]
    assert len(truth) == 2
    as_if_older_code_had_made(data, store_url, "matches", columns_of_version_2)
    monkeypatch.setattr(BuildAttempts, "run", lambda *_: False)
    async with (
        running(data, database_url=store_url, admin_token=TOKEN) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        view = await shown(client, "matches", lambda each: len(each.generations) == 2)
        assert view.generations[0].status == GENERATION_STATUS_SEALED
        assert [each async for each in client.list_matches(player="Player 0")] == truth


async def test_new_code_builds_beside_the_old_view_and_switches(
    tmp_path: Path, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    async with running(data, database_url=store_url, admin_token=TOKEN) as server:
        seen = await played(server, 3)
        async with Client(f"127.0.0.1:{server.clio.port}") as client:
            truth = (await client.views.get_player("Player 0", at_least=seen)).standings
    as_if_older_code_had_made(data, store_url, "standings", one_win_too_many)

    # The building waits for a sign, so that the old view can be looked at meanwhile.
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()
    run = BuildAttempts.run

    def gated(self: BuildAttempts, generation: object) -> bool:
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(PATIENCE)
        return run(self, generation)  # type: ignore[arg-type]

    monkeypatch.setattr(BuildAttempts, "run", gated)
    async with (
        running(data, database_url=store_url, admin_token=TOKEN) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        before = await shown(client, "standings", lambda each: len(each.generations) == 2)
        assert before.generations[0].status == GENERATION_STATUS_SEALED
        assert (before.version, before.generations[0].version) == (Standings.version, 0)
        old = (await client.views.get_player("Player 0")).standings
        assert [each.won for each in old] == [truth[0].won + 1, *(each.won for each in truth[1:])]
        # The old view stays as it is; the service goes on, and the new one has what is played meanwhile.
        seen = await played(server, 1)
        gate.set()
        done = [GENERATION_STATUS_FOLLOWING, GENERATION_STATUS_RETIRED]
        after = await shown(client, "standings", lambda each: statuses(each) == done)
        assert after.generations[0].comparison.differing == 1
        difference = await client.operator(TOKEN).diff_projection("standings").first_page()
        assert [(each.table, each.key) for each in difference.differences] == [("standings", '["","","","Player 0"]')]
        assert difference.comparison.position == before.generations[0].position
        assert difference.comparison.old_digest != difference.comparison.new_digest
        new = (await client.views.get_player("Player 0", at_least=seen)).standings
        assert new[0].played == truth[0].played + 1
        dropped = await client.operator(TOKEN).drop_projection("standings")
        assert statuses(dropped) == [GENERATION_STATUS_FOLLOWING]
    assert_views_are_folds(tmp_path, store_url)


async def test_a_rebuild_can_be_held_compared_and_switched(tmp_path: Path, store_url: str) -> None:
    async with (
        running(tmp_path / "data", database_url=store_url, admin_token=TOKEN) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        operator = client.operator(TOKEN)
        await played(server, 2)
        await operator.rebuild_projection("statistics", hold=True)
        ready = [GENERATION_STATUS_FOLLOWING, GENERATION_STATUS_READY]
        held = await shown(client, "statistics", lambda each: statuses(each) == ready)
        comparison = held.generations[1].comparison
        assert comparison.old_digest == comparison.new_digest
        assert held.generations[1].progress.events == comparison.position
        assert held.generations[1].progress.rate > 0
        # Both go on, so that the switch loses nothing.
        seen = await played(server, 1)
        assert (await client.views.get_statistics("akros", at_least=seen)).finished == 3
        await shown(client, "statistics", lambda each: each.generations[1].lag == 0)
        switched = await operator.switch_projection("statistics")
        assert [each.serving for each in switched.generations] == [True, False]
        assert switched.generations[0].generation == 2
        seen = await played(server, 1)
        assert (await client.views.get_statistics("akros", at_least=seen)).finished == 4
        await operator.drop_projection("statistics")
    assert_views_are_folds(tmp_path, store_url)
    if not store_url:
        left = (tmp_path / "data" / "projections").glob("statistics*")
        assert {file.name.partition(".")[0] for file in left} == {"statistics_2"}


async def test_a_generation_that_is_dropped_before_it_catches_up_ends_its_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = threading.Event()
    wait_for = ProjectionRunner.wait_for

    def never_there(runner: ProjectionRunner, position: int | None, timeout: float) -> bool:
        """As on a busy server: the new generation is always behind. Only the build waits in its own thread."""
        if threading.current_thread().name != "clio-build-statistics":
            return wait_for(runner, position, timeout)
        waits.set()
        time.sleep(0.01)
        return False

    monkeypatch.setattr(ProjectionRunner, "wait_for", never_there)
    async with (
        running(tmp_path / "data", admin_token=TOKEN) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        operator = client.operator(TOKEN)
        await played(server, 1)
        await operator.rebuild_projection("statistics", hold=True)
        await until(waits.is_set)
        await operator.drop_projection("statistics")
        await until(lambda: "clio-build-statistics" not in [thread.name for thread in threading.enumerate()])
        again = await operator.rebuild_projection("statistics", hold=True)
        assert len(again.generations) == 2


async def test_a_server_that_ends_while_it_builds_goes_on_where_it_was(tmp_path: Path, store_url: str) -> None:
    data = tmp_path / "data"
    async with running(data, database_url=store_url, admin_token=TOKEN) as server:
        seen = await played(server, 1)
        async with Client(f"127.0.0.1:{server.clio.port}") as client:
            await client.operator(TOKEN).rebuild_projection("matches")
    async with (
        running(data, database_url=store_url, admin_token=TOKEN) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        done = [GENERATION_STATUS_FOLLOWING, GENERATION_STATUS_RETIRED]
        await shown(client, "matches", lambda each: statuses(each) == done)
        assert [match.match_id async for match in client.list_matches(at_least=seen)] == [seen.match_id]
    assert_views_are_folds(tmp_path, store_url)


def assert_views_are_folds(folder: Path, store_url: str) -> None:
    with projection_context(folder / "data", database_url=store_url) as context:
        served = served_views(context)
        assert len(served) == 4
        assert folded_views(context, folder / "folded", {name: each[0] for name, each in served.items()}) == served
        # A view that nobody waited for may have been stopped on its way.
        assert max(each[0] for each in served.values()) == context.record.last_position()
