"""Full-screen mode: a match played with arrow keys, typing or the mouse."""

import asyncio
import textwrap
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Line

from clio.cli.i18n.translate import t
from clio.cli.play.choice import Choice
from clio.cli.play.controller import PlayController
from clio.cli.render.layout import ScreenLayout
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import printable
from clio.cli.text.error_text import connection_in_words, refusal_in_words, rule_in_words
from clio.client.errors import ClioError, StaleSeqError, UnreachableError
from clio.client.watcher import CaughtUp
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move

_PATIENCE: Final = 60
_MAX_LOG: Final = 400
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
    #chosen { height: 2; }
    #options { height: 1fr; border: none; padding: 0; background: ansi_default; color: ansi_default;
               scrollbar-size-vertical: 1; }
    #options:focus { border: none; }
    OptionList > .option-list--option { padding: 0; }
    OptionList > .option-list--option-highlighted { text-style: reverse; background: ansi_default;
               color: ansi_default; }
    #log { height: 1fr; }
    #keys { height: 1; text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
        Binding("escape", "undo", priority=True),
        Binding("f1", "help", priority=True),
    ]

    def __init__(self, controller: PlayController, render_options: RenderOptions) -> None:
        super().__init__(ansi_color=True)
        self._controller: Final = controller
        self._render_options: Final = render_options
        self._messages: list[str | Event] = []
        self._typed = ""
        self._sending = False

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
        """Redraws at the new size."""
        self.draw()

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

    def draw(self) -> None:
        """Redraws the screen."""
        if not self._controller.match.match_id:
            return
        width = self.size.width
        layout = ScreenLayout.on(self.size)
        for name in ("table", "board", "side"):
            self.query_one(f"#{name}").styles.height = layout.rows
        self._static("board").styles.width = layout.columns
        title = f" {self._controller.match.game.capitalize()} · {self._controller.standing()}"
        self._static("title").update(Text(_cut(title, width).ljust(width), no_wrap=True))
        self._static("board").update(self._controller.canvas(layout.apply(self._render_options)).rich())
        self._draw_options(max(width - layout.columns - 1, 10))
        below = max(self.size.height - layout.rows - 2, 1)
        texts = [self._line(message) for message in self._messages[-below:]]
        lines = [line for text in texts for line in textwrap.wrap(text, width - 1, subsequent_indent="    ")]
        self._static("log").update(Text("\n".join(lines[-below:]), no_wrap=True))
        keys = t(" Enter choose  Esc undo  F1 help  Ctrl+Q leave")
        self._static("keys").update(Text(_cut(keys, width).ljust(width), no_wrap=True))

    def _draw_options(self, width: int) -> None:
        choice = self._controller.choice
        head = self._typed and f"{self._typed}_"
        text = head or choice.text or (t("Your move:") if self._controller.my_turn else "")
        lines = textwrap.wrap(text, width)[-2:]
        self._static("chosen").update(Text("\n".join(lines), no_wrap=True))
        shown = self._options()
        shown.clear_options()
        shown.add_options(
            Line(Text(_cut(line, width - 2), no_wrap=True), id=key) for key, line in self._offered(choice)
        )
        if shown.options:
            shown.highlighted = 0
            shown.focus()

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
        self.draw()

    async def _follow(self) -> None:
        await self._refresh()
        caught_up = False
        async with self._controller.news(self._show_connection) as news:
            async for sighting in news:
                if isinstance(sighting, Event):
                    self._add_message(sighting)
                    if caught_up and sighting.seq > self._controller.match.seq:
                        await self._refresh()
                elif isinstance(sighting, CaughtUp):
                    caught_up = True
                    await self._refresh()
        await self._refresh()

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
