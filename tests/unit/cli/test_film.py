"""Films of replays: the whole board at one place in every frame, whatever its size, and a pause at the end."""

import asyncio
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from clio.cli.boards.akrotiri_map import cells_of
from clio.cli.render.canvas import Canvas
from clio.cli.replay.event_source import first_board
from clio.cli.replay.file_event_source import FileEventSource
from clio.cli.replay.frames import MIN_WIDTH, STORY_LINES, film, film_size
from clio.cli.replay.recording import render_options_for, svg
from clio.verify.record_files import read_record
from clio.verify.replayer import FileReplay
from tests.kit.records import lines_of
from tests.kit.table import Table

OPTIONS = render_options_for(Path("film.svg"))


def _source(game: str, seats: int, moves: int) -> FileEventSource:
    return FileEventSource(FileReplay(read_record(lines_of(Table(game, seats, seed=4).play(moves)))))


def _film(source: FileEventSource, begin: int = 0) -> list[Canvas]:
    return asyncio.run(film(source, None, begin or first_board(source.events), OPTIONS))


def _story_at(frame: Canvas) -> int:
    """The line of the first sentence below the board: lines of it begin with the number of an event."""
    lines = frame.lines()
    last = max(y for y, line in enumerate(lines) if not line)
    return last + 1


@pytest.mark.parametrize(("game", "seats"), [("akros", 2), ("akrotiri", 2), ("amphipolis", 3)])
def test_the_sentences_stay_at_one_place_and_the_film_is_as_large_as_its_frames(game: str, seats: int) -> None:
    source = _source(game, seats, 20)
    frames = _film(source)
    assert len(frames) == len(source.events) - first_board(source.events) + 1
    assert len({_story_at(frame) for frame in frames}) == 1
    columns, lines = film_size(frames)
    assert (columns, lines) == (max(MIN_WIDTH, *(frame.width for frame in frames)), max(f.height for f in frames))
    assert lines == _story_at(frames[0]) + STORY_LINES
    root = ET.fromstring(svg(frames, 1.0))  # noqa: S314 (our own file)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert float(root.get("width", "")) == pytest.approx(columns * 8.4 + 20)


def test_the_whole_map_of_akrotiri_is_in_the_film() -> None:
    source = _source("akrotiri", 2, 150)
    last = source.events[-1].seq
    view = asyncio.run(source.view(last, None))
    across = {x for x, _ in cells_of(view.akrotiri)}
    # More than the 78 columns of a small terminal hold.
    assert len(across) > 5
    frame = _film(source, last)[-1]
    heading = frame.lines()[2]
    assert [int(number) for number in re.findall(r"-?\d+", heading)] == sorted(across)


def test_the_last_frame_stays_longer() -> None:
    frames = _film(_source("akros", 2, 3))
    total = len(frames) + 4.0
    times = re.findall(r'keyTimes="([^"]+)" dur="([^"]+)s"', svg(frames, 1.0))
    assert {float(seconds) for _, seconds in times} == {total}
    begin = float(times[-1][0].split(";")[-1])
    assert begin == pytest.approx((len(frames) - 1) / total, abs=1e-4)
