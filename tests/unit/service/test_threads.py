"""How threads share the interpreter."""

import sys

from service.threads import take_short_turns


def test_a_server_gives_its_threads_shorter_turns_than_the_interpreter_does() -> None:
    before = sys.getswitchinterval()
    try:
        take_short_turns()
        assert sys.getswitchinterval() < before
    finally:
        sys.setswitchinterval(before)
