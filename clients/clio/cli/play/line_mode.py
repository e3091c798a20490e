"""Line mode: a match played line by line, on any terminal or through a pipe."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from clio.cli.i18n.translate import filled, t
from clio.cli.play.choice import Choice, Option
from clio.cli.play.controller import PlayController
from clio.cli.play.keyboard import Keyboard
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.text.error_text import connection_in_words, refusal_in_words, rule_in_words
from clio.cli.text.event_text import opening_in_words
from clio.cli.text.match_text import show_scores
from clio.client.errors import ClioError, StaleSeqError, UnreachableError
from clio.client.watcher import Sighting
from clio.v1.event_pb2 import Event, Opening
from clio.v1.move_pb2 import Move

_PATIENCE: Final = 60
_COLUMNS: Final = 3
_WIDEST: Final = 25


class LineMode:
    """Prompts for moves word by word and prints the events."""

    def __init__(self, controller: PlayController, out: Output, render_options: RenderOptions) -> None:
        self._controller: Final = controller
        self._out: Final = out
        self._render_options: Final = render_options
        self._keyboard: Final = Keyboard()

    async def play(self) -> bool:
        """Plays until the match is over; returns False if the player left earlier."""
        async with self._controller.news(self._show_connection) as news:
            while True:
                await self._refresh_with_retries()
                await self._print_until(news, self._controller.match.seq)
                if self._controller.over:
                    self._print_end()
                    return True
                if not self._controller.my_turn:
                    self._out.line(
                        f"… {self._controller.standing()}"
                        if self._render_options.unicode
                        else self._controller.standing()
                    )
                    await self._print_until(news, self._controller.match.seq + 1)
                    continue
                move = await self._ask()
                if move is None:
                    return False
                await self._send(move)

    async def _refresh_with_retries(self) -> None:
        for _ in range(_PATIENCE):
            try:
                await self._controller.refresh()
            except UnreachableError:
                self._show_connection(there=False)
                await asyncio.sleep(1)
            else:
                return
        await self._controller.refresh()

    async def _print_until(self, news: AsyncGenerator[Sighting, None], seq: int) -> None:
        """Prints events up to a sequence number, or to the end of the match."""
        if self._controller.events and self._controller.events[-1].seq >= seq:
            return
        async for sighting in news:
            if isinstance(sighting, Event):
                if sighting.seq > 1:
                    self._out.line(f"  {sighting.seq:>3} {self._controller.sentence(sighting)}")
                if sighting.seq >= seq:
                    return
            elif isinstance(sighting, Opening):
                self._out.line(opening_in_words(sighting))

    async def _ask(self) -> Move | str | None:
        """Prompts for a move: returns a confirmed legal move, text that is none, or None to leave."""
        self._out.line()
        self._out.drawing(self._controller.canvas(self._render_options), self._render_options)
        while True:
            choice = self._controller.choice
            options = choice.options()
            with suppress(ClioError):
                await self._controller.preview()
            self._show(choice, options)
            typed = await self._keyboard.line(f"{t('your move')}> ")
            if typed is None or typed.lower() in ("q", t("quit")):
                return None
            if typed.lower() in ("u", t("undo")):
                choice.undo()
            elif typed in ("?", "h", t("help")):
                self._help()
            elif choice.move is not None and typed.lower() in ("", "y", t("yes")):
                return choice.move
            elif typed:
                taken = self._take(choice, options, typed)
                if taken is not None:
                    return taken

    def _take(self, choice: Choice, options: list[Option], typed: str) -> Move | str | None:
        """Applies typed text to the choice; returns a whole move, or text that is no legal move."""
        whole = choice.find(typed)
        option = _meant(options, typed)
        if option is not None:
            choice.choose(option.word)
        elif whole is not None:
            return whole
        else:
            return typed
        return None

    def _show(self, choice: Choice, options: list[Option]) -> None:
        if choice.move is not None:
            self._out.line()
            self._out.drawing(self._controller.canvas(self._render_options), self._render_options)
            self._out.line(filled("This is the board after: {move}", move=choice.text))
            self._out.line(t("Press Enter to send it, u to undo the last choice."))
            return
        if choice.text:
            self._out.line(f"{choice.text} …" if self._render_options.unicode else f"{choice.text} ...")
        cells = [f"{number:>3} {option.text}" for number, option in enumerate(options, start=1)]
        for start in range(0, len(cells), _COLUMNS):
            self._out.line("".join(f"{cell:<{_WIDEST}}" for cell in cells[start : start + _COLUMNS]).rstrip())

    def _help(self) -> None:
        self._out.line(t("Type a number or a word from the list, or a whole move."))
        self._out.line(t("u undoes the last choice; q leaves, and clio play resumes the match."))

    async def _send(self, move: Move | str) -> None:
        try:
            if isinstance(move, str):
                await self._controller.try_words(move)
            else:
                await self._controller.send(move)
        except StaleSeqError:
            self._out.line(t("The match has changed in the meantime."))
        except UnreachableError:
            self._show_connection(there=False)
        except ClioError as error:
            self._out.line(refusal_in_words(error))
            rule = await self._controller.rule(error)
            if rule is not None:
                self._out.line(f"  {rule_in_words(rule)}")

    def _show_connection(self, there: bool) -> None:  # noqa: FBT001 (a watcher's callback)
        self._out.aside(connection_in_words(there))

    def _print_end(self) -> None:
        self._out.line()
        self._out.drawing(self._controller.canvas(self._render_options), self._render_options)
        if self._controller.match.HasField("outcome"):
            show_scores(self._out, self._controller.match.outcome.scores, self._controller.names)
        self._out.line(f"{self._controller.standing()}.")


def _meant(options: list[Option], typed: str) -> Option | None:
    """Finds the option by its number, its word, or an unambiguous prefix of it."""
    if typed.isdecimal() and 1 <= int(typed) <= len(options) and not any(o.word == typed for o in options):
        return options[int(typed) - 1]
    wanted = typed.lower()
    exact = [option for option in options if wanted in (option.word, option.text.lower(), option.word.lstrip(">"))]
    begun = [option for option in options if option.text.lower().startswith(wanted)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None
