import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog

from clio.server.observability import logging


class Written(io.TextIOWrapper):
    """Standard error, kept."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    @property
    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


@contextmanager
def standard_error() -> Iterator[Written]:
    """Inside a test, since pytest puts its own in between a fixture and its test."""
    written = Written()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", written)
        yield written
    structlog.reset_defaults()


def fail(_token: str) -> None:
    raise ZeroDivisionError("division by nobody")


@pytest.mark.parametrize("form", ["json", "console"])
def test_an_exception_is_told_without_what_its_variables_held(form: logging.LogFormat) -> None:
    suffix = "-somebody"
    with standard_error() as stderr:
        logging.configure("info", form)
        try:
            # In pieces: the line of the source is part of what is told.
            fail("a-token-of" + suffix)
        except ZeroDivisionError:
            structlog.get_logger().exception("call.failed", method="PlayMove")
        logging.flush()
    assert "division by nobody" in stderr.text
    assert "a-token-of-somebody" not in stderr.text


def test_a_line_for_machines_is_json_whatever_is_in_it() -> None:
    with standard_error() as stderr:
        logging.configure("info", "json")
        log = structlog.get_logger()
        log.warning("health", value=object, text='"ñ\n')
        log.debug("unknown")
        logging.flush()
    (line,) = stderr.text.splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"], told["text"]) == ("health", "warning", '"ñ\n')


def test_lines_are_for_machines_unless_a_terminal_reads_them() -> None:
    with standard_error() as stderr:
        logging.configure("info")
        structlog.get_logger().info("first")
        logging.flush()
        stderr.isatty = lambda: True  # type: ignore[method-assign]  # a terminal
        logging.configure("info")
        structlog.get_logger().info("second")
        logging.flush()
    first, second = stderr.text.splitlines()
    assert json.loads(first)["event"] == "first"
    assert not second.startswith("{")
