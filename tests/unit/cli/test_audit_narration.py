"""What the page of an audit is told by the command line: sentences and the last board, in the reader's language."""

import json
import re

import pytest

from clio.cli.workflows.audit_narration import narration_of
from clio.verify.record_files import read_record
from tests.kit.damage import entries_of, rewritten
from tests.kit.records import lines_of
from tests.kit.table import Table

AKROS = lines_of(Table("akros", 2, seed=4).finish())


@pytest.mark.parametrize(("game", "seats"), [("akros", 2), ("akrotiri", 2), ("amphipolis", 3)])
def test_every_event_is_a_sentence_and_the_whole_board_is_drawn(game: str, seats: int) -> None:
    table = Table(game, seats, seed=4).play(60)
    told = narration_of(read_record(lines_of(table)))
    assert sorted(told.sentences) == list(range(1, len(table.events) + 1))
    assert all(sentence.endswith((".", "!")) for sentence in told.sentences.values())
    assert told.sentences[2] == "Player 0 takes seat 0."
    assert "Player 0" in told.board
    assert told.board.startswith("<svg role=")
    # No arrow says that the map goes on.
    assert not re.search("[←↑→↓]</tspan>", told.board)


def test_names_in_the_picture_are_escaped() -> None:
    entries = [json.loads(json.dumps(entry).replace("Player 0", "<b>&x")) for entry in entries_of(AKROS)]
    board = narration_of(read_record(rewritten(AKROS, entries).split(b"\n")[:-1])).board
    assert "&lt;b&gt;&amp;x" in board
    assert "<b>" not in board


def test_a_record_that_cannot_be_replayed_is_told_by_its_data_alone() -> None:
    entries = entries_of(AKROS)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "akros.TilePlaced")
    entries[place]["event"]["public"]["target"] = 999
    told = narration_of(read_record(rewritten(AKROS, entries).split(b"\n")[:-1]))
    assert (told.sentences, told.board) == ({}, "")
