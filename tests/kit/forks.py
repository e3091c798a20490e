"""Forks of matches without a server."""

import random
from collections.abc import Sequence

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork, Join
from clio.kernel.match.forking import Opening, fork_command
from clio.kernel.rejection import Rejection
from tests.kit.table import AT, REFEREE, Table


class ForkedTable(Table):
    """A fork with all seats taken."""

    def __init__(self, source: Sequence[MatchEvent], seq: int, seed: int = 0) -> None:
        self.rng = random.Random(f"fork/{source[0].match_id}/{seq}/{seed}")
        self.events = []
        self._requests = 0
        command = asked(source, seq, self.rng.randbytes(32))
        assert isinstance(command, Fork), command
        self.origin = command.origin
        decision = self.accepted(REFEREE.fork(command, self.request(), AT))
        opened = decision.events[0].payload
        assert isinstance(opened, Opened)
        self.match = Match(command.match_id, opened, GAMES[opened.game])
        self.game = self.match.game
        self.take(decision)

    def sit(self) -> "ForkedTable":
        for seat in range(len(self.match.seats)):
            self.do(Join(seat, f"Heir {seat}", self.rng.randbytes(16), f"{seat:064x}"))
        return self


def asked(source: Sequence[MatchEvent], seq: int, server_seed: bytes) -> Fork | Rejection:
    return fork_command(source, seq, GAMES, Opening("forkforkforkforkfork", server_seed, "00" * 32))
