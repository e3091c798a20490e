"""Frames of a replay: title, board and latest events on a canvas."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from clio.cli.boards.board import board_canvas
from clio.cli.boards.registry import last_marks
from clio.cli.i18n.translate import filled
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM
from clio.cli.replay.event_source import EventSource
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.match_text import names_of, turn_in_words
from clio.v1.event_pb2 import Event
from clio.v1.view_pb2 import View

WIDTH: Final = 80
HEIGHT: Final = 24
BOARD_LINES: Final = 16


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


def frame(view: View, source: EventSource, options: RenderOptions) -> Canvas:
    """Draws a frame of the usual terminal size."""
    sheet = Canvas()
    sheet.put(0, 0, f"{title(view, source.events[-1].seq):.{WIDTH}}", BOLD)
    for y, line in enumerate(board(view, source.events, replace(options, rows=BOARD_LINES)).spans(), start=1):
        sheet.write(y, *line)
    top = max(sheet.height, BOARD_LINES + 1)
    for y, text in enumerate(story(view, source, WIDTH - 1, max(HEIGHT - top, 3)), start=top):
        sheet.put(0, y, text, DIM)
    return sheet
