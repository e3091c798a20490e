"""The heaps of a process: its threads share few of them."""

import os
import subprocess
import sys

from tests.kit.server_process import ROOT

PROGRAM = """
import ctypes, sys, threading
from clio.server.process_tuning import limit_malloc_arenas

if sys.argv[1] == "shared":
    limit_malloc_arenas()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.fdopen.restype = ctypes.c_void_p, ctypes.c_void_p
together = threading.Barrier(6)

def take():
    together.wait()
    assert libc.malloc(5_000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
assert libc.malloc_info(0, out) == 0
libc.fflush(out)
"""


def heaps(how: str) -> int:
    """How many heaps a process of the C library's has after six threads took memory at a time."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.count("<heap nr=")


def test_the_threads_of_a_server_share_two_heaps() -> None:
    assert heaps("each its own") > 2
    assert heaps("shared") == 2
