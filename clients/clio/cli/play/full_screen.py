"""Full-screen mode: a match played with arrow keys, typing or the mouse."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from clio.cli.i18n.translate import t
from clio.cli.play.controller import NO_HINTS, Opponents, PlayController
from clio.cli.play.explanations import detail_lines, help_lines
from clio.cli.play.live_match import Ending, LiveMatch
from clio.cli.play.menu import AGREEMENTS, Entry
from clio.cli.play.panels import STYLES
from clio.cli.play.screen_state import WORD, Mode
from clio.cli.play.text_screen import TextScreen
from clio.cli.render.options import RenderOptions
from clio.v1.move_pb2 import Move


async def play_full_screen(controller: PlayController, render_options: RenderOptions) -> Ending:
    """Plays until the player leaves the match or chooses what comes after its end."""
    return await PlayScreen(controller, render_options).run_async() or Ending.LEFT


class PlayScreen(LiveMatch):
    """Handles keys, choices and the menu; the panels draw them."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { overflow: hidden; background: ansi_default; color: ansi_default; }" + STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
        Binding("escape", "undo"),
        Binding("f1", "help"),
        Binding("f2", "menu"),
        Binding("f3", "points"),
        Binding("left,shift+left", "scroll_board(-1, 0)"),
        Binding("right,shift+right", "scroll_board(1, 0)"),
        Binding("shift+up", "scroll_board(0, -1)"),
        Binding("shift+down", "scroll_board(0, 1)"),
    ]

    def compose(self) -> ComposeResult:
        """Composes the panels."""
        yield self._panels

    def on_mount(self) -> None:
        """Starts following the match."""
        self.run_worker(self.follow(), exit_on_error=True)
        self.set_interval(1, self._tick)

    def on_resize(self) -> None:
        """Redraws at the new size, which the application has once the event is handled."""
        self.call_after_refresh(self._panels.draw)

    def action_scroll_board(self, right: int, down: int) -> None:
        """Moves a board that is larger than the screen."""
        self._state.scroll = (self._state.scroll[0] + right, self._state.scroll[1] + down)
        self._panels.draw()

    def action_leave(self) -> None:
        """Leaves the match, which stays saved."""
        self.exit(Ending.CLOSED if self._controller.over else Ending.LEFT)

    def action_undo(self) -> None:
        """Clears the typed text, closes the menu, or undoes the last choice; opens the menu where there is none."""
        if self._state.typed:
            self._state.typed = ""
        elif self._state.mode is not Mode.MOVES:
            self._state.mode = Mode.MOVES
        elif not self._controller.choice.undo():
            self.action_menu()
        self._panels.draw()

    def action_help(self) -> None:
        """Explains the rules that matter now, the cards, the signs and the keys."""
        self.push_screen(TextScreen(t("Help"), lambda width: help_lines(self._controller, self._render_options, width)))

    def action_points(self) -> None:
        """Shows the points by rule, and what a small screen leaves out."""
        self.push_screen(TextScreen(t("Points and details"), lambda width: detail_lines(self._controller, width)))

    def action_menu(self) -> None:
        """Opens the menu, or closes it."""
        if self._controller.over:
            return
        self._state.typed = ""
        self._state.mode = Mode.MENU if self._state.mode is Mode.MOVES else Mode.MOVES
        self._panels.draw()

    def on_key(self, event: events.Key) -> None:
        """Collects letters that filter the options, or are a whole move."""
        if isinstance(self.screen, TextScreen):
            return
        if event.key == "enter":
            self._take_highlighted()
        elif event.key == "backspace":
            if self._state.typed:
                self._state.typed = self._state.typed[:-1]
                self._panels.draw()
            else:
                self.action_undo()
        elif event.character == "?" and not self._state.typed:
            self._ask_for_hint()
        elif event.character and event.character.isprintable():
            self._state.typed += event.character
            self._panels.draw()

    @on(OptionList.OptionHighlighted)
    def mark(self, event: OptionList.OptionHighlighted) -> None:
        """Marks the highlighted option by a sign and by colour."""
        self._panels.options.mark(event.option_index)

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Chooses the selected option: a word of a move, or an entry of a menu."""
        chosen = event.option.id or ""
        if self._state.sending:
            return
        self._state.typed = ""
        if not chosen.startswith(WORD):
            self._do(Entry(chosen))
        elif chosen.removeprefix(WORD) in [option.word for option in self._controller.choice.options()]:
            self._controller.choice.choose(chosen.removeprefix(WORD))
            self.show_choice()

    def _take_highlighted(self) -> None:
        """Chooses the highlighted option; sends typed text that matches none as a whole move."""
        if self._state.typed and not self._panels.options.options:
            self._send(self._controller.choice.find(self._state.typed) or self._state.typed)
        else:
            self._panels.options.action_select()

    def _do(self, entry: Entry) -> None:
        """Does what an entry of a menu says."""
        self._state.mode = Mode.RESIGN if entry is Entry.RESIGN else Mode.MOVES
        endings = {Entry.CLOSE: Ending.CLOSED, Entry.REPLAY: Ending.REPLAY, Entry.REMATCH: Ending.REMATCH}
        actions = {
            Entry.HINT: self._ask_for_hint,
            Entry.HELP: self.action_help,
            Entry.POINTS: self.action_points,
            Entry.UNDO: self.action_undo,
            Entry.LEAVE: self.action_leave,
        }
        if entry in endings:
            self.exit(endings[entry])
        elif entry in actions:
            actions[entry]()
        elif entry is Entry.SEND and self._controller.choice.move is not None:
            self._send(self._controller.choice.move)
        elif entry is Entry.RESIGN_NOW:
            self.ask(self._controller.resign())
        elif entry in AGREEMENTS:
            self.ask(self._controller.agree(AGREEMENTS[entry]))
        elif entry is Entry.EXPORT:
            self.run_worker(self.export(), exit_on_error=True)
        elif entry is Entry.BOARD:
            self._state.board_hidden = not self._state.board_hidden
        self._panels.draw()

    def _ask_for_hint(self) -> None:
        if self._controller.opponents is not Opponents.BOTS:
            self._state.add(t(NO_HINTS))
        elif self._controller.my_turn:
            self.run_worker(self.hint(), exit_on_error=True)
        self._panels.draw()

    def _send(self, move: Move | str) -> None:
        self.ask(self._controller.try_words(move) if isinstance(move, str) else self._controller.send(move))

    def _tick(self) -> None:
        """Runs the clocks."""
        if self._controller.match.fair_play.clocks and not self._controller.over:
            self._panels.draw_title()
