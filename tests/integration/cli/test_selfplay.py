import json
from pathlib import Path

import pytest

from clio.verify.verify_match import verify_file
from tests.integration.cli.terminal import User


@pytest.mark.parametrize(("seats", "bot"), [(1, "random"), (2, "greedy"), (3, "random"), (4, "greedy")])
def test_every_match_that_bots_play_among_themselves_verifies(tmp_path: Path, seats: int, bot: str) -> None:
    told = User(tmp_path, "").run(
        *("selfplay", "amphipolis", "--matches", "5", "--seats", str(seats), "--bot", bot),
        *("--out", "played", "--seed", "7", "--json"),
        env={"CLIO_SERVER": ""},
    )
    assert told.returncode == 0, told.stderr
    matches = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(matches) == 5
    for match in matches:
        assert match["match"]["status"] == "finished"
        report = verify_file(tmp_path / match["file"])
        assert report.match == match["match"]["match_id"]
        assert (report.integrity.verdict, report.fairness.verdict) == ("pass", "pass")


def test_bots_play_on_the_server_that_is_named(user: User) -> None:
    told = user.says("selfplay", "amphipolis", "--matches", "1", "--seats", "1")
    match = told.split()[1]
    assert user.json("show", match)["view"]["match"]["status"] == "finished"
    assert "1 match, " in told
