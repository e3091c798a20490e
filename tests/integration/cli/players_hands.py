"""Somebody who plays a whole match with the keyboard alone, and keeps a few screens of it."""

import time
from dataclasses import dataclass, field
from pathlib import Path

from clio.cli.render.layout import ScreenLayout
from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import ROOT

GAMES = ("akros", "akrotiri", "amphipolis")
SIZES = ((80, 24), (120, 40))
LANGUAGES = ("en", "es")
GOLDENS = ROOT / "tests" / "golden" / "screens"
ENTER = "\r"
SIGN = "▶ "
"""What stands before the highlighted option."""
SEND = {"en": "send it", "es": "enviarla"}
CLOSE = {"en": "close", "es": "cerrar"}
END = {"en": "end", "es": "acabar"}
KEPT = ("the first choice", "a preview", "a choice in the middle", "the end")
_MIDDLE = 4
"""Moves before the middle."""
_STEADY = 0.1
_MAX_BLINK = 2.0
_MAX_KEYS = 600


@dataclass
class Hands:
    """Takes the first option every time; in Akrotiri ends the turn as soon as it may."""

    screen: Screen
    game: str
    language: str
    kept: dict[str, str] = field(default_factory=dict)
    seen: list[list[str]] = field(default_factory=list)
    keys: int = 0
    sent: int = 0

    def panel(self) -> list[str]:
        """What stands beside the board: what is chosen, then what is offered."""
        room = ScreenLayout.on((self.screen.columns, self.screen.rows))
        return [line[room.columns + 1 :].strip() for line in self.screen.lines[1 : 1 + room.rows]]

    def offered(self) -> list[str]:
        """The options."""
        return [option.removeprefix(SIGN) for option in self.panel()[2:] if option]

    def play(self) -> None:
        """Plays until the match can be closed, and closes it."""
        while self.keys < _MAX_KEYS:
            self.screen.wait(lambda: bool(self.offered()))
            self.screen.settle(_STEADY)
            if not self.offered():
                continue
            self.seen.append(self.screen.lines)
            if CLOSE[self.language] in self.offered():
                self.kept["the end"] = self.screen.settle()
                break
            self._keep()
            self._press()
        self.screen.type(ENTER)
        while not self.screen.ended:
            self.screen.read()
        self.screen.child.close()

    def _press(self) -> None:
        self.keys += 1
        self.sent += SEND[self.language] in self.offered()
        if self.game == "akrotiri" and END[self.language] in self.offered():
            self.screen.type(END[self.language])
            self.screen.wait(lambda: f"{END[self.language]}_" in self.panel())
        before = self.panel()
        self.screen.type(ENTER)
        # The next choice may look like this one, and what is between them be too short to be seen.
        until = time.monotonic() + _MAX_BLINK
        self.screen.wait(lambda: self.panel() != before or time.monotonic() > until)

    def _keep(self) -> None:
        previewing = SEND[self.language] in self.offered()
        if not self.kept and not previewing:
            self.kept["the first choice"] = self.screen.settle()
        elif previewing and "a preview" not in self.kept:
            self.kept["a preview"] = self.screen.settle()
        elif not previewing and self.sent >= _MIDDLE and "a choice in the middle" not in self.kept:
            self.kept["a choice in the middle"] = self.screen.settle()


def played(home: Path, game: str, language: str, size: tuple[int, int]) -> Hands:
    """A whole match, played to its end."""
    arguments = ["play", game, "--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]
    more = {"LANG": "es_ES.UTF-8" if language == "es" else "C.UTF-8"}
    with Screen(home, size, arguments, more) as screen:
        hands = Hands(screen, game, language)
        hands.play()
    return hands


def golden(game: str, language: str, size: tuple[int, int]) -> Path:
    """Where the screens of a match are kept."""
    return GOLDENS / f"{game}-{language}-{size[0]}x{size[1]}.txt"


def kept_screens(file: Path, size: tuple[int, int]) -> dict[str, list[str]]:
    """The screens of a golden by their names, each as its lines."""
    line = f"{'=' * size[0]}\n"
    parts = file.read_text(encoding="utf-8").split(line)[1:]
    return {name.strip(): screen.splitlines() for name, screen in zip(parts[::2], parts[1::2], strict=True)}


def as_text(hands: Hands) -> str:
    """The screens that were kept, one below the other."""
    line = "=" * hands.screen.columns
    return "".join(f"{line}\n{name}\n{line}\n{hands.kept[name]}" for name in KEPT)
