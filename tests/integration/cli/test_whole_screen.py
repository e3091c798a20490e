"""Whole matches through a real terminal. All twelve goldens are written by tests.integration.cli.write_screens."""

import unicodedata
from itertools import product
from pathlib import Path

import pytest

from clients.cli.room import Room
from tests.integration.cli.players_hands import (
    ENTER,
    GAMES,
    KEPT,
    LANGUAGES,
    SIZES,
    Hands,
    as_text,
    golden,
    played,
)
from tests.integration.cli.screen import Screen

MATCHES = list(product(GAMES, LANGUAGES, SIZES))
BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]
KEYS_LINE = {"en": " Enter choose", "es": " Intro elegir"}


def _faults(hands: Hands, lines: list[str]) -> list[str]:
    """What is wrong with a screen: a part that is not in its place, or text that runs into another part."""
    columns, rows = hands.screen.columns, hands.screen.rows
    room = Room.on((columns, rows))
    faults = []
    if len(lines) != rows or not lines[0].startswith(f" {hands.game.capitalize()}"):
        faults.append("the title is not on top")
    if not lines[-1].startswith(KEYS_LINE[hands.language]):
        faults.append("the keys are not at the bottom")
    faults += [
        f"runs over: {line}" for line in lines[1 : 1 + room.rows] if line[room.columns : room.columns + 1].strip()
    ]
    faults += [f"too wide: {line}" for line in lines if len(line) > columns]
    faults += [f"wide letters: {line}" for line in lines if any(unicodedata.east_asian_width(c) in "WF" for c in line)]
    return faults


@pytest.mark.parametrize(("game", "language", "size"), MATCHES)
def test_a_whole_match_is_played_with_the_keyboard_alone(
    game: str, language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    hands = played(tmp_path, game, language, size)
    assert hands.screen.child.exitstatus == 0
    assert set(hands.kept) == set(KEPT)
    assert [fault for lines in hands.seen for fault in _faults(hands, lines)] == []
    assert as_text(hands) == golden(game, language, size).read_text(encoding="utf-8")


def test_a_choice_is_undone_a_wrong_move_is_explained_and_leaving_keeps_the_match(tmp_path: Path) -> None:
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "mountain" in screen.text and "keep" in screen.text)
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
        assert "return to it with: clio play akros" in screen.text
    with Screen(tmp_path, (80, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "keep" in screen.text and "close" not in screen.text)
        assert "  6 Turn 1:" in screen.settle()


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
