"""Panels of the playing screen: title, board, choices, points, legend, log and keys, laid out by its size."""

import textwrap
from dataclasses import replace
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from clio.cli.i18n.translate import filled, t
from clio.cli.play.clocks import clocks_now
from clio.cli.play.controller import Opponents, PlayController
from clio.cli.play.explanations import (
    card_lines,
    detail_lines,
    headed,
    invitation_lines,
    joined,
    legend_lines,
    point_lines,
    rule_lines,
    table_lines,
)
from clio.cli.play.layout import PlayLayout
from clio.cli.play.option_list import Options
from clio.cli.play.screen_state import ScreenState
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import printable
from clio.cli.render.scrolling import windowed
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import MatchStatus

_MAX_HEAD: Final = 8
"""Lines above the options; a code to join needs more than one."""
_BESIDE: Final = 2
"""Columns that padding and scroll bars take from a panel."""
_SIGN: Final = 2
_LOGS: Final = ("log", "beside")
"""The log below everything, and the one below the board alone."""
_REST: Final = "1fr"
_CHOICES: Final = 11
"""Lines of the choices where points and legend are below them."""

STYLES: Final = """
    Panels { layout: vertical; overflow: hidden; }
    Panels Static { background: ansi_default; color: ansi_default; }
    #title { height: 1; text-style: reverse; }
    #left { width: auto; }
    #side, #more { padding-left: 1; }
    #chosen { height: auto; min-height: 2; max-height: 8; }
    #options { height: 1fr; border: none; padding: 0; background: ansi_default; color: ansi_default;
               scrollbar-size-vertical: 1; }
    #options:focus { border: none; }
    OptionList > .option-list--option { padding: 0; }
    OptionList > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    #points { height: auto; }
    #legend, #log, #beside { height: 1fr; }
    #keys { height: 1; text-style: reverse; }
"""
"""The style sheet of the panels, for the application that shows them."""


class Panels(Vertical):
    """All panels; ``draw`` fills them."""

    def __init__(self, controller: PlayController, render_options: RenderOptions, state: ScreenState) -> None:
        super().__init__()
        self._controller: Final = controller
        self._render_options: Final = render_options
        self._state: Final = state
        self._missing = ""
        self._rows = 0
        """Lines of the board; beside the other panels the log takes those that it leaves."""

    def compose(self) -> ComposeResult:
        """Composes the widgets from top to bottom."""
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Static(id="board", markup=False)
                yield Static(id="beside", markup=False)
            with Vertical(id="side"):
                yield Static(id="chosen", markup=False)
                yield Options()
                yield Static(id="points", markup=False)
                yield Static(id="legend", markup=False)
            yield Static(id="more", markup=False)
        yield Static(id="log", markup=False)
        yield Static(id="keys", markup=False)

    @property
    def layout_now(self) -> PlayLayout:
        """The layout for the terminal's size."""
        return PlayLayout.on(self.app.size, self._controller.match.game)

    @property
    def options(self) -> Options:
        """The option list."""
        return self.query_one(Options)

    def draw(self) -> None:
        """Redraws everything."""
        if not self._controller.match.match_id:
            return
        self._arrange(self.layout_now)
        self.draw_board()
        self._draw_options()
        self._draw_panels()
        self.draw_log()
        self.draw_title()
        self._draw_keys()

    def draw_title(self) -> None:
        """Redraws the title: the game, whose turn it is, and the clocks."""
        parts = [self._controller.match.game.capitalize(), self._controller.standing(), *clocks_now(self._controller)]
        self._line("title", " " + " · ".join(parts))

    def draw_board(self) -> None:
        """Redraws the board, or what is in its place before the start and after the end."""
        layout = self.layout_now
        self._rows = layout.board[1]
        if self._state.shows_points(self._controller, is_small=not layout.is_wide):
            self._draw_final(layout)
        elif self._controller.match.status == MatchStatus.MATCH_STATUS_OPEN:
            self._put("board", joined(invitation_lines(self._controller, layout.board[0] - _BESIDE)))
        else:
            options = layout.apply(self._render_options)
            is_whole = (options.columns, options.rows) == layout.board
            canvas = self._controller.canvas(replace(options, scroll=self._state.scroll if is_whole else (0, 0)))
            part, self._missing = windowed(canvas, layout.board, self._state.scroll)
            self._rows = part.height if layout.is_wide else layout.board[1]
            self._put("board", part.rich())

    def draw_log(self) -> None:
        """Redraws the log: what happened, then what the chosen move would do."""
        layout, size = self.layout_now, self.app.size
        width = layout.board[0] if layout.is_wide else size.width
        height = max(size.height - self._rows - 2, 1)
        told = [*self._state.messages[-height:], *self._controller.preview_sentences()]
        texts = [self._sentence(message) for message in told]
        lines = [line for text in texts for line in textwrap.wrap(text, width - 1, subsequent_indent="    ")]
        # The newest line stays at the bottom, so that the others move up and none jumps.
        above = [""] * max(height - len(lines), 0) if layout.is_wide else []
        self._put(_LOGS[layout.is_wide], Text("\n".join([*above, *lines[-height:]]), no_wrap=True))
        self.query_one("#board").styles.height = self._rows

    def _arrange(self, layout: PlayLayout) -> None:
        height = self.app.size.height - 2 if layout.is_wide else layout.board[1]
        for name in ("table", "left", "side", "more"):
            self.query_one(f"#{name}").styles.height = height
        for name in ("left", "board", "beside"):
            self.query_one(f"#{name}").styles.width = layout.board[0]
        self.query_one("#side").styles.width = layout.side
        self.query_one("#more").styles.width = layout.more
        for name, is_shown in (
            ("beside", layout.is_wide),
            ("log", not layout.is_wide),
            ("points", layout.is_wide),
            ("legend", layout.is_wide),
            ("more", bool(layout.more)),
        ):
            self.query_one(f"#{name}").display = is_shown
        self.options.styles.height = (_REST, _CHOICES)[layout.is_wide]

    def _draw_options(self) -> None:
        layout = self.layout_now
        width = max(layout.side - _BESIDE, 10)
        lines = textwrap.wrap(printable(self._state.head(self._controller)), width)
        self._put("chosen", Text("\n".join(lines[-_MAX_HEAD:]), no_wrap=True))
        entries = self._state.entries(self._controller, is_small=not layout.is_wide)
        self.options.pointer = self._render_options.pointer
        occasion = (self._controller.match.seq, self._controller.choice.chosen, self._state.mode, self._state.typed)
        self.options.offer({key: _end(text, width - _SIGN) for key, text in entries.items()}, occasion)

    def _draw_panels(self) -> None:
        layout, height = self.layout_now, self.app.size.height - 2
        if not layout.is_wide:
            return
        width = layout.side - _BESIDE
        points = headed(t("Points"), table_lines(self._controller, width), height)
        self._put("points", joined([Text(), *points, Text()]))
        below = height - _CHOICES - len(points) - _BESIDE - 3
        legend = legend_lines(self._controller, self._render_options, (layout.more or layout.side) - _BESIDE)
        cards = headed(t("Cards and characters"), card_lines(self._controller, width), below)
        if self._controller.over:
            cards = headed(t("What the points are for"), point_lines(self._controller, width), below)
        if not layout.more and not self._controller.over:
            self._put("legend", joined(headed(t("Signs on the board"), legend, below)))
            return
        self._put("legend", joined(cards))
        if not layout.more:
            return
        signs = headed(t("Signs on the board"), legend, height)
        rules = rule_lines(self._controller, layout.more - _BESIDE)
        left = headed(t("Rules that matter now"), rules, height - len(signs) - 1)
        self._put("more", joined([*signs, Text(), *left]))

    def _draw_final(self, layout: PlayLayout) -> None:
        """The points of a finished match, by rule, in the board's place."""
        result = textwrap.wrap(printable(f"{self._controller.standing()}."), layout.board[0] - 1)
        lines = [
            *(Text(line, "bold", no_wrap=True) for line in result),
            Text(),
            *detail_lines(self._controller, layout.board[0] - 1),
        ]
        top = min(max(self._state.scroll[1], 0), max(len(lines) - layout.board[1], 0))
        shown = lines[top : top + layout.board[1]]
        if top + len(shown) < len(lines):
            shown[-1] = Text(f"… {t('F3 shows all')}", no_wrap=True)
        self._missing = ""
        self._put("board", joined(shown))

    def _draw_keys(self) -> None:
        keys = t(" Enter choose  Esc undo  F1 help  F2 menu  F3 points  Ctrl+Q leave")
        if self._controller.opponents is Opponents.BOTS:
            keys = t(" Enter choose  Esc undo  ? hint  F1 help  F2 menu  F3 points  Ctrl+Q leave")
        if self._controller.over:
            keys = t(" Enter choose  F1 help  F3 points  Ctrl+Q close")
        if self._missing:
            keys = filled(" Board goes on: {where}. Shift+arrows move it.", where=self._missing)
        self._line("keys", keys)

    def _sentence(self, message: str | Event) -> str:
        return printable(
            message if isinstance(message, str) else f"{message.seq:>3} {self._controller.sentence(message)}"
        )

    def _line(self, name: str, text: str) -> None:
        width = self.app.size.width
        self._put(name, Text(_cut(printable(text), width).ljust(width), no_wrap=True))

    def _put(self, name: str, text: Text) -> None:
        self.query_one(f"#{name}", Static).update(text)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _end(text: str, width: int) -> str:
    """The end of a word that is too long: kinds of tiles differ there."""
    return text if len(text) <= width else f"…{text[1 - width :]}"
