"""What a player sees at once: the selected choice, the code to join, the log, a screen of another size."""

from pathlib import Path

import pytest

from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import ServeCommand, User

BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]
DOWN = "\x1b[B"
SHIFT_RIGHT = "\x1b[1;2C"


def test_the_selected_choice_has_a_sign_and_a_colour(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akrotiri", *BOT]) as screen:
        screen.wait(lambda: "▶ -1,-2" in screen.text)
        screen.settle()
        screen.type(DOWN)
        screen.wait(lambda: "▶ -2,-1" in screen.text)
        assert "▶ -1,-2" not in screen.text
        row = next(number for number, line in enumerate(screen.lines) if "▶ -2,-1" in line)
        column = screen.lines[row].index("▶ -2,-1") + 2
        assert screen.background(row, column) != screen.background(row + 1, column)


def test_without_colours_the_sign_is_there_all_the_same(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akrotiri", *BOT], {"NO_COLOR": "1"}) as screen:
        screen.wait(lambda: "▶ -1,-2" in screen.text)


def test_the_code_to_join_stays_on_the_screen_and_the_log_needs_no_key(server: ServeCommand, tmp_path: Path) -> None:
    more = {"CLIO_SERVER": server.address}
    with Screen(tmp_path, (120, 40), ["play", "akros", "--host", "--name", "Ada"], more) as screen:
        screen.wait(lambda: "clio play akros --join" in " ".join(screen.text.split()))
        code = " ".join(screen.text.split()).partition("--join ")[2].split()[0]
        bob = User(tmp_path / "bob", server.address)
        bob.home.mkdir()
        bob.says("join", code, "--name", "Bob")
        screen.wait(lambda: "Bob takes seat 1." in screen.text and "The match starts." in screen.text)
        screen.wait(lambda: "--join" not in screen.text and "keep" in screen.text)


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_a_screen_of_another_size_is_laid_out_again(size: tuple[int, int], tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akrotiri", *BOT]) as screen:
        screen.wait(lambda: "▶ -1,-2" in screen.text)
        assert ">1,-1" not in screen.text
        screen.resize(size)
        screen.wait(lambda: ">1,-1" in screen.text and screen.lines[-1].startswith(" Enter choose"))
        screen.resize((80, 24))
        screen.wait(lambda: ">1,-1" not in screen.text and screen.lines[-1].startswith(" Enter choose"))


def test_the_map_is_moved_with_the_arrows(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akrotiri", *BOT]) as screen:
        screen.wait(lambda: "▶ -1,-2" in screen.text)
        screen.settle()
        assert ">1,-1" not in screen.text
        screen.type(SHIFT_RIGHT)
        screen.wait(lambda: ">1,-1" in screen.text)
