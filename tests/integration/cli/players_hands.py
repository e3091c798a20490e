"""Somebody who plays a whole match with the keyboard alone, and keeps a few screens of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from clio.cli.play.layout import PlayLayout
from tests.integration.cli.observed_screen import TURN
from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import ROOT

Size = tuple[int, int]

GOLDENS = ROOT / "tests" / "golden" / "screens"
ENTER, ESCAPE, DOWN = "\r", "\x1b", "\x1b[B"
F1, F2, F3 = "\x1bOP", "\x1bOQ", "\x1bOR"
SIGN = "▶"
"""What stands before the highlighted option."""
SEND = {"en": "send it", "es": "enviarla"}
CLOSE = {"en": "close", "es": "cerrar"}
HELP = {"en": "Help · ", "es": "Ayuda · "}
DETAILS = {"en": "Points and details · ", "es": "Puntos y detalles · "}
BACK = {"en": "back", "es": "volver"}
KEPT = ("the first choice", "help", "a preview", "the menu", "points and details", "a choice in the middle", "the end")
_MIDDLE = 6
"""Moves before the middle."""
_MAX_KEYS = 900


class Played(NamedTuple):
    """One of the twelve matches: a game on a terminal."""

    game: str
    name: str
    size: Size
    language: str = "en"
    colours: bool = True
    resized: Size | None = None
    """The size of the terminal from the middle of the match on."""

    @property
    def golden(self) -> Path:
        """Where its screens are kept."""
        return GOLDENS / f"{self.game}-{self.name}.txt"

    def size_of(self, screen: str) -> Size:
        """The size of the terminal when a screen was kept."""
        later = KEPT.index(screen) >= KEPT.index("a choice in the middle")
        return self.resized if self.resized is not None and later else self.size


RESIZED = {
    "akros": ((80, 24), (120, 40)),
    "akrotiri": ((120, 40), (80, 24)),
    "amphipolis": ((120, 40), (200, 60)),
}
MATCHES = [
    match
    for game, (first, then) in RESIZED.items()
    for match in (
        Played(game, "80x24", (80, 24)),
        Played(game, "120x40-es", (120, 40), language="es"),
        Played(game, "200x60-no-colour", (200, 60), colours=False),
        Played(game, "resized", first, resized=then),
    )
]


@dataclass
class Hands:
    """Asks for a hint at every other move; takes the first or the second option at the others."""

    screen: Screen
    match: Played
    kept: dict[str, list[str]] = field(default_factory=dict)
    seen: list[tuple[Size, list[str]]] = field(default_factory=list)
    pictures: Path | None = None
    """The folder for pictures of the kept screens, if any are wanted."""
    keys: int = 0
    """Choices that were made."""
    pressed: int = 0
    """Keys that were pressed."""
    sent: int = 0

    @property
    def size(self) -> Size:
        """The size of the terminal."""
        return self.screen.columns, self.screen.rows

    def panel(self) -> list[str]:
        """What stands beside the board: what is chosen, then what is offered."""
        layout = PlayLayout.on(self.size, self.match.game)
        left, right = layout.board[0] + 1, layout.board[0] + layout.side
        return [line[left:right].rstrip() for line in self.screen.lines[1 : 1 + layout.board[1]]]

    def offered(self) -> list[str]:
        """The options: the lines around the highlighted one."""
        panel = self.panel()
        at = next((number for number, line in enumerate(panel) if line.startswith(SIGN)), None)
        if at is None:
            return []
        below = panel[at:]
        end = next((number for number, line in enumerate(below) if not line), len(below))
        return [line.removeprefix(SIGN).strip() for line in below[:end]]

    def play(self) -> None:
        """Plays until the match can be closed, and closes it."""
        while self.keys < _MAX_KEYS:
            self._wait_for_turn()
            self.screen.wait(lambda: bool(self.offered()))
            self.seen.append((self.size, self.screen.lines))
            if CLOSE[self.match.language] in self.offered():
                break
            self._look_around()
            self._press()
        self._keep("the end")
        self.screen.type(CLOSE[self.match.language])
        self.screen.wait(lambda: f"{CLOSE[self.match.language]}_" in self.panel())
        self.screen.type(ENTER)
        while not self.screen.ended:
            self.screen.read()
        self.screen.child.close()

    def _press(self) -> None:
        self.keys += 1
        if SEND[self.match.language] in self.offered():
            self.sent += 1
            self._type(ENTER)
        elif self.sent % 2 == 0:
            self._type("?")
        elif self.sent % 4 == 1 and len(self.offered()) > 1:
            self._type(DOWN)
            self.screen.wait(lambda: not self._is_first())
            self._type(ENTER)
        else:
            self._type(ENTER)

    def _is_first(self) -> bool:
        panel = self.panel()
        at = next((number for number, line in enumerate(panel) if line.startswith(SIGN)), 0)
        return not panel[at - 1]

    def _type(self, key: str) -> None:
        """Presses a key and waits until it has been handled: the next choice may look like this one."""
        self.pressed += 1
        self.screen.type(key)
        self._wait_for_turn()

    def _wait_for_turn(self) -> None:
        self.screen.wait(lambda: self.screen.title == f"{self.pressed} {TURN}")

    def _look_around(self) -> None:
        """Keeps the screens that a match has on its way."""
        language, previewing = self.match.language, SEND[self.match.language] in self.offered()
        if "the first choice" not in self.kept and not previewing:
            self._keep("the first choice")
            self._open(F1, lambda: self.screen.lines[0].startswith(f" {HELP[language]}"), "help")
        elif previewing and "a preview" not in self.kept:
            self._keep("a preview")
        elif not previewing and self.sent >= _MIDDLE and "the menu" not in self.kept:
            self._open(F2, lambda: BACK[language] in self.offered(), "the menu")
            self._open(F3, lambda: self.screen.lines[0].startswith(f" {DETAILS[language]}"), "points and details")
            if self.match.resized is not None:
                self.screen.resize(self.match.resized)
                self.screen.wait(lambda: bool(self.offered()) and bool(self.screen.lines[-1]))
            self._keep("a choice in the middle")
            self.seen.append((self.size, self.screen.lines))

    def _open(self, key: str, is_open: Callable[[], bool], name: str) -> None:
        self._type(key)
        self.screen.wait(is_open)
        self._keep(name)
        self._type(ESCAPE)
        self.screen.wait(lambda: not is_open() and bool(self.offered()))

    def _keep(self, name: str) -> None:
        self.screen.settle()
        self.kept[name] = self.screen.lines
        if self.pictures is not None:
            from tests.integration.cli.picture import picture  # noqa: PLC0415 (for reviewers only)

            picture(self.screen, self.pictures / f"{self.match.golden.stem}-{name.replace(' ', '-')}.png")


def played(home: Path, match: Played, pictures: Path | None = None) -> Hands:
    """A whole match, played to its end."""
    arguments = ["play", match.game, "--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]
    more = {"LANG": "es_ES.UTF-8" if match.language == "es" else "C.UTF-8"}
    if not match.colours:
        more["NO_COLOR"] = "1"
    with Screen(home, match.size, arguments, more) as screen:
        hands = Hands(screen, match, pictures=pictures)
        hands.play()
    return hands


def kept_screens(match: Played) -> dict[str, list[str]]:
    """The screens of a golden by their names, each as its lines."""
    line = f"{'=' * match.size[0]}\n"
    parts = match.golden.read_text(encoding="utf-8").split(line)[1:]
    return {name.strip(): screen.splitlines() for name, screen in zip(parts[::2], parts[1::2], strict=True)}


def as_text(hands: Hands) -> str:
    """The screens that were kept, one below the other."""
    line = "=" * hands.match.size[0]
    return "".join(f"{line}\n{name}\n{line}\n" + "\n".join(hands.kept[name]) + "\n" for name in KEPT)
