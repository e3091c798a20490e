"""Terminates a thread of this process."""

import ctypes
import threading


def end_thread(name: str) -> None:
    """Raises SystemExit inside the thread as soon as it runs."""
    (thread,) = [each for each in threading.enumerate() if each.name == name]
    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    assert raised == 1
