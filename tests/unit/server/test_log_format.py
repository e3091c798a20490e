"""The form of log lines: whatever a caller sends, a line is one line, safe for terminals, and not long."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clio.server.observability.log_format import MAX_LINE_BYTES, Render, console_renderer, json_renderer

UNSAFE = [
    *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)),
    *"\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\U000e0041",
]  # fmt: skip
RENDERERS = [pytest.param(json_renderer(), id="json"), pytest.param(console_renderer(colours=False), id="console")]


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize("character", UNSAFE, ids=lambda character: f"U+{ord(character):04X}")
def test_no_unsafe_character_is_written(render: Render, character: str) -> None:
    line = {"event": f"a{character}b", "value": f"a{character}b", "nested": {f"k{character}": [f"a{character}b"]}}
    written = render(None, "info", line).decode()
    assert written.endswith("\n")
    assert written.count("\n") == 1
    assert character not in written[:-1]


@pytest.mark.parametrize("render", RENDERERS)
@given(value=st.text(max_size=2_000) | st.binary(max_size=2_000) | st.integers() | st.lists(st.text(), max_size=200))
def test_any_value_makes_one_line_of_bounded_length(render: Render, value: object) -> None:
    written = render(None, "info", {"event": "call", "value": value}).decode()
    assert not set(written[:-1]) & set(UNSAFE)
    assert written.count("\n") == 1
    assert len(written) <= MAX_LINE_BYTES


@pytest.mark.parametrize("render", RENDERERS)
def test_what_cannot_be_shown_costs_no_more_than_itself(render: Render) -> None:
    deep: list[object] = []
    for _ in range(10_000):
        deep = [deep]
    for value in (Hostile(), deep, 10**10_000, "\ud800", float("nan"), b"\xff" * 100_000, {1: {2: 3}}):
        written = render(None, "info", {"event": "call", "value": value})
        assert b"call" in written
        assert len(written) <= MAX_LINE_BYTES


def test_a_line_for_machines_says_exactly_what_was_sent() -> None:
    sent = "".join(UNSAFE) + "ñ"
    assert json.loads(json_renderer()(None, "info", {"event": "call", "match_id": sent}))["match_id"] == sent


def test_a_traceback_cannot_pass_for_lines_of_the_log() -> None:
    try:
        json.loads("no such match: \x1b[2J\n2026-01-01T00:00:00Z [info] forged")
    except ValueError as error:
        error.args = ("no such match: \x1b[2J\n2026-01-01T00:00:00Z [info] forged",)
        exception = sys.exc_info()
    written = console_renderer(colours=False)(None, "error", {"event": "call.failed", "exc_info": exception}).decode()
    first, *rest = written.rstrip("\n").split("\n")
    assert "call.failed" in first
    assert len(rest) > 2
    assert all(line.startswith("  | ") for line in rest)
    assert "\x1b" not in written
