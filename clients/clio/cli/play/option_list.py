"""Option list of the playing screen: choices with a sign and a colour on the highlighted one."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Line

from clio.cli.render.styles import rich_style


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
    pointer = ">"
    """The sign of the highlighted option."""

    def __init__(self) -> None:
        super().__init__(id="options", markup=False)
        self._offered: dict[str, str] = {}
        self._occasion: object = None

    def offer(self, lines: Mapping[str, str], occasion: object) -> None:
        """Shows options by their ids and highlights the first; on the same occasion the highlight stays."""
        if lines == self._offered and occasion == self._occasion:
            return
        self._offered, self._occasion = dict(lines), occasion
        self.clear_options()
        self.add_options(Line(Text(f"  {line}", no_wrap=True), id=key) for key, line in lines.items())
        if self.options:
            self.highlighted = 0
            self.focus()
            self.mark(0)

    def mark(self, highlighted: int) -> None:
        """Marks the highlighted option by a sign and by colour."""
        for index, line in enumerate(self._offered.values()):
            sign = f"{self.pointer} " if index == highlighted else "  "
            style = rich_style("selected") if index == highlighted else ""
            self.replace_option_prompt_at_index(index, Text(sign + line, style, no_wrap=True))
