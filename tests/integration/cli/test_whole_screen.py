"""Whole matches through a real terminal. All twelve goldens are written by tests.integration.cli.write_screens.

``make test`` plays the shortest of them; the others are marked slow.
"""

from pathlib import Path

import pytest

from clio.cli.play.layout import PlayLayout
from tests.integration.cli.layout import faults
from tests.integration.cli.players_hands import ENTER, KEPT, MATCHES, Played, as_text, kept_screens, played
from tests.integration.cli.screen import Screen

NAMES = [match.golden.stem for match in MATCHES]
SHORT = {"akros-120x40-es"}
PLAYED = [
    pytest.param(match, id=name, marks=() if name in SHORT else pytest.mark.slow)
    for match, name in zip(MATCHES, NAMES, strict=True)
]
BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]


def test_there_are_four_matches_of_each_game_in_three_sizes() -> None:
    assert len(NAMES) == len(set(NAMES)) == 12
    for game in ("akros", "akrotiri", "amphipolis"):
        own = [match for match in MATCHES if match.game == game]
        assert {match.size for match in own} >= {(80, 24), (120, 40), (200, 60)}
        assert any(match.language == "es" for match in own)
        assert any(not match.colours for match in own)
        assert any(match.resized for match in own)


@pytest.mark.parametrize("match", MATCHES, ids=NAMES)
def test_nothing_on_a_kept_screen_is_too_wide_wraps_or_overlaps(match: Played) -> None:
    screens = kept_screens(match)
    assert list(screens) == list(KEPT)
    for name, lines in screens.items():
        assert faults(match.game, match.language, match.size_of(name), lines) == [], name


def test_a_kept_screen_that_is_spoilt_is_noticed() -> None:
    size = (80, 24)
    match = next(match for match in MATCHES if match.golden.stem == "akrotiri-80x24")
    lines = kept_screens(match)["a choice in the middle"]
    assert faults("akrotiri", "en", size, lines) == []
    edge = PlayLayout.on(size, "akrotiri").board[0]
    for spoilt in (
        [*lines[:5], lines[5].ljust(81, "x"), *lines[6:]],
        [*lines[:5], lines[5].ljust(edge)[:edge] + "x" + lines[5][edge + 1 :], *lines[6:]],
        [*lines[:20], "wrapped", *lines[20:]],
        [lines[1], *lines[1:]],
        [*lines[:-1], ""],
        [f"{lines[0][:70]}…", *lines[1:]],
        [line.replace("@", " ") if not line.startswith("▶") else line for line in lines],
    ):
        assert len(faults("akrotiri", "en", size, spoilt)) >= 1


@pytest.mark.parametrize("match", PLAYED)
def test_a_whole_match_is_played_with_the_keyboard_alone(match: Played, tmp_path: Path) -> None:
    hands = played(tmp_path, match)
    assert hands.screen.child.exitstatus == 0
    assert set(hands.kept) == set(KEPT)
    for size, lines in hands.seen:
        assert faults(match.game, match.language, size, lines) == []
    assert as_text(hands) == match.golden.read_text(encoding="utf-8")
    assert "clio replay " in hands.screen.text


def test_a_choice_is_undone_a_wrong_move_is_explained_and_leaving_keeps_the_match(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "mountain" in screen.text and "keep" in screen.text)
        screen.settle()
        screen.type(ENTER)
        screen.wait(lambda: "send it" in screen.text)
        screen.type("\x1b")
        screen.wait(lambda: "send it" not in screen.text)
        screen.settle()
        screen.type("place 4>0")
        screen.wait(lambda: "place 4>0_" in screen.text)
        screen.type(ENTER)
        screen.wait(lambda: "AKS-" in screen.text)
        assert "Jinn has to keep a tile first." in screen.text
        screen.type("\x11")
        screen.wait(lambda: screen.read() or screen.ended)
        while not screen.ended:
            screen.read()
        assert "Resume it with: clio play akros" in screen.text
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "keep" in screen.text and "close" not in screen.text)
        assert "  8 Turn 1:" in screen.settle()


def test_ctrl_c_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "keep" in screen.text)
        screen.settle()
        screen.type("\x03")
        sent = b""
        while not screen.ended:
            try:
                sent += screen.child.read_nonblocking(65536, timeout=30)
            except screen.eof:
                screen.ended = True
        screen.child.close()
        assert screen.child.exitstatus == 0
    assert b"\x1b[?1049l" in sent  # back from the alternate screen
    assert b"\x1b[?25h" in sent  # the cursor is seen again
    assert b"\x1b[?1000l" in sent  # the mouse is the terminal's again


def test_the_mouse_chooses_too(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "keep" in screen.text)
        screen.settle()
        column, row = 61, 5
        screen.type(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
        screen.wait(lambda: "send it" in screen.text)
