"""Live match: sends what the player does to the server, follows the match, and has both shown."""

import asyncio
from collections.abc import Awaitable
from enum import Enum, auto
from pathlib import Path
from typing import Final

from textual.app import App

from clio.cli.errors.system_errors import system_error
from clio.cli.i18n.translate import counted, filled, t
from clio.cli.play.controller import PlayController
from clio.cli.play.panels import Panels
from clio.cli.play.screen_state import ScreenState
from clio.cli.render.options import RenderOptions
from clio.cli.text.error_text import connection_in_words, refusal_in_words, rule_in_words
from clio.client.errors import ClioError, StaleSeqError, UnreachableError
from clio.client.watcher import CaughtUp
from clio.v1.event_pb2 import Event
from clio.v1.view_pb2 import View

_PATIENCE: Final = 60


class Ending(Enum):
    """How the player left the screen."""

    LEFT = auto()
    """The match goes on; it is saved."""
    CLOSED = auto()
    REPLAY = auto()
    REMATCH = auto()


class LiveMatch(App[Ending]):
    """The part of the playing screen that talks to the server."""

    def __init__(self, controller: PlayController, render_options: RenderOptions) -> None:
        super().__init__(ansi_color=True)
        self._controller: Final = controller
        self._render_options: Final = render_options
        self._state: Final = ScreenState()
        self._panels: Final = Panels(controller, render_options, self._state)

    def show_choice(self) -> None:
        """Redraws the choices, and asks for the preview of a whole move."""
        self._panels.draw()
        self.run_worker(self._show_preview(), exit_on_error=True)

    async def _show_preview(self) -> None:
        try:
            await self._controller.preview()
        except ClioError:
            # Without a preview the board stays as it is; sending the move tells what is wrong.
            return
        self._panels.draw_board()
        self._panels.draw_log()

    def ask(self, request: Awaitable[None]) -> None:
        """Sends a request to the server, and shows what became of it."""
        self._state.typed, self._state.sending = "", True
        self._panels.draw()
        self.run_worker(self._asked(request), exit_on_error=True)

    async def _asked(self, request: Awaitable[None]) -> None:
        try:
            await request
        except StaleSeqError:
            self._state.add(t("The match has changed in the meantime."))
        except UnreachableError:
            self._show_connection(there=False)
        except ClioError as error:
            self._state.add(refusal_in_words(error))
            rule = await self._controller.rule(error)
            if rule is not None:
                self._state.add(rule_in_words(rule))
        await self._refresh()

    async def _refresh(self) -> None:
        for _ in range(_PATIENCE):
            try:
                await self._controller.refresh()
            except UnreachableError:
                await asyncio.sleep(1)
            else:
                break
        self._state.sending = False
        self._panels.draw()
        await self._show_preview()

    async def follow(self) -> None:
        """Shows what happens in the match until its end."""
        await self._refresh()
        caught_up = False
        async with self._controller.news(self._show_connection, views=True) as news:
            async for sighting in news:
                if isinstance(sighting, Event):
                    self._state.add(sighting)
                    if caught_up:
                        self._panels.draw_log()
                elif isinstance(sighting, CaughtUp):
                    caught_up = True
                elif isinstance(sighting, View) and sighting.match.seq > self._controller.match.seq:
                    await self._take_view(sighting)
                elif isinstance(sighting, View):
                    self._panels.draw()
        await self._refresh()

    async def _take_view(self, view: View) -> None:
        try:
            await self._controller.take_view(view)
        except UnreachableError:
            await self._refresh()
        self._state.scroll = (0, 0)
        self._panels.draw()

    def _show_connection(self, there: bool) -> None:  # noqa: FBT001 (a watcher's callback)
        self._state.add(connection_in_words(there))
        self._panels.draw()

    async def hint(self) -> None:
        """Composes the move that a bot would play."""
        if self._state.thinking:
            return
        before, self._state.thinking = self._controller.choice, True
        self._panels.draw()
        try:
            move = await self._controller.hint()
        finally:
            self._state.thinking = False
        if not move:
            self._state.add(t("No bot knows this game."))
        elif before is self._controller.choice and before.take(move):
            self._state.add(filled("Hint: a bot would play “{move}”. Enter sends it, Esc drops it.", move=before.text))
        self.show_choice()

    async def export(self) -> None:
        """Writes the record beside the player."""
        file = Path(f"{self._controller.match_id}.clio")
        try:
            number = await self._controller.export(file)
        except OSError as error:
            self._state.add(filled("{file} cannot be written: {error}.", file=file, error=system_error(error)))
        except ClioError as error:
            self._state.add(refusal_in_words(error))
        else:
            self._state.add(
                counted("Wrote {number} event to {file}.", "Wrote {number} events to {file}.", number, file=file)
            )
        self._panels.draw()
