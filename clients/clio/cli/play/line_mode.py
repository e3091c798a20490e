"""Line mode: a match played line by line, on any terminal or through a pipe."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from enum import Enum, auto
from typing import Final

from clio.cli.i18n.translate import filled, gettext_noop, t
from clio.cli.play.choice import Choice, Option
from clio.cli.play.controller import NO_HINTS, Opponents, PlayController
from clio.cli.play.keyboard import Keyboard
from clio.cli.play.line_help import print_explanations, print_points
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.render.wrap import columns
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


class _Command(Enum):
    """What can be typed besides a move."""

    UNDO = auto()
    HINT = auto()
    HELP = auto()
    POINTS = auto()
    RESIGN = auto()
    LEAVE = auto()


_COMMANDS: Final = {
    _Command.UNDO: ("u", gettext_noop("undo")),
    _Command.HINT: ("?", gettext_noop("hint")),
    _Command.HELP: ("h", gettext_noop("help")),
    _Command.POINTS: ("p", gettext_noop("points")),
    _Command.RESIGN: ("resign", gettext_noop("resign")),
    _Command.LEAVE: ("q", gettext_noop("quit")),
}


class _Asked(Enum):
    """How the question for a move ended without a move."""

    LEFT = auto()
    RESIGNED = auto()


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
                asked = await self._ask()
                if asked is _Asked.LEFT:
                    return False
                if not isinstance(asked, _Asked):
                    await self._send(asked)

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

    async def _ask(self) -> Move | str | _Asked:
        """Prompts for a move: returns a confirmed legal move, or text that is none."""
        self._out.line()
        self._out.drawing(self._controller.canvas(self._render_options), self._render_options)
        while True:
            choice = self._controller.choice
            options = choice.options()
            with suppress(ClioError):
                await self._controller.preview()
            self._show(choice, options)
            typed = await self._keyboard.line(f"{t('your move (h for help)')}> ")
            command = _Command.LEAVE if typed is None else _command(typed)
            if command is _Command.LEAVE:
                return _Asked.LEFT
            if command is _Command.RESIGN:
                if await self._resign():
                    return _Asked.RESIGNED
            elif command is not None:
                await self._do(command)
            elif choice.move is not None and (typed or "").lower() in ("", "y", t("yes")):
                return choice.move
            elif typed:
                taken = self._take(choice, options, typed)
                if taken is not None:
                    return taken

    async def _do(self, command: _Command) -> None:
        if command is _Command.UNDO:
            self._controller.choice.undo()
        elif command is _Command.HINT:
            await self._hint()
        elif command is _Command.POINTS:
            print_points(self._out, self._controller)
        else:
            print_explanations(self._out, self._controller, self._render_options)

    async def _hint(self) -> None:
        """Composes the move that a bot would play."""
        if self._controller.opponents is not Opponents.BOTS:
            self._out.line(t(NO_HINTS))
            return
        move = await self._controller.hint()
        if move and self._controller.choice.take(move):
            self._out.line(filled("Hint: a bot would play “{move}”.", move=self._controller.choice.text))
        else:
            self._out.line(t("No bot knows this game."))

    async def _resign(self) -> bool:
        """Asks whether the player means it, and gives the match up; returns whether it was done."""
        answer = await self._keyboard.line(f"{t('Resign this match? Type yes to resign')}> ")
        if (answer or "").lower() not in ("yes", t("yes")):
            self._out.line(t("You play on."))
            return False
        try:
            await self._controller.resign()
        except UnreachableError:
            self._show_connection(there=False)
            return False
        except ClioError as error:
            self._out.line(refusal_in_words(error))
            return False
        return True

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
            self._out.line(t("Press Enter to send it, or type u to undo the last choice."))
            return
        if choice.text:
            self._out.line(f"{choice.text} …" if self._render_options.unicode else f"{choice.text} ...")
        cells = [f"{number:>3} {option.text}" for number, option in enumerate(options, start=1)]
        across = max(min(columns() // _WIDEST, _COLUMNS), 1)
        for start in range(0, len(cells), across):
            self._out.line("".join(f"{cell:<{_WIDEST}}" for cell in cells[start : start + across]).rstrip())

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


def _command(typed: str) -> _Command | None:
    wanted = typed.lower()
    return next((command for command, (key, word) in _COMMANDS.items() if wanted in (key, word, t(word))), None)


def _meant(options: list[Option], typed: str) -> Option | None:
    """Finds the option by its number, its word, or an unambiguous prefix of it."""
    if typed.isdecimal() and 1 <= int(typed) <= len(options) and not any(o.word == typed for o in options):
        return options[int(typed) - 1]
    wanted = typed.lower()
    exact = [option for option in options if wanted in (option.word, option.text.lower(), option.word.lstrip(">"))]
    begun = [option for option in options if option.text.lower().startswith(wanted)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None
