"""Faults show in the metrics: an unavailable dependency, a lagging projection, and the recovery."""

from pathlib import Path

import pytest

from clio.kernel.events.lifecycle import Finished
from clio.kernel.events.match_event import MatchEvent
from clio.projections.projection import ViewWriter
from clio.projections.statistics.statistics import Statistics
from clio.v1 import match_service_pb2 as pb
from tests.kit.redis_server import RedisServer
from tests.kit.scraping import Scraped, scraped
from tests.kit.waiting import until


async def test_an_unavailable_redis_shows_in_metrics_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clio.server.observability.health.CHECK_SECONDS", 0.1)
    redis = RedisServer()
    try:
        redis.start()
        async with scraped(tmp_path, redis_url=redis.url) as seen:
            table = await seen.server.seated("akros")
            await seen.until("clio_live_events_total", table.match.seq, result="published")
            before = await seen.scrape()
            assert (before.value("clio_redis_healthy"), before.value("clio_faults_total")) == (1, 0)
            redis.kill()
            await table.play_first()
            await seen.until("clio_redis_healthy", 0)
            await seen.until("clio_dependency_healthy", 0, dependency="live")
            assert (await seen.page("/readyz"))[0] == 200, "it serves without Redis"
            away = await seen.scrape()
            assert away.value("clio_live_waiting_events") > 0
            await _until_faulty(seen, "redis_publishing")
            await _until_faulty(seen, "redis_reading")
            redis.start()
            await seen.until("clio_redis_healthy", 1)
            await seen.until("clio_live_waiting_events", 0)
            head = (await table.refresh()).seq
            await seen.until("clio_live_events_total", head, result="published")
    finally:
        redis.remove()


async def _until_faulty(seen: Scraped, kind: str) -> None:
    async def is_it() -> bool:
        return (await seen.scrape()).value("clio_faults_total", kind=kind) > 0

    await until(is_it)


async def test_a_stopped_projection_shows_in_metrics_with_its_lag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = Statistics.apply

    def apply(self: Statistics, view: ViewWriter, position: int, event: MatchEvent) -> None:
        if isinstance(event.payload, Finished):
            raise ZeroDivisionError
        sound(self, view, position, event)

    monkeypatch.setattr(Statistics, "apply", apply)
    async with scraped(tmp_path) as seen:
        await seen.until("clio_projection_lag_events", 0, projection="statistics")
        assert (await seen.scrape()).value("clio_projection_healthy", projection="statistics") == 1
        table = await seen.server.seated("akros")
        await table.finish()
        await seen.until("clio_projection_healthy", 0, projection="statistics")
        await seen.until("clio_projection_lag_events", 0, projection="standings")
        await seen.server.seated("akros")
        scrape = await seen.scrape()
    assert scrape.value("clio_projection_lag_events", projection="statistics") > 0
    assert scrape.value("clio_projection_healthy", projection="standings") == 1
    assert scrape.value("clio_faults_total", kind="projection") == 1


async def test_an_event_store_that_cannot_be_written_shows_in_metrics(tmp_path: Path) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated()
        (tmp_path / "record.db").rename(tmp_path / "elsewhere.db")
        answer = seen.server.matches.OpenMatch(pb.OpenMatchRequest(game="akros", seats=2))
        await answer.code()
        with pytest.raises(Exception, match="event store"):
            await table.play_first()
        scrape = await seen.scrape()
        (tmp_path / "elsewhere.db").rename(tmp_path / "record.db")
    assert scrape.value("clio_faults_total", kind="record") > 0
    assert scrape.value("clio_moves_total", result="unavailable") == 1


async def test_a_failed_call_shows_in_metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with scraped(tmp_path) as seen:
        table = await seen.server.seated()
        monkeypatch.setattr(seen.server.clio.matches, "get", None)
        await seen.server.matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=table.id)).code()
        scrape = await seen.scrape()
    assert scrape.value("clio_faults_total", kind="call") == 1
    assert scrape.value("clio_calls_total", method="ListLegalMoves", code="INTERNAL") == 1
