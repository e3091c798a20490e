import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.render.canvas import Canvas
from clio.cli.replay.gif import gif
from clio.cli.replay.gif_font import GifFont, gif_font
from clio.cli.replay.recording import check_kind, render_options_for
from tests.kit.private_server import library

SMALL = gif_font(())
"""The font that Pillow brings along."""
CLEAR = gif_font((str(library("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "fonts-dejavu-core")),))
MARGIN = 8


def _frame(*lines: tuple[str, str]) -> Canvas:
    sheet = Canvas()
    for y, (text, style) in enumerate(lines):
        sheet.put(0, y, text, style)
    return sheet


def _gif(frames: Sequence[Canvas], seconds: float, last: float, font: GifFont | None = None) -> bytes:
    return b"".join(gif(frames, seconds, last, font))


def _colours(picture: Image.Image, font: GifFont, column: int, line: int) -> set[tuple[int, ...]]:
    wide, high = (part * font.scale for part in font.cell)
    left, top = MARGIN + column * wide, MARGIN + line * high
    cell = picture.convert("RGB").crop((left, top, left + wide, top + high))
    return {colour for _, colour in cell.getcolors() or []}  # type: ignore[misc]  # three numbers in RGB


@pytest.mark.parametrize("font", [SMALL, CLEAR])
def test_each_frame_is_seen_for_its_time_in_the_colours_of_its_styles(font: GifFont) -> None:
    frames = [_frame(("I", "seat0"), ("I", "chosen"), ("I", "")), _frame((" ", "selected"), ("I", "last"))]
    film = Image.open(BytesIO(_gif(frames, 0.5, 4.0, font)))
    assert (film.format, getattr(film, "n_frames", 0), film.info["duration"]) == ("GIF", 2, 500)
    paper, sky = (0x12, 0x12, 0x12), (0x56, 0xB4, 0xE9)
    assert _colours(film, font, 0, 0) >= {paper, sky}
    # What is reversed has its ground in the colour of the letters.
    assert _colours(film, font, 0, 1) >= {paper, (255, 255, 255)}
    assert _colours(film, font, 0, 2) >= {paper, (0xE0, 0xE0, 0xE0)}
    assert _colours(film, font, 3, 0) == {paper}
    film.seek(1)
    assert film.info["duration"] == 4500
    assert _colours(film, font, 0, 0) == {(0xF0, 0xE4, 0x42)}


def test_a_frame_holds_what_it_changes_and_looks_like_its_canvas() -> None:
    lines = [("│ land │", "seat0"), ("boat", "chosen"), ("the first sentence", "dim")]
    changed = [lines[0], ("boat", "last"), lines[2]]
    frames = [_frame(*lines), _frame(*changed), _frame(*changed), _frame(*lines)]
    film = Image.open(BytesIO(_gif(frames, 0.5, 4.0, CLEAR)))
    assert getattr(film, "n_frames", 0) == len(frames)
    for number, frame in enumerate(frames):
        film.seek(number)
        alone = Image.open(BytesIO(_gif([frame, frames[0], frames[1]], 1, 1, CLEAR)))
        assert film.convert("RGB").tobytes() == alone.convert("RGB").tobytes(), number
    whole = len(_gif(frames[:1], 1, 1, CLEAR))
    assert len(_gif([frames[0]] * 50, 1, 1, CLEAR)) < whole + 50 * 40


def test_letters_that_the_small_font_has_not_are_question_marks() -> None:
    assert _gif([_frame(("Ω", ""))], 1, 1, SMALL) == _gif([_frame(("?", ""))], 1, 1, SMALL)


def test_a_font_of_the_machine_has_smooth_letters_and_lines_without_gaps() -> None:
    assert CLEAR.has_lines
    assert _gif([_frame(("Ω", ""))], 1, 1) != _gif([_frame(("?", ""))], 1, 1)
    film = Image.open(BytesIO(_gif([_frame(("││", ""), ("│S", ""))], 1, 1)))
    assert len(_colours(film, CLEAR, 1, 1)) > 2
    column = film.convert("RGB").crop((MARGIN, MARGIN, MARGIN + CLEAR.cell[0], MARGIN + 2 * CLEAR.cell[1]))
    paper = (0x12, 0x12, 0x12)
    rows = [{column.getpixel((x, y)) for x in range(column.width)} for y in range(column.height)]
    assert all(row != {paper} for row in rows)


def test_a_gif_without_pillow_is_refused_with_the_alternatives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    gif_font.cache_clear()
    with pytest.raises(Failure, match=r"clio-referee\[gif\].*\.svg and \.cast") as refused:
        gif([_frame(("A", ""))], 1, 1)
    assert refused.value.code is ExitCode.NOT_INSTALLED


def test_a_recording_uses_the_characters_that_its_font_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    assert render_options_for(Path("a.gif")).unicode
    monkeypatch.setattr("clio.cli.replay.recording.gif_font", lambda: SMALL)
    assert not render_options_for(Path("a.gif")).unicode
    assert render_options_for(Path("a.svg")).unicode
    with pytest.raises(Failure, match=r"\.gif, \.svg or \.cast"):
        check_kind(Path("a.mp4"))
