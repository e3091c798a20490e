"""Whole matches through a real terminal. All twelve goldens are written by tests.integration.cli.write_screens.

Six of them are played in every run: each game in both languages, one for each size. ``make screens`` plays all.
"""

import os
from itertools import product
from pathlib import Path

import pytest

from tests.integration.cli.layout import faults
from tests.integration.cli.players_hands import (
    ENTER,
    GAMES,
    KEPT,
    LANGUAGES,
    SIZES,
    as_text,
    golden,
    kept_screens,
    played,
)
from tests.integration.cli.screen import Screen

MATCHES = list(product(GAMES, LANGUAGES, SIZES))
NAMES = [f"{game}-{language}-{columns}x{rows}" for game, language, (columns, rows) in MATCHES]
PLAYED = [
    pytest.param(*match, id=name)
    for match, name in zip(MATCHES, NAMES, strict=True)
    if os.environ.get("CLIO_TEST_SCREENS") == "all" or match[1:] in {("en", (80, 24)), ("es", (120, 40))}
]
BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]


@pytest.mark.parametrize(("game", "language", "size"), MATCHES, ids=NAMES)
def test_nothing_on_a_kept_screen_is_too_wide_wraps_or_overlaps(
    game: str, language: str, size: tuple[int, int]
) -> None:
    screens = kept_screens(golden(game, language, size), size)
    assert list(screens) == list(KEPT)
    assert [fault for lines in screens.values() for fault in faults(game, language, size, lines)] == []


def test_a_kept_screen_that_is_spoilt_is_noticed() -> None:
    size = (80, 24)
    lines = kept_screens(golden("akros", "en", size), size)["a preview"]
    assert faults("akros", "en", size, lines) == []
    for spoilt in (
        [*lines[:5], lines[5].ljust(81, "x"), *lines[6:]],
        [*lines[:5], lines[5].ljust(58)[:58] + "x" + lines[5][59:], *lines[6:]],
        [*lines[:20], "wrapped", *lines[20:]],
        [lines[1], *lines[1:]],
        [*lines[:-1], ""],
        [f"{lines[0][:70]}…", *lines[1:]],
    ):
        assert len(faults("akros", "en", size, spoilt)) >= 1


@pytest.mark.parametrize(("game", "language", "size"), PLAYED)
def test_a_whole_match_is_played_with_the_keyboard_alone(
    game: str, language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    hands = played(tmp_path, game, language, size)
    assert hands.screen.child.exitstatus == 0
    assert set(hands.kept) == set(KEPT)
    assert [fault for lines in hands.seen for fault in faults(game, language, size, lines)] == []
    assert as_text(hands) == golden(game, language, size).read_text(encoding="utf-8")


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
