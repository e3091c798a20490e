"""Inside a match: help, menu, hints, resigning, offers, clocks, and what comes after the end."""

import re
from collections.abc import Callable
from pathlib import Path

from tests.integration.cli.players_hands import DOWN, ENTER, ESCAPE, F1, F2, F3, Hands, Played
from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import ServeCommand, User

BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]
MATCH = Played("akros", "menu", (80, 24))


def take(hands: Hands, entry: str) -> None:
    """Chooses an entry by typing its name."""
    hands.screen.wait(lambda: entry in hands.offered())
    hands.screen.type(entry)
    hands.screen.wait(lambda: hands.offered() == [entry])
    hands.screen.type(ENTER)


def opened(hands: Hands, key: str, is_open: Callable[[], bool]) -> str:
    hands.screen.type(key)
    hands.screen.wait(is_open)
    return hands.screen.settle()


def test_help_points_and_menu_open_over_the_match_and_close_again(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        hands = Hands(screen, MATCH)
        screen.wait(lambda: "mountain" in hands.offered())
        screen.settle()
        text = opened(hands, F1, lambda: screen.lines[0].startswith(" Help"))
        assert "Jinn keeps one" in text
        screen.type("\x1b[6~")
        screen.wait(lambda: "Signs on the board" in screen.text and "a servant of Jinn, of Ifrit" in screen.text)
        screen.type("\x1b[F")
        screen.wait(lambda: "Ctrl+Q" in screen.text)
        screen.type(ESCAPE)
        screen.wait(lambda: "mountain" in hands.offered())
        text = opened(hands, F3, lambda: screen.lines[0].startswith(" Points"))
        assert "Merits" in text
        assert "Jinn claims it" in text
        screen.type(ESCAPE)
        screen.wait(lambda: "mountain" in hands.offered())
        opened(hands, F2, lambda: "resign" in hands.offered())
        assert [entry for entry in hands.offered() if "offer" in entry] == []
        screen.type(ESCAPE)
        screen.wait(lambda: "mountain" in hands.offered())
        opened(hands, ESCAPE, lambda: "resign" in hands.offered())


def test_a_hint_is_composed_and_can_be_dropped(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "amphipolis", *BOT]) as screen:
        hands = Hands(screen, Played("amphipolis", "hint", (80, 24)))
        screen.wait(lambda: "statues" in hands.offered())
        screen.settle()
        screen.type("?")
        screen.wait(lambda: "send it" in hands.offered() and "Hint: a bot would play" in screen.text)
        screen.type(ESCAPE)
        screen.wait(lambda: "statues" in hands.offered())


def test_a_resigned_match_is_exported_replayed_and_played_again(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        hands = Hands(screen, MATCH)
        screen.wait(lambda: "mountain" in hands.offered())
        screen.settle()
        opened(hands, F2, lambda: "resign" in hands.offered())
        take(hands, "resign")
        screen.wait(lambda: "yes, resign" in hands.offered())
        assert hands.offered()[0] == "no, play on"
        screen.type(ENTER)
        screen.wait(lambda: "mountain" in hands.offered())
        opened(hands, F2, lambda: "resign" in hands.offered())
        take(hands, "resign")
        screen.wait(lambda: "yes, resign" in hands.offered())
        screen.type(DOWN + ENTER)
        screen.wait(lambda: "close" in hands.offered())
        assert "greedy 1 wins" in screen.settle()
        take(hands, "export the record")
        screen.wait(lambda: "Wrote " in screen.text)
        (record,) = tmp_path.glob("*.clio")
        take(hands, "replay")
        screen.wait(lambda: "event " in screen.lines[0])
        screen.type("q")
        screen.wait(lambda: "rematch" in hands.offered())
        take(hands, "rematch")
        screen.wait(lambda: "Ifrit Ada" in screen.text)
        screen.settle()
        screen.type("\x03")
        while not screen.ended:
            screen.read()
        assert "Your match is saved. Resume it with: clio play akros" in screen.text
    assert "akros" in User(tmp_path, "127.0.0.1:1").says("verify", record.name)


def test_ctrl_c_in_line_mode_says_that_the_match_is_saved(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT, "--line"]) as screen:
        screen.wait(lambda: "your move (h for help)>" in screen.text)
        screen.type("\x03")
        screen.wait(lambda: "Your match is saved." in screen.text)


def test_people_offer_accept_and_see_their_clocks(server: ServeCommand, tmp_path: Path) -> None:
    ada, bob = (User(tmp_path / name, server.address) for name in ("ada", "bob"))
    for user in (ada, bob):
        user.home.mkdir()
    code = ada.json("open", "akros", "--clock", "fischer/600+5")["match"]["match_id"]
    more = {"CLIO_SERVER": server.address}
    with Screen(ada.home, (80, 24), ["play", "akros", "--join", code, "--name", "Ada"], more, seed=None) as one:
        one.wait(lambda: "seat 1: free" in one.text)
        with Screen(bob.home, (80, 24), ["play", "akros", "--join", code, "--name", "Bob"], more, seed=None) as other:
            _offer_and_accept(Hands(one, MATCH), Hands(other, MATCH))


def _offer_and_accept(first: Hands, second: Hands) -> None:
    for hands in (first, second):
        _see(hands, "Turn 1 of 9")
    assert re.search(r"Ada \(seat 0\) (10:00|[0-9]:\d\d)", first.screen.lines[0])
    first.screen.type("?")
    first.screen.wait(lambda: "Hints are only available in matches against bots." in first.screen.text)
    for entry, accepted, told in (
        ("offer a pause", "agree to a pause", "The match is paused"),
        ("offer to go on", "agree to go on", "The match goes on"),
        ("offer to abort", "agree to abort", "aborted by agreement"),
    ):
        opened(first, F2, lambda: "resign" in first.offered())
        take(first, entry)
        opened(second, F2, lambda: "resign" in second.offered())
        take(second, accepted)
        for hands in (first, second):
            _see(hands, told)
    assert "close" in first.offered()
    assert "rematch" not in first.offered()


def _see(hands: Hands, text: str) -> None:
    hands.screen.wait(lambda: text in hands.screen.text)
    hands.screen.settle()
