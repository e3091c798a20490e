"""One match with fair play and without a server, at times that the test chooses."""

import random
from hashlib import sha256
from typing import Any

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened
from clio.kernel.integrity.chance import entropy_commitment
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command, GetReady, Join, Open, Play
from clio.kernel.match.decision import Decision
from clio.kernel.match.fair_play import FairPlay
from clio.kernel.moment import microseconds, timestamp_of
from clio.kernel.rejection import Rejection
from tests.kit.table import AT, REFEREE, Table


class FairTable(Table):
    """A deterministic match whose clock stands still until ``wait`` moves it."""

    def __init__(
        self,
        game: str = "amphipolis",
        seats: int = 2,
        asked: FairPlay | None = None,
        *,
        join: bool = True,
        seed: int = 0,
    ) -> None:
        self.now = microseconds(AT)
        self.events = []
        self._requests = 0
        self.game = GAMES[game]
        self.rounds: dict[int, int] = {}
        self._seed(game, seats, seed)
        command = Open("fairmatchabcdefghijk", game, seats, {}, self.rng.randbytes(32), "00" * 32, asked or FairPlay())
        decision = self.accepted(REFEREE.open(command, self.request(), self.at))
        opened = decision.events[0].payload
        assert isinstance(opened, Opened)
        self.match = Match(command.match_id, opened, self.game)
        self.take(decision)
        if join:
            for seat in range(seats):
                self.join(seat)
            for seat in range(seats) if self.match.status == "readying" else ():
                self.get_ready(seat)

    def _seed(self, game: str, seats: int, seed: int) -> None:
        self.rng = random.Random(f"fair/{game}/{seats}/{seed}")

    @property
    def at(self) -> str:
        return timestamp_of(self.now)

    def wait(self, seconds: float) -> "FairTable":
        self.now += round(seconds * 1_000_000)
        return self

    def ask(self, command: Command) -> Decision | Rejection:
        return REFEREE.judge(self.match, command, self.request(), self.at)

    def refused(self, command: Command) -> str:
        before = self.match.seq
        answer = self.ask(command)
        assert isinstance(answer, Rejection), answer
        assert self.match.seq == before
        assert "{" not in answer.sentence
        return answer.rule

    def entropy(self, seat: int, number: int | None = None) -> bytes:
        """The secret of a seat for a round."""
        return sha256(f"{seat}/{self.rounds.get(seat, 0) if number is None else number}".encode()).digest()

    def commitment(self, seat: int, number: int | None = None) -> bytes:
        return entropy_commitment(self.match.id, seat, self.entropy(seat, number))

    def join(self, seat: int, *, commits: bool | None = None) -> Decision:
        commits = self.match.opened.commit_reveal is True if commits is None else commits
        return self.do(Join(seat, f"Player {seat}", b"", f"{seat + 1:064x}", self.commitment(seat) if commits else b""))

    def get_ready(self, seat: int) -> Decision:
        number = self.rounds.get(seat, 0)
        self.rounds[seat] = number + 1
        return self.do(GetReady(seat, self.entropy(seat, number), self.commitment(seat, number + 1)))

    def move(self) -> Decision:
        """A random move of the seat whose turn it is."""
        seat, move = self.random_move()
        return self.do(Play(seat, move))

    def turn(self) -> int:
        """Random moves until the turn passes; returns the seat that had it."""
        (seat, *_) = self.match.to_move
        while seat in self.match.to_move:
            self.move()
        return seat

    @property
    def clocks(self) -> Any:
        return self.match.clocks
