"""Full-screen viewer of a match: plays, pauses, steps, or follows it live."""

import textwrap
from collections.abc import AsyncGenerator, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Static

from clio.cli.i18n.translate import filled, t
from clio.cli.render.layout import ScreenLayout
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import printable
from clio.cli.replay.event_source import EventSource, first_board, turns
from clio.cli.replay.frames import board, story, title
from clio.cli.text.error_text import connection_in_words, refusal_in_words
from clio.cli.text.match_text import names_of
from clio.cli.text.time_used import used_until
from clio.client.errors import ClioError
from clio.client.watcher import Sighting
from clio.v1.event_pb2 import Event, Opening
from clio.v1.view_pb2 import View, Viewpoint

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_BESIDE: Final = 100
"""The terminal width from which the event log is beside the board."""
_STATE_LINES: Final = 4

Viewpoints = Sequence[tuple[str, Viewpoint | None]]


class Viewer(App[None]):
    """The viewer's screen: board, state and event log."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layout: vertical; overflow: hidden; background: ansi_default; color: ansi_default; }
    Static { background: ansi_default; color: ansi_default; }
    #title { height: 1; text-style: reverse; }
    #table { layout: horizontal; height: 16; }
    #board { width: 58; height: 16; }
    #state { width: 1fr; height: 16; padding-left: 1; }
    #story { height: 1fr; }
    #keys { height: 1; text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c,q,escape", "quit", priority=True),
        Binding("space", "pause", priority=True),
        Binding("right", "step(1)", priority=True),
        Binding("left", "step(-1)", priority=True),
        Binding("home", "ends(-1)", priority=True),
        Binding("end", "ends(1)", priority=True),
        Binding("plus,up", "speed(1)", priority=True),
        Binding("minus,down", "speed(-1)", priority=True),
        Binding("v", "next_viewpoint", priority=True),
    ]

    def __init__(  # noqa: PLR0913 (what is shown, and how)
        self,
        source: EventSource,
        options: RenderOptions,
        viewpoints: Viewpoints,
        speed: float,
        *,
        first: int = 1,
        live: bool = False,
    ) -> None:
        super().__init__(ansi_color=True)
        self._source: Final = source
        self._options: Final = options
        self._viewpoints: Final = viewpoints
        self._viewpoint = 0
        self._live: Final = live
        self._seq = source.events[-1].seq if live and source.events else first
        self._playing = not live
        self._speed = min(SPEEDS, key=lambda known: abs(known - speed))
        self._typed = ""
        self._notice = ""
        self._view = View()
        self._timer: Timer | None = None
        self.news: AsyncGenerator[Sighting, None] | None = None

    def compose(self) -> ComposeResult:
        """Composes the widgets from top to bottom."""
        yield Static(id="title", markup=False)
        with Container(id="table"):
            yield Static(id="board", markup=False)
            yield Static(id="state", markup=False)
        yield Static(id="story", markup=False)
        yield Static(id="keys", markup=False)

    async def on_mount(self) -> None:
        """Shows the first view and starts the timer."""
        await self._show(self._seq)
        self._set_clock()
        if self.news is not None:
            self.run_worker(self._follow(self.news), exit_on_error=True)

    def on_resize(self) -> None:
        """Redraws at the new size."""
        self._draw()

    async def on_key(self, event: events.Key) -> None:
        """Collects the digits of a turn number; Enter jumps to the turn."""
        if event.key == "enter":
            await self._jump()
        elif event.character and event.character.isdecimal():
            self._typed += event.character
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        self._draw()

    def action_pause(self) -> None:
        """Toggles between playing and paused."""
        self._playing = not self._playing
        self._draw()

    async def action_step(self, by: int) -> None:
        """Steps one event forward or back."""
        self._playing = False
        await self._show(self._seq + by)

    async def action_ends(self, way: int) -> None:
        """Jumps to the first or the last event."""
        self._playing = False
        await self._show(self._last if way > 0 else first_board(self._source.events[:]))

    def action_speed(self, by: int) -> None:
        """Changes the speed."""
        at = SPEEDS.index(self._speed) + by
        self._speed = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        self._set_clock()
        self._draw()

    async def action_next_viewpoint(self) -> None:
        """Switches to the next viewpoint."""
        before = self._viewpoint
        self._viewpoint = (self._viewpoint + 1) % len(self._viewpoints)
        if not await self._show(self._seq):
            self._viewpoint = before

    async def _jump(self) -> None:
        """Jumps to the turn whose number was typed."""
        wanted, self._typed = self._typed, ""
        if not wanted:
            return
        self._playing = False
        known = turns(self._source.events)
        if int(wanted) in known:
            await self._show(known[int(wanted)])
        else:
            self._notice = filled("There is no turn {turn}.", turn=wanted)
            self._draw()

    @property
    def _last(self) -> int:
        return self._source.events[-1].seq if self._source.events else 0

    async def _tick(self) -> None:
        if self._playing and self._seq < self._last:
            await self._show(self._seq + 1)

    async def _show(self, seq: int) -> bool:
        seq = min(max(seq, 1), self._last)
        try:
            self._view = await self._source.view(seq, self._viewpoints[self._viewpoint][1])
        except ClioError as error:
            self._notice = refusal_in_words(error)
            self._draw()
            return False
        self._seq, self._notice = seq, ""
        self._draw()
        return True

    async def _follow(self, news: AsyncGenerator[Sighting, None]) -> None:
        async for sighting in news:
            if isinstance(sighting, Event):
                following = self._seq == self._last
                self._source.events.append(sighting)
                if following:
                    await self._show(self._last)
            elif isinstance(sighting, Opening):
                self._source.openings[sighting.seq, sighting.field] = sighting

    def show_connection(self, there: bool) -> None:  # noqa: FBT001 (a watcher's callback)
        """Shows that the connection was lost or restored."""
        self._notice = connection_in_words(there)
        self._draw()

    def _set_clock(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(1 / self._speed, self._tick)

    def _draw(self) -> None:
        if not self._view.match.match_id:
            return
        width, height = self.size
        beside = width >= _BESIDE
        self._put("title", [_cut(f" {title(self._view, self._last)}", width).ljust(width)])
        layout = ScreenLayout.on(self.size)
        self.query_one("#board").styles.width = layout.columns
        self.query_one("#board", Static).update(
            board(self._view, self._source.events, layout.apply(self._options)).rich()
        )
        side = max(width - layout.columns - 2, 10)
        state = [line for text in self._state() for line in textwrap.wrap(text, side)]
        high = max(height - 2 - _STATE_LINES, layout.rows) if beside else layout.rows
        below = max(height - high - 2, 1)
        for name in ("table", "state", "board"):
            self.query_one(f"#{name}").styles.height = high
        if beside:
            self._put("state", self._story(side, high))
            self._put("story", state[:_STATE_LINES])
        else:
            self._put("state", state[:high])
            self._put("story", self._story(width - 1, below))
        keys = t(" Space play  ←→ step  ↑↓ speed  v view  1-9 Enter turn  q leave")
        keys = keys if self._options.unicode else t(" Space play  arrows step, speed  v view  1-9 Enter turn  q leave")
        self._put("keys", [_cut(keys, width).ljust(width)])

    def _state(self) -> list[str]:
        doing = t("playing") if self._playing else t("following") if self._live and self._at_end() else t("paused")
        lines = [
            filled("event {seq} of {last}", seq=self._seq, last=self._last),
            filled("{doing}, speed {speed}", doing=doing, speed=f"{self._speed:g}"),
            filled("view: {who}", who=self._viewpoints[self._viewpoint][0]),
        ]
        if used := used_until(self._source.events, self._seq).in_words(names_of(self._view.match)):
            lines.append(used)
        if self._typed:
            lines.append(filled("turn {turn}", turn=f"{self._typed}_"))
        return [*lines, printable(self._notice)] if self._notice else lines

    def _at_end(self) -> bool:
        return self._seq == self._last

    def _story(self, width: int, height: int) -> list[str]:
        return story(self._view, self._source, width, height)

    def _put(self, name: str, lines: list[str]) -> None:
        self.query_one(f"#{name}", Static).update(Text("\n".join(map(printable, lines)), no_wrap=True))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
