"""Judges a record by one version of the rules, request by request."""

from typing import Any, Final

import msgspec

from clio.kernel.events.fair_play import Abandoned, FairPlayEvent, Ready, TimedOut
from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Left, Opened, Resigned, Started, TokenRotated
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import due_seats
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.match.match_options import check_opening, with_defaults
from clio.kernel.message import Message, message
from clio.kernel.outcome import Outcome
from clio.kernel.record_format.record import Fact, FlawError, Record
from clio.kernel.rejection import Rejection
from clio.verify.expected import Expected, wrong_result
from clio.verify.fair_play import allowance, command_of, of_history
from clio.verify.fairness import chance_of, shown_so_far
from clio.verify.moves import move_of, parts_of
from clio.verify.record_follower import RecordFollower
from clio.verify.verdicts import Level

_NOBODY: Final = "0" * 64
_SEAT: Final = "seat:"


class Judge(RecordFollower):
    """Goes through a record once, request by request; what the record says is followed even where it is wrong."""

    def __init__(self, record: Record, version: str = "") -> None:
        super().__init__(record, version)
        self._in_history = False
        self.result = Level("pending", None, Message("the match is not over"))

    def judge(self) -> None:
        """Fills ``differences`` and ``result``."""
        facts = self._record.facts
        place = self._after_usual_moves(0)
        while place < len(facts):
            request, end = facts[place].envelope.request, place + 1
            while end < len(facts) and facts[end].envelope.request == request:
                end += 1
            try:
                self._judge_request(facts[place:end])
            except FlawError as flaw:
                self._differs(facts[place], flaw.message, flaw.seq)
                return self._stop(flaw)
            except Exception as error:  # noqa: BLE001 (a forged record may have brought the game where no rule holds)
                why = message("no rule can be applied to what was before: {error}", error=ascii(error))
                self._differs(facts[place], why)
                return self._stop(FlawError(facts[place].envelope.seq, why))
            place = self._after_usual_moves(end)
        return self._judge_result()

    def _after_usual_moves(self, place: int) -> int:
        match = self._match
        if self._chance is None or self._due is not None or match.status != "playing" or match.history is not None:
            return place
        if self._measures_time:
            return place
        place, match.state = self._usual.follow(place, match.state, self._chance)
        return place

    def _stop(self, flaw: FlawError) -> None:
        self.result = Level(
            "fail", flaw.seq, Message("the result cannot be computed: the events before it cannot be followed")
        )

    def _judge_request(self, facts: list[Fact]) -> None:  # noqa: C901 (a case for every type)
        first = facts[0].payload
        match first:
            case GameEvent():
                self._judge_moves(facts)
            case Opened():
                self._judge_opening(facts, first)
            case Joined():
                self._judge_join(facts, first)
            case Left(seat=seat):
                # Whether somebody sat there is a matter of level 1, and of the record's edition.
                host = facts[0].envelope.actor == HOST_ACTOR
                self._compare(facts, [Expected(HOST_ACTOR if host else f"{_SEAT}{seat}", Left(seat))])
                self._follow(facts)
            case Resigned(seat=seat):
                self._judge_resignation(facts, seat)
            case TokenRotated(seat=holder):
                self._compare(facts, self._asked(commands.Rotate(None if holder is msgspec.UNSET else holder, _NOBODY)))
                self._follow(facts)
            case Aborted(reason=reason, cause=cause):
                # Who may abort a match is a matter of level 1; a consent comes first in its request.
                ended = Aborted(reason, self._match.server_seed.hex(), cause)
                self._compare(facts, [Expected("server" if cause == "expired" else "host", ended)])
                self._follow(facts)
            case Ready():
                self._judge_readiness(facts, first)
            case None:
                raise FlawError(facts[0].envelope.seq, facts[0].unreadable)
            case _ if isinstance(first, FairPlayEvent):
                command = command_of(first)
                self._compare(facts, [] if command is None else self._asked(command, facts[0].envelope.at))
                self._follow(facts)
            case _:
                self._differs(facts[0], message("nothing asks for {type}", type=facts[0].envelope.type))
                self._follow(facts)

    def _judge_opening(self, facts: list[Fact], opened: Opened) -> None:
        options = with_defaults(self._game, opened.options)
        if refusal := check_opening(self._game, options, opened.seats):
            self._differs(facts[0], refusal.message)
        else:
            rows = msgspec.UNSET if self._game.built_in else self._game.draw_rows()
            due = msgspec.structs.replace(opened, data=self._game.data(options), draws=rows, options=options)
            self._compare(facts[:1], [Expected("host", due)])
        seed = self._record.server_seed
        self._take(facts[0], {"server_seed": seed.hex()} if seed else {})
        if opened.forked_from:
            self._judge_history(facts[1:])
        elif len(facts) > 1:
            self._differs(facts[1], Message("more follows from the opening than the rules give"))
            self._follow(facts[1:])

    def _judge_history(self, facts: list[Fact]) -> None:
        """A fork's history, judged by the draws that it shows itself: the seed behind them is its origin's."""
        follower = DrawChecker(self._game.draws, self._opened.options, self._opened.seats)
        for fact in facts:
            if isinstance(fact.payload, GameEvent):
                follower.see(fact.payload)
        self._chance = self._match.chance = Chance(b"", follower.known())
        self._in_history = True
        moves = list(parts_of(facts))
        if moves:
            due = self._game.setup(self._opened.options, self._opened.seats, self._chance)
            self._compare(moves[0], [Expected("server", event) for event in due])
            self._follow(moves[0])
        for move in moves[1:]:
            payload = move[0].payload
            if isinstance(payload, Resigned):
                self._judge_resignation(move, payload.seat)
            elif isinstance(payload, TimedOut | Abandoned):
                # When it happened was judged in the record of the origin; here the clock is missing.
                self._compare(move, self._due_from(of_history(self._match, move[0].envelope.actor, payload)))
                self._follow(move)
            else:
                self._judge_moves(move)
        self._in_history = False
        if self._due is not None:
            self._differs(facts[-1], Message("the game was over there: nothing was left to fork"))
            self._due = None

    def _judge_join(self, facts: list[Fact], joined: Joined) -> None:
        # That the seat is free is a matter of level 1; which names a server admits is its own affair.
        due = [Expected(f"{_SEAT}{joined.seat}", joined)]
        if self._match.seats.count(None) == 1 and not joined.commitment and not due_seats(self._match):
            due += self._start([seat.name if seat else joined.name for seat in self._match.seats])
        self._compare(facts, due)
        self._follow_start(facts)

    def _judge_readiness(self, facts: list[Fact], ready: Ready) -> None:
        due = [Expected(f"{_SEAT}{ready.seat}", ready)]
        if due_seats(self._match) == (ready.seat,):
            due += self._start([seat.name if seat else "" for seat in self._match.seats])
        self._compare(facts, due)
        self._follow_start(facts)

    def _start(self, names: list[str]) -> list[Expected]:
        self._chance = self._start_chance()
        started = [Expected("server", Started(tuple(names)))]
        if self._match.origin is not None:
            return started
        setup = self._game.setup(self._opened.options, self._opened.seats, self._chance)
        return [*started, *(Expected("server", event) for event in setup)]

    def _follow_start(self, facts: list[Fact]) -> None:
        self._follow(facts)
        if self._match.status == "playing":
            self._match.chance = self._chance

    def _start_chance(self) -> Chance:
        history = self._match.history
        known = None if history is None else history.known()
        if self._record.server_seed is None:
            return Chance(b"", shown_so_far(self._record))
        return chance_of(self._record, self._record.server_seed, known)

    def _judge_resignation(self, facts: list[Fact], seat: int) -> None:
        if facts[0].envelope.actor != f"{_SEAT}{seat}":
            self._differs(facts[0], Message("a seat resigns for another one"))
        before = self._match.status
        self._match.status = "playing"
        due = self._asked(commands.Resign(seat))
        self._match.status = before
        self._compare(facts, due)
        self._follow(facts)

    def _judge_moves(self, facts: list[Fact]) -> None:
        first = facts[0]
        seat = self._seat(first)
        payload = first.payload
        if not isinstance(payload, GameEvent) or not isinstance(payload.move, str):
            self._differs(first, Message("there is no move that this follows from"))
            self._follow(facts)
            return
        game, state = self._game, self._match.state
        move = move_of(game.name, payload.move)
        if move is None:
            self._differs(first, message("{move} is no move of {title}", move=ascii(payload.move), title=game.title))
        elif seat not in game.to_move(state):
            self._differs(first, message("it is not the turn of seat {seat}", seat=seat))
        elif self._chance is None or self._due is not None or not self._is_played():
            self._differs(first, Message("nobody may move: the match is not being played"))
        else:
            left = allowance(self._match, seat, first.envelope.at) if self._measures_time else msgspec.UNSET
            decided = left if isinstance(left, Rejection) else game.decide(state, seat, move, self._chance)
            self._compare(facts, self._expected(seat, move, payload.move, decided, left))
        self._follow(facts)
        outcome = game.outcome(self._match.state)
        self._due = None if outcome is None else _finished(outcome, self._match)

    def _is_played(self) -> bool:
        return self._match.status == "playing" or self._in_history

    def _expected(
        self,
        seat: int,
        move: Any,  # noqa: ANN401 (a move of any game)
        text: str,
        facts: tuple[GameEvent, ...] | Rejection,
        left: int | msgspec.UnsetType | Rejection,
    ) -> list[Expected] | Rejection:
        if isinstance(facts, Rejection):
            return facts
        actor = f"{_SEAT}{seat}"
        first = Expected(actor, msgspec.structs.replace(facts[0], move=text, clock=left), self._game.is_secret(move))
        return [first, *(Expected(actor, fact) for fact in facts[1:])]

    def _seat(self, fact: Fact) -> int:
        kind, _, number = fact.envelope.actor.partition(":")
        return int(number) if kind == "seat" else -1

    def _judge_result(self) -> None:
        last = len(self._record.facts)
        if self._recorded is None:
            if self._due is not None:
                self.result = Level(
                    "fail", last, Message("by the rules the match is over, but the record gives no result")
                )
            elif self._match.status == "aborted":
                self.result = Level("pass", None, Message("the match was aborted: there is no result"))
            return
        if self._due is None:
            self.result = Level("fail", last, Message("by the rules the match is not over"))
        elif why := wrong_result(self._recorded, self._due, self._recorded_schema, self._game.score_sentences):
            self.result = Level("fail", last, why)
        else:
            self.result = Level("pass")


def _finished(outcome: Outcome, match: Match) -> Finished:
    return Finished(outcome.decided_by, outcome.scores, match.server_seed.hex(), outcome.winners)
