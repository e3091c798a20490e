"""Follows a record event by event, and compares it with what the rules give."""

from collections.abc import Sequence
from typing import Any, Final

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Finished
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision
from clio.kernel.match.referee import Referee
from clio.kernel.message import Message, message
from clio.kernel.record_format.record import Fact, FlawError, Record
from clio.kernel.rejection import Rejection
from clio.verify.expected import Expected, difference
from clio.verify.fair_play import measures_time
from clio.verify.fast_path_moves import FastPathMoves
from clio.verify.record_files import TYPES
from clio.verify.verdicts import Difference

REFEREE: Final = Referee(GAMES)
_MOVE: Final = "move"


class RecordFollower:
    """Applies what the record says, even where it is wrong, and collects the differences."""

    def __init__(self, record: Record, version: str = "") -> None:
        if record.opened is None:
            raise FlawError(None, "the record does not open a match")
        self._record: Final = record
        self._opened: Final = record.opened
        self._game: Final[Game[Any, Any]] = GAMES[record.opened.game].under(version or record.opened.rules)
        self._match: Final = Match(record.header.match, record.opened, self._game)
        self._match.game = self._game
        self._measures_time: Final = measures_time(record)
        self._usual: Final = FastPathMoves(self._game, record.facts, record.opened.seats)
        self._due: Finished | None = None
        self._recorded: Finished | None = None
        self._recorded_schema = 0
        self._chance: Chance | None = None
        self.differences: Final[list[Difference]] = []

    def _asked(self, command: commands.Command, at: str = "") -> list[Expected]:
        return self._due_from(REFEREE.decide(self._match, command, "", at))

    def _due_from(self, decision: Decision | Rejection) -> list[Expected]:
        if isinstance(decision, Rejection):
            return []
        due = [Expected(event.actor, event.payload) for event in decision.events]
        finished = [expected.payload for expected in due if isinstance(expected.payload, Finished)]
        if finished:
            self._due = finished[0]
        return [expected for expected in due if not isinstance(expected.payload, Finished)]

    def _compare(self, facts: Sequence[Fact], due: list[Expected] | Rejection) -> None:
        facts = [fact for fact in facts if not isinstance(fact.payload, Finished)]
        if isinstance(due, Rejection):
            self._differs(facts[0], message("{sentence} [{rule}]", sentence=due.message, rule=due.rule))
            return
        for fact, expected in zip(facts, due, strict=False):
            if why := difference(fact, expected):
                self._differs(facts[0], why, fact.envelope.seq)
                return
        if len(facts) > len(due):
            stray = facts[len(due)].envelope
            why = (
                message("the rules give no {type} here", type=stray.type)
                if due
                else Message("the rules do not allow this")
            )
            self._differs(facts[0], why, stray.seq)
        elif len(facts) < len(due):
            missing = TYPES.name_of(due[len(facts)].payload)
            self._differs(
                facts[0],
                message("the rules also give {missing}, which is missing", missing=missing),
                facts[-1].envelope.seq,
            )

    def _follow(self, facts: Sequence[Fact]) -> None:
        match = self._match
        for fact in facts:
            payload = fact.payload
            if not isinstance(payload, GameEvent) or match.history is not None or self._measures_time:
                self._take(fact, {})
                continue
            match.state = self._game.evolve(match.state, payload)

    def _take(self, fact: Fact, private: dict[str, str]) -> None:
        event = fact.event(private)
        if isinstance(event.payload, Finished):
            self._recorded, self._recorded_schema = event.payload, fact.envelope.schema
        if isinstance(event.payload, GameEvent):
            self._match.advance(event, self._game.evolve(self._match.state, event.payload))
        else:
            self._match.accept((event,), self._match.state)

    def _differs(self, fact: Fact, why: Message, seq: int | None = None) -> None:
        move = getattr(fact.payload, _MOVE, None)
        self.differences.append(
            Difference(fact.envelope.seq if seq is None else seq, move if isinstance(move, str) else "", why)
        )
