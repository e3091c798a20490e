"""The call path of a move: the functions that run from ``PlayMove`` until its events are durable."""

import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

from clio.server.eventstore.match_store import MatchStore
from clio.server.rpc.handlers.matches import MatchHandler
from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import bearer, running
from tests.unit.repository.import_graph import SOURCE_ROOTS
from tests.unit.repository.tree import ROOT

MAX_FUNCTIONS = 40
MAX_FILES = 18
WARM_UP_MOVES = 3
_COMPREHENSIONS = ("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>")
_FIRST, _LAST = MatchHandler.PlayMove.__code__, MatchStore.append.__code__
_SOURCES = tuple(f"{ROOT / root}/" for root in SOURCE_ROOTS)
_RULES = f"{ROOT}/domain/clio/games/"
"""The rules of a game differ in size from game to game and are one step of the path: they are counted apart, together
with what they call, such as a shuffle."""


class CallPath:
    """Collects the code of every function of ours, on all threads, between the handler and the commit."""

    def __init__(self) -> None:
        self.shared: dict[CodeType, None] = {}
        self.functions: dict[CodeType, None] = {}
        self._rules = threading.local()
        self.is_recording = False
        self.is_complete = True

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        in_rules = self._depth(code, event) > 0
        if code is _FIRST and event == "call" and not self.is_complete:
            self.is_recording = True
        is_ours = code.co_filename.startswith(_SOURCES) and code.co_name not in _COMPREHENSIONS
        # The thread that keeps the clock runs beside every call, and for none of them.
        is_ours = is_ours and threading.current_thread().name != "clio-clock"
        if self.is_recording and event == "call" and is_ours:
            self.functions.setdefault(code)
            if not in_rules:
                self.shared.setdefault(code)
        if self.is_recording and code is _LAST and event == "return":
            self.is_recording, self.is_complete = False, True

    def _depth(self, code: CodeType, event: str) -> int:
        """How many frames of the rules this thread is in, with this one."""
        depth: int = getattr(self._rules, "depth", 0)
        if code.co_filename.startswith(_RULES) and event in {"call", "return"}:
            depth = max(depth, 0) + (1 if event == "call" else -1)
            self._rules.depth = depth
        return depth

    @contextmanager
    def profiling(self) -> Iterator[None]:
        """Profiles this thread and those that start meanwhile, such as the writer."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


async def test_a_move_passes_few_functions_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = CallPath()
    with path.profiling():
        async with running(tmp_path) as server:
            seated = await server.seated("amphipolis")
            for number in range(WARM_UP_MOVES + 1):
                seat = (await seated.refresh()).to_move[0]
                move = (await seated.moves(seat)).moves[0]
                path.is_complete = number < WARM_UP_MOVES
                request = pb.PlayMoveRequest(match_id=seated.id, move=move, request_id=f"r-{number}")
                await server.matches.PlayMove(request, metadata=bearer(seated.tokens[seat]))
    assert path.is_complete
    shared = path.shared
    with capsys.disabled():
        sys.stdout.write(f"\nfrom PlayMove to the durable event: {_counts(shared)}; ")
        sys.stdout.write(f"with the rules of the game: {_counts(path.functions)}\n")
    assert (_FIRST in shared, _LAST in shared) == (True, True)
    assert len(shared) <= MAX_FUNCTIONS, [code.co_qualname for code in shared]
    assert len(_files(shared)) <= MAX_FILES, _files(shared)


def _counts(functions: Collection[CodeType]) -> str:
    return f"{len(functions)} functions in {len(_files(functions))} files"


def _files(functions: Collection[CodeType]) -> list[str]:
    return sorted({code.co_filename.removeprefix(f"{ROOT}/") for code in functions})
