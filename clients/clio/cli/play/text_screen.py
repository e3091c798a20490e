"""Text screen: a long text over the match, which scrolls."""

from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from clio.cli.i18n.translate import filled, t
from clio.cli.play.explanations import Lines, joined

_FRAME: Final = 2
"""Lines of the title and the keys."""


class TextScreen(ModalScreen[None]):
    """Shows lines for the width of the terminal, a page at a time."""

    CSS = """
    TextScreen { layout: vertical; background: ansi_default; }
    #text-title { height: 1; text-style: reverse; }
    #text { height: 1fr; padding-left: 1; }
    #text-keys { height: 1; text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,f3", "close", priority=True),
        Binding("down", "scroll_by(1)", priority=True),
        Binding("up", "scroll_by(-1)", priority=True),
        Binding("pagedown,space", "page(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("home", "scroll_by(-100000)", priority=True),
        Binding("end", "scroll_by(100000)", priority=True),
    ]

    def __init__(self, title: str, lines: Callable[[int], Lines]) -> None:
        super().__init__()
        self._title: Final = title
        self._lines: Final = lines
        self._top = 0

    def compose(self) -> ComposeResult:
        """Composes the widgets from top to bottom."""
        yield Static(id="text-title", markup=False)
        yield Static(id="text", markup=False)
        yield Static(id="text-keys", markup=False)

    def on_mount(self) -> None:
        """Draws the text."""
        self.draw()

    def on_resize(self) -> None:
        """Wraps the text again."""
        self.call_after_refresh(self.draw)

    def action_close(self) -> None:
        """Returns to the match."""
        self.dismiss()

    def action_scroll_by(self, lines: int) -> None:
        """Scrolls by lines."""
        self._top += lines
        self.draw()

    def action_page(self, pages: int) -> None:
        """Scrolls by a page."""
        self.action_scroll_by(pages * max(self.app.size.height - _FRAME - 1, 1))

    def draw(self) -> None:
        """Draws as many lines as fit, and says how many there are."""
        width, height = self.app.size.width, self.app.size.height - _FRAME
        lines = self._lines(width - 2)
        self._top = min(max(self._top, 0), max(len(lines) - height, 0))
        shown = lines[self._top : self._top + height]
        place = filled(
            "lines {first}-{last} of {all}", first=self._top + 1, last=self._top + len(shown), all=len(lines)
        )
        title = f" {self._title} · {place}"
        self.query_one("#text-title", Static).update(Text(title[:width].ljust(width), no_wrap=True))
        self.query_one("#text", Static).update(joined(shown))
        keys = t(" ↑↓ PgUp PgDn scroll  Esc back to the match")
        self.query_one("#text-keys", Static).update(Text(keys[:width].ljust(width), no_wrap=True))
