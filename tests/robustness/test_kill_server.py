"""A few kills in every test run; ``make robustness`` does fifty."""

from pathlib import Path

from tests.robustness import kill_server


async def test_a_killed_server_has_every_acknowledged_move_when_it_comes_back(tmp_path: Path) -> None:
    history, verdict = await kill_server.run(tmp_path, 3, lambda _: None)
    assert verdict.clean, verdict
    assert len(history.acknowledged) > 20
    assert history.retried > 0
    # Both transports took part.
    players = {request_id.rsplit("-", 2)[0] for _, request_id in history.acknowledged}
    assert {"player-0", "player-1"} <= players
    assert sum(len(seen) for seen in history.sightings.values()) > 20
