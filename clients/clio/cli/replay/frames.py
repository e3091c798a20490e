"""Frames of a replay: title, board and latest events on a canvas."""

import textwrap
from collections.abc import Sequence
from typing import Final

from clio.cli.boards.board import board_canvas, board_columns, whole_board
from clio.cli.boards.registry import last_marks
from clio.cli.i18n.translate import filled
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM
from clio.cli.replay.event_source import EventSource
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.match_text import names_of, turn_in_words
from clio.v1.event_pb2 import Event
from clio.v1.view_pb2 import View, Viewpoint

MIN_WIDTH: Final = 60
"""Columns for the title and the sentences where the board is narrower."""
TITLE_LINES: Final = 2
STORY_LINES: Final = 6


def title(view: View, last: int) -> str:
    """The title: game, event number and turn."""
    match = view.match
    where = filled("event {seq} of {last}", seq=match.seq, last=last)
    return f"{match.game.capitalize()} · {where} · {turn_in_words(match)}"


def board(view: View, events: Sequence[Event], options: RenderOptions) -> Canvas:
    """Draws the board with the last move marked."""
    seen = [event for event in events if event.seq <= view.match.seq]
    return board_canvas(view, names_of(view.match), options, Marks(last=last_marks(view.match.game, seen)))


def story(view: View, source: EventSource, width: int, height: int) -> list[str]:
    """The latest events as sentences, in at most ``height`` lines."""
    names = names_of(view.match)
    lines: list[str] = []
    for event in reversed(source.events):
        if event.seq > view.match.seq:
            continue
        if len(lines) >= height:
            break
        sentence = f"{event.seq:>3} {event_sentence(event, names, source.openings)}"
        lines[:0] = textwrap.wrap(sentence, width, subsequent_indent="    ")
    return lines[-height:]


async def film(source: EventSource, viewpoint: Viewpoint | None, begin: int, options: RenderOptions) -> list[Canvas]:
    """The frames of a film: the whole board after each event, and the latest events at one place below it."""
    views = [await source.view(event.seq, viewpoint) for event in source.events if event.seq >= begin]
    columns = max((board_columns(view) for view in views), default=0)
    boards = [_whole(view, source, options, columns) for view in views]
    width = max([MIN_WIDTH, *(drawn.width for drawn in boards)])
    height = max((drawn.height for drawn in boards), default=0)
    return [_frame(view, source, drawn, (width, height)) for view, drawn in zip(views, boards, strict=True)]


def film_size(frames: Sequence[Canvas]) -> tuple[int, int]:
    """The columns and lines that hold every frame."""
    return (
        max([MIN_WIDTH, *(frame.width for frame in frames)]),
        max((frame.height for frame in frames), default=1),
    )


def _whole(view: View, source: EventSource, options: RenderOptions, columns: int) -> Canvas:
    seen = [event for event in source.events if event.seq <= view.match.seq]
    marks = Marks(last=last_marks(view.match.game, seen))
    return whole_board(view, names_of(view.match), options, marks, columns)


def _frame(view: View, source: EventSource, drawn: Canvas, size: tuple[int, int]) -> Canvas:
    width, height = size
    sheet = Canvas()
    for y, text in enumerate(textwrap.wrap(title(view, source.events[-1].seq), width)[:TITLE_LINES]):
        sheet.put(0, y, text, BOLD)
    sheet.place(TITLE_LINES, drawn)
    for y, text in enumerate(story(view, source, width, STORY_LINES), start=TITLE_LINES + height + 1):
        sheet.put(0, y, text, DIM)
    return sheet
