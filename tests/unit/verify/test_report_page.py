"""The page of an audit: words for rules, moves in sentences, the last board, and nothing that runs."""

import json
import re

import pytest

from clio.games.registry import BUILT_IN
from clio.verify.record_files import read_record
from clio.verify.report_page import Narration, report_page
from clio.verify.verifier import verify_lines
from tests.kit.records import lines_of
from tests.kit.table import Table

SEATS = {"akros": 2, "akrotiri": 2, "amphipolis": 3}


def _page(lines: list[bytes], narration: Narration | None = None) -> str:
    return report_page(read_record(lines), verify_lines(lines), "today", "(the server's key)", narration=narration)


def _unfolded(page: str) -> str:
    """What a reader sees without opening anything."""
    return re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)


def test_the_page_to_file_holds_everything_and_runs_nothing() -> None:
    table = Table("amphipolis", 2, seed=4).finish()
    lines = [line.replace(b"Player 0", b"<script>x") for line in lines_of(table)]
    page = _page(lines, Narration({2: "<script>x takes seat 0."}))
    assert "<script" not in page
    assert page.count("&lt;script&gt;x") > 2
    assert "&lt;script&gt;x takes seat 0." in page
    assert not any(word in page for word in ("http://", "https://", "src=", "href="))
    head = json.loads(lines[-1])["head"]
    for text in (table.match.server_seed.hex(), head["key"], head["signature"], table.match.id, "Player 1"):
        assert text in page
    for event in table.events:
        move = json.loads(event.canonical)["public"].get("move")
        assert move is None or move in page


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_every_rule_id_has_its_title_before_it(game: str) -> None:
    table = Table(game, SEATS[game], seed=4).finish()
    titles = {rule.id: rule.title for rule in table.game.rulebook.rules}
    page = _unfolded(_page(lines_of(table), Narration({1: f"Somebody wins [{min(titles)}]"})))
    found = re.findall(r"(.{0,80}?)\b([A-Z]{3}-[A-Z][A-Z0-9-]+)", page)
    assert min(titles) in {rule for _, rule in found}
    assert len({rule for _, rule in found}) > 1
    for before, rule in found:
        assert before.endswith(f"{titles[rule]} (<code>"), (before, rule)


def test_the_data_as_recorded_are_folded_away_and_the_sentences_are_not() -> None:
    table = Table("akros", 2, seed=4).finish()
    page = _page(lines_of(table), Narration({5: "The board is laid."}, "<svg>drawn</svg>"))
    read = _unfolded(page)
    assert "The board is laid." in read
    assert "<h2>Final board</h2>" in read
    assert "<svg>drawn</svg>" in read
    seed = table.match.server_seed.hex()
    for data in (seed, "akros.BoardLaid", "seed_commitment"):
        assert data in page
        assert data not in read


def test_a_record_that_nobody_tells_still_has_its_events() -> None:
    read = _unfolded(_page(lines_of(Table("akros", 2, seed=4).play(3))))
    assert "BoardLaid" in read
    assert "<svg" not in read
