"""One match without a server: the referee, the aggregate and all its events."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Command, Join, Open, Play
from clio.kernel.match.decision import Decision
from clio.kernel.match.referee import Referee
from clio.kernel.rejection import Rejection

AT = "2026-01-02T03:04:05.000000Z"
REFEREE = Referee(GAMES)


class Table:
    """A deterministic match: the same arguments always give the same match."""

    def __init__(  # noqa: PLR0913, PLR0917 (a match has that many parts)
        self,
        game: str,
        seats: int,
        options: dict[str, str] | None = None,
        seed: int = 0,
        rules: str = "",
        match_id: str = "",
    ) -> None:
        """``rules`` is the rules version under which the match is opened, as a server of that time did."""
        self.rng = random.Random(f"{game}/{seats}/{seed}")
        self.game: Game[Any, Any] = GAMES[game]
        opener = Referee({game: self.game.under(rules)}) if rules else REFEREE
        self.events: list[MatchEvent] = []
        self._requests = 0
        command = Open(
            match_id=match_id
            or f"match{seed:05d}aaaaaaaaaa".replace("0", "a").replace("1", "b").replace("8", "c").replace("9", "d"),
            game=game,
            seats=seats,
            options=options or {},
            server_seed=self.rng.randbytes(32),
            token_hash="00" * 32,
        )
        decision = self.accepted(opener.open(command, self.request(), AT))
        opened = decision.events[0].payload
        assert isinstance(opened, Opened)
        self.match = Match(command.match_id, opened, self.game)
        self.game = self.match.game
        self.take(decision)
        for seat in range(seats):
            self.do(
                Join(seat=seat, name=f"Player {seat}", entropy=self.rng.randbytes(seat * 8), token_hash=f"{seat:064x}")
            )

    def request(self) -> str:
        self._requests += 1
        return f"request-{self._requests}"

    def ask(self, command: Command) -> Decision | Rejection:
        return REFEREE.judge(self.match, command, self.request(), AT)

    def do(self, command: Command) -> Decision:
        decision = self.accepted(self.ask(command))
        self.take(decision)
        return decision

    def take(self, decision: Decision) -> None:
        self.match.accept(decision.events, decision.state)
        self.events.extend(decision.events)

    def accepted(self, decision: Decision | Rejection) -> Decision:
        assert isinstance(decision, Decision), decision
        return decision

    @property
    def state(self) -> Any:
        return self.match.state

    def random_move(self) -> tuple[int, msgspec.Struct]:
        seat = self.rng.choice(self.match.to_move)
        return seat, self.rng.choice(self.game.legal_moves(self.state, seat))

    def play_out(self, most: int | None = None) -> Iterator[Decision]:
        """Plays random moves to the end, or that many; yields after each of them."""
        played = 0
        while self.match.status == "playing" and played != most:
            seat, move = self.random_move()
            yield self.do(Play(seat, move))
            played += 1

    def finish(self) -> "Table":
        return self.play(None)

    def play(self, most: int | None) -> "Table":
        """Plays that many random moves, or all."""
        for _ in self.play_out(most):
            pass
        return self
