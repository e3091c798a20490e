import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.render.canvas import Canvas
from clio.cli.replay.gif import gif
from clio.cli.replay.recording import check_kind, render_options_for

CELL = (12, 22)
MARGIN = 8


def _frame(*lines: tuple[str, str]) -> Canvas:
    sheet = Canvas()
    for y, (text, style) in enumerate(lines):
        sheet.put(0, y, text, style)
    return sheet


def _colours(picture: Image.Image, column: int, line: int) -> set[tuple[int, ...]]:
    left, top = MARGIN + column * CELL[0], MARGIN + line * CELL[1]
    cell = picture.convert("RGB").crop((left, top, left + CELL[0], top + CELL[1]))
    return {colour for _, colour in cell.getcolors() or []}  # type: ignore[misc]  # three numbers in RGB


def test_each_frame_is_seen_for_its_time_in_the_colours_of_its_styles() -> None:
    frames = [_frame(("A", "seat0"), ("B", "chosen"), ("é", "")), _frame((" ", "selected"), ("A", "last"))]
    film = Image.open(BytesIO(gif(frames, 0.5, 4.0)))
    assert (film.format, getattr(film, "n_frames", 0), film.info["duration"]) == ("GIF", 2, 500)
    paper, sky = (0x12, 0x12, 0x12), (0x56, 0xB4, 0xE9)
    assert _colours(film, 0, 0) == {paper, sky}
    # What is reversed has its ground in the colour of the letters.
    assert _colours(film, 0, 1) == {paper, (255, 255, 255)}
    assert _colours(film, 0, 2) == {paper, (0xE0, 0xE0, 0xE0)}
    assert _colours(film, 3, 0) == {paper}
    film.seek(1)
    assert film.info["duration"] == 4500
    assert _colours(film, 0, 0) == {(0xF0, 0xE4, 0x42)}


def test_letters_that_the_font_has_not_are_question_marks() -> None:
    assert gif([_frame(("Ω", ""))], 1, 1) == gif([_frame(("?", ""))], 1, 1)


def test_a_gif_without_pillow_is_refused_with_the_alternatives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(Failure, match=r"clio-referee\[gif\].*\.svg and \.cast") as refused:
        gif([_frame(("A", ""))], 1, 1)
    assert refused.value.code is ExitCode.NOT_INSTALLED


def test_a_recording_uses_the_characters_that_its_format_can_show() -> None:
    assert not render_options_for(Path("a.gif")).unicode
    assert render_options_for(Path("a.svg")).unicode
    with pytest.raises(Failure, match=r"\.gif, \.svg or \.cast"):
        check_kind(Path("a.mp4"))
