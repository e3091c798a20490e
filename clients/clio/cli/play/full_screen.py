"""Full-screen mode: a match played with arrow keys, typing or the mouse."""

import asyncio
import textwrap
from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Line

from clio.cli.i18n.translate import filled, t
from clio.cli.play.choice import Choice
from clio.cli.play.controller import PlayController
from clio.cli.render.layout import ScreenLayout
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import printable
from clio.cli.render.styles import rich_style
from clio.cli.text.error_text import connection_in_words, refusal_in_words, rule_in_words
from clio.client.errors import ClioError, StaleSeqError, UnreachableError
from clio.client.watcher import CaughtUp
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import MatchStatus
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

_PATIENCE: Final = 60
_MAX_LOG: Final = 400
_MAX_HEAD: Final = 8
"""Lines above the options; a code to join needs more than one."""
_UNDO: Final = "undo"
_SEND: Final = "send"
_LEAVE: Final = "leave"
_WORD: Final = "word:"


async def play_full_screen(controller: PlayController, render_options: RenderOptions) -> bool:
    """Plays until the player closes the finished match; returns False if the player left earlier."""
    return bool(await PlayScreen(controller, render_options).run_async())


class Options(OptionList, inherit_bindings=False):
    """An option list without the Enter key: the screen handles it, after the letters typed before it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "cursor_down"),
        Binding("up", "cursor_up"),
        Binding("pagedown", "page_down"),
        Binding("pageup", "page_up"),
        Binding("home", "first"),
        Binding("end", "last"),
    ]


class PlayScreen(App[bool]):
    """The screen: board and choices side by side, the event log below."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; overflow: hidden; background: ansi_default; color: ansi_default; }
    Static { background: ansi_default; color: ansi_default; }
    #title { height: 1; text-style: reverse; }
    #table { height: 16; }
    #board { width: 58; height: 16; }
    #side { width: 1fr; height: 16; padding-left: 1; }
    #chosen { height: auto; min-height: 2; max-height: 8; }
    #options { height: 1fr; border: none; padding: 0; background: ansi_default; color: ansi_default;
               scrollbar-size-vertical: 1; }
    #options:focus { border: none; }
    OptionList > .option-list--option { padding: 0; }
    OptionList > .option-list--option-highlighted { background: ansi_default; color: ansi_default; }
    #log { height: 1fr; }
    #keys { height: 1; text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
        Binding("escape", "undo", priority=True),
        Binding("f1", "help", priority=True),
        Binding("left,shift+left", "scroll_board(-1, 0)", priority=True),
        Binding("right,shift+right", "scroll_board(1, 0)", priority=True),
        Binding("shift+up", "scroll_board(0, -1)", priority=True),
        Binding("shift+down", "scroll_board(0, 1)", priority=True),
    ]

    def __init__(self, controller: PlayController, render_options: RenderOptions) -> None:
        super().__init__(ansi_color=True)
        self._controller: Final = controller
        self._render_options: Final = render_options
        self._messages: list[str | Event] = []
        self._typed = ""
        self._sending = False
        self._scroll = (0, 0)
        self._lines: dict[str, str] = {}
        """The options on the screen by their ids; the highlighted one is drawn with a sign."""

    def compose(self) -> ComposeResult:
        """Composes the widgets from top to bottom."""
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield Static(id="board", markup=False)
            with Vertical(id="side"):
                yield Static(id="chosen", markup=False)
                yield Options(id="options", markup=False)
        yield Static(id="log", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Starts following the match."""
        self.run_worker(self._follow(), exit_on_error=True)

    def on_resize(self) -> None:
        """Redraws at the new size, which the application has once the event is handled."""
        self._lines = {}
        self.call_after_refresh(self.draw)

    def action_scroll_board(self, right: int, down: int) -> None:
        """Moves a board that is larger than the screen."""
        self._scroll = (self._scroll[0] + right, self._scroll[1] + down)
        self._draw_board()

    def action_leave(self) -> None:
        """Leaves the match, which stays saved."""
        self.exit(self._controller.over)

    def action_undo(self) -> None:
        """Clears the typed text, or undoes the last choice."""
        if self._typed:
            self._typed = ""
        else:
            self._controller.choice.undo()
        self.draw()

    def action_help(self) -> None:
        """Explains the keys and the marks."""
        self._add_message(
            t("Choose with the arrows and Enter, or click. Type to filter the list or to enter a whole move.")
        )
        self._add_message(t("Esc undoes a choice. Ctrl+Q leaves; the same command resumes the match."))
        self._add_message(t("On the board: > can be chosen, # is chosen, * was changed by the last move."))
        if self._controller.match.game == "akrotiri":
            self._add_message(t("Shift and arrows move the map. x: a map card fits there, X: it can be used now."))
        self.draw()

    def _take_highlighted(self) -> None:
        """Chooses the highlighted option; sends typed text that matches none as a whole move."""
        if self._typed and not self._options().options:
            self._send(self._controller.choice.find(self._typed) or self._typed)
        else:
            self._options().action_select()

    def on_key(self, event: events.Key) -> None:
        """Collects letters that filter the options, or are a whole move."""
        if event.key == "enter":
            self._take_highlighted()
        elif event.key == "backspace":
            if self._typed:
                self._typed = self._typed[:-1]
                self.draw()
            else:
                self.action_undo()
        elif event.character and event.character.isprintable():
            self._typed += event.character
            self.draw()

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Chooses the selected option."""
        chosen = event.option.id or ""
        choice = self._controller.choice
        if self._sending:
            return
        self._typed = ""
        if chosen == _LEAVE:
            self.exit(True)  # noqa: FBT003 (the match came to its end)
        elif chosen == _UNDO:
            choice.undo()
            self.draw()
        elif chosen == _SEND and choice.move is not None:
            self._send(choice.move)
        elif chosen in [_WORD + option.word for option in choice.options()]:
            choice.choose(chosen.removeprefix(_WORD))
            self.draw()
            self.run_worker(self._show_preview(), exit_on_error=True)

    @on(OptionList.OptionHighlighted)
    def mark(self, event: OptionList.OptionHighlighted) -> None:
        """Marks the highlighted option by a sign and by colour."""
        self._mark(event.option_index)

    def draw(self) -> None:
        """Redraws the screen."""
        if not self._controller.match.match_id:
            return
        width = self.size.width
        layout = self._draw_board()
        title = f" {self._controller.match.game.capitalize()} · {self._controller.standing()}"
        self._static("title").update(Text(_cut(title, width).ljust(width), no_wrap=True))
        self._draw_options(max(width - layout.columns - 1, 10))
        self._draw_log()
        keys = t(" Enter choose  Esc undo  F1 help  Ctrl+Q leave")
        self._static("keys").update(Text(_cut(keys, width).ljust(width), no_wrap=True))

    def _draw_board(self) -> ScreenLayout:
        layout = ScreenLayout.on(self.size)
        for name in ("table", "board", "side"):
            self.query_one(f"#{name}").styles.height = layout.rows
        self._static("board").styles.width = layout.columns
        options = replace(layout.apply(self._render_options), scroll=self._scroll)
        self._static("board").update(self._controller.canvas(options).rich())
        return layout

    def _draw_log(self) -> None:
        width, below = self.size.width, max(self.size.height - ScreenLayout.on(self.size).rows - 2, 1)
        texts = [self._line(message) for message in [*self._messages[-below:], *self._controller.preview_sentences()]]
        lines = [line for text in texts for line in textwrap.wrap(text, width - 1, subsequent_indent="    ")]
        self._static("log").update(Text("\n".join(lines[-below:]), no_wrap=True))

    def _draw_options(self, width: int) -> None:
        choice = self._controller.choice
        head = self._typed and f"{self._typed}_"
        text = head or choice.text or (t("Your move:") if self._controller.my_turn else self._waiting())
        lines = textwrap.wrap(text, width)
        self._static("chosen").update(Text("\n".join(lines[-_MAX_HEAD:]), no_wrap=True))
        offered = {key: _cut(line, width - 4) for key, line in self._offered(choice)}
        shown = self._options()
        if offered == self._lines:
            return
        self._lines = offered
        shown.clear_options()
        shown.add_options(Line(Text(f"  {line}", no_wrap=True), id=key) for key, line in offered.items())
        if shown.options:
            shown.highlighted = 0
            shown.focus()
            self._mark(0)

    def _mark(self, highlighted: int) -> None:
        for index, line in enumerate(self._lines.values()):
            sign = f"{self._render_options.pointer} " if index == highlighted else "  "
            style = rich_style("selected") if index == highlighted else ""
            self._options().replace_option_prompt_at_index(index, Text(sign + line, style, no_wrap=True))

    def _waiting(self) -> str:
        """How others join a match whose seats are not all taken; empty for all other matches."""
        match = self._controller.match
        if match.status != MatchStatus.MATCH_STATUS_OPEN:
            return ""
        return filled("Others join with: clio play {game} --join {match}", game=match.game, match=match.match_id)

    async def _show_preview(self) -> None:
        try:
            await self._controller.preview()
        except ClioError:
            # Without a preview the board stays as it is; sending the move tells what is wrong.
            return
        self._draw_board()
        self._draw_log()

    def _offered(self, choice: Choice) -> list[tuple[str, str]]:
        """The options on offer, with their ids."""
        if self._controller.over:
            return [(_LEAVE, t("close"))]
        if self._sending:
            return []
        if choice.move is not None:
            return [(_SEND, t("send it")), (_UNDO, t("undo"))]
        wanted = self._typed.lower()
        return [
            (_WORD + option.word, option.text)
            for option in choice.options()
            if option.text.lower().startswith(wanted) or option.word.lstrip(">").startswith(wanted)
        ]

    def _send(self, move: Move | str) -> None:
        self._typed = ""
        self._sending = True
        self.draw()
        self.run_worker(self._sent(move), exit_on_error=True)

    async def _sent(self, move: Move | str) -> None:
        try:
            if isinstance(move, str):
                await self._controller.try_words(move)
            else:
                await self._controller.send(move)
        except StaleSeqError:
            self._add_message(t("The match has changed in the meantime."))
        except UnreachableError:
            self._show_connection(there=False)
        except ClioError as error:
            self._add_message(refusal_in_words(error))
            rule = await self._controller.rule(error)
            if rule is not None:
                self._add_message(rule_in_words(rule))
        await self._refresh()

    async def _refresh(self) -> None:
        for _ in range(_PATIENCE):
            try:
                await self._controller.refresh()
            except UnreachableError:
                await asyncio.sleep(1)
            else:
                break
        self._sending = False
        self._lines = {}
        self.draw()
        await self._show_preview()

    async def _follow(self) -> None:
        await self._refresh()
        caught_up = False
        async with self._controller.news(self._show_connection, views=True) as news:
            async for sighting in news:
                if isinstance(sighting, Event):
                    self._add_message(sighting)
                    if caught_up:
                        self._draw_log()
                elif isinstance(sighting, CaughtUp):
                    caught_up = True
                elif isinstance(sighting, View) and sighting.match.seq > self._controller.match.seq:
                    await self._take_view(sighting)
                elif isinstance(sighting, View):
                    self.draw()
        await self._refresh()

    async def _take_view(self, view: View) -> None:
        try:
            await self._controller.take_view(view)
        except UnreachableError:
            await self._refresh()
        self._scroll, self._lines = (0, 0), {}
        self.draw()

    def _show_connection(self, there: bool) -> None:  # noqa: FBT001 (a watcher's callback)
        self._add_message(connection_in_words(there))
        self.draw()

    def _add_message(self, message: str | Event) -> None:
        self._messages = [*self._messages, message][-_MAX_LOG:]

    def _line(self, message: str | Event) -> str:
        return printable(
            message if isinstance(message, str) else f"{message.seq:>3} {self._controller.sentence(message)}"
        )

    def _static(self, name: str) -> Static:
        return self.query_one(f"#{name}", Static)

    def _options(self) -> OptionList:
        return self.query_one("#options", OptionList)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
