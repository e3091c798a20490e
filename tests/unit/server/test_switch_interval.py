"""How threads share the interpreter."""

import sys

from clio.server.process_tuning import shorten_switch_interval


def test_a_server_gives_its_threads_shorter_turns_than_the_interpreter_does() -> None:
    before = sys.getswitchinterval()
    try:
        shorten_switch_interval()
        assert sys.getswitchinterval() < before
    finally:
        sys.setswitchinterval(before)
