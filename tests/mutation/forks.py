"""Work in forked processes, so many at a time; each says its answer in a file of its own."""

import os
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Say = Callable[[Answer], None]


def forked(
    tasks: Iterable[Task], workers: int, work: Callable[[Task, Say[Answer]], None]
) -> Iterator[tuple[Task, Answer | None, int]]:
    """Each task with the last answer that its process said, and the signal that ended the process, if one did."""
    with tempfile.TemporaryDirectory(prefix="clio-mutation-") as folder:
        running: dict[int, Task] = {}
        waiting = iter(tasks)
        while True:
            while len(running) < workers and (task := next(waiting, None)) is not None:
                running[_started(task, work, Path(folder))] = task
            if not running:
                return
            pid, status = os.waitpid(-1, 0)
            if pid in running:
                answer = Path(folder) / str(pid)
                said = pickle.loads(answer.read_bytes()) if answer.exists() else None  # noqa: S301  # by our own child
                answer.unlink(missing_ok=True)
                yield running.pop(pid), said, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _started(task: Task, work: Callable[[Task, Say[Answer]], None], folder: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        work(task, lambda answer: _kept(folder / str(os.getpid()), answer))
    finally:
        os._exit(0)


def _kept(path: Path, answer: object) -> None:
    written = path.with_suffix(".new")
    written.write_bytes(pickle.dumps(answer))
    written.replace(path)
