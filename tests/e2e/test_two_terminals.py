"""Two people on two terminals over one server: host, join by code, play, a terminal killed, resumed, finished."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.cli.players_hands import ENTER, Hands, Played
from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import ServeCommand, User

MATCH = Played("akros", "two terminals", (80, 24))
_MAX_KEYS = 400


class Person:
    """Somebody with a home and a terminal, who takes the first option every time."""

    def __init__(self, home: Path, name: str, server: str, size: tuple[int, int]) -> None:
        home.mkdir()
        self.home, self.name, self.size = home, name, size
        self.user = User(home, server)
        self.server = server
        self.hands: Hands | None = None

    def opens(self, *arguments: str) -> Screen:
        """Starts ``clio play`` in a new terminal."""
        screen = Screen(
            self.home,
            self.size,
            ["play", "akros", *arguments, "--name", self.name],
            {"CLIO_SERVER": self.server},
            seed=None,
        )
        self.hands = Hands(screen, MATCH)
        return screen

    @property
    def screen(self) -> Screen:
        assert self.hands is not None
        return self.hands.screen

    def offered(self) -> list[str]:
        """What can be chosen now."""
        assert self.hands is not None
        self.screen.read()
        return self.hands.offered()

    def takes(self, entry: str) -> None:
        """Chooses an entry by its name."""
        self.screen.wait(lambda: entry in self.offered())
        self.screen.type(entry)
        self.screen.wait(lambda: self.offered() == [entry])
        self.screen.type(ENTER)


def play(people: list[Person], until: Callable[[], bool]) -> None:
    """Everybody plays whenever something can be chosen."""
    for _ in range(_MAX_KEYS):
        for person in people:
            if until():
                return
            if person.offered() and "close" not in person.offered():
                person.screen.settle(0.1)
                if person.offered() and "close" not in person.offered():
                    person.screen.type(ENTER)
                    person.screen.settle(0.1)
    raise AssertionError("\n".join(person.screen.text for person in people))


def sees(person: Person, turn: int) -> bool:
    """Whether a terminal shows that turn, or a later one."""
    return any(f"Turn {number} of 9" in person.screen.text for number in range(turn, 10))


@pytest.fixture
def server(tmp_path: Path) -> ServeCommand:
    return ServeCommand(tmp_path / "data")


@pytest.mark.slow
def test_two_people_play_on_two_terminals_and_one_of_them_is_killed(server: ServeCommand, tmp_path: Path) -> None:
    ada = Person(tmp_path / "ada", "Ada", server.address, (120, 40))
    bob = Person(tmp_path / "bob", "Bob", server.address, (80, 24))
    with server, ada.opens("--host"):
        ada.screen.wait(lambda: "Waiting for players." in ada.screen.text and "seat 1: free" in ada.screen.text)
        code = ada.screen.text.partition("--join ")[2].split()[0]
        with bob.opens("--join", code[:8]):
            play([ada, bob], lambda: sees(ada, 3) and sees(bob, 3))
            os.kill(bob.screen.child.pid, signal.SIGKILL)
            bob.screen.child.wait()
        with bob.opens("--join", code[:8]):
            bob.screen.wait(lambda: sees(bob, 3))
            play([ada, bob], lambda: "close" in ada.offered() and "close" in bob.offered())
            assert "Merits" in ada.screen.text
            assert "What the points are for" in bob.screen.text
            ada.takes("replay")
            ada.screen.wait(lambda: "event " in ada.screen.lines[0])
            ada.screen.type("q")
            ada.takes("close")
            ada.screen.wait(lambda: f"clio replay {code}" in ada.screen.text)
            bob.takes("close")
            bob.screen.wait(lambda: f"clio replay {code}" in bob.screen.text)
        for person in (ada, bob):
            told = person.user.says("replay", code, "--line")
            assert "keep" in told
            assert "[AKS-" in told.splitlines()[-1]
            assert "Ada" in told
        audited = bob.user.says("audit", code)
        assert code in audited
        bob.user.says("export", code, "--out", "final.clio")
        assert "final.clio" in bob.user.says("verify", "final.clio")
