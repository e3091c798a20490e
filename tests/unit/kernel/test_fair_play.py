"""Readiness, clocks, consent and abandonment: the rules of fair play, one sentence each."""

import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.events.fair_play import Abandoned, Lapsed, Paused, Resumed, TimedOut
from clio.kernel.events.lifecycle import Aborted, Finished, Left, Opened, Started
from clio.kernel.game import GameEvent
from clio.kernel.match import commands
from clio.kernel.match.commands import (
    Abort,
    AddTime,
    ClaimAbandoned,
    Consent,
    Credit,
    Direct,
    Expire,
    Flag,
    GetReady,
    Join,
    Lapse,
    Leave,
    Play,
    Resign,
)
from clio.kernel.match.decision import Decision
from clio.kernel.match.fair_play import FairPlay, opening_fields
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.match.replay import Replay
from clio.kernel.match.timekeeping import next_due
from clio.kernel.moment import microseconds, timestamp_of
from clio.kernel.rejection import Rejection
from clio.kernel.time_control import parse_time_control
from clio.verify import verify_match
from clio.verify.verifier import verify_lines
from tests.kit.fair_table import FairTable
from tests.kit.records import lines_of
from tests.kit.table import AT, REFEREE

WEEK = 7 * 86_400


def types(decision: Decision) -> list[str]:
    return [event.type.partition(".")[2] for event in decision.events]


def verified(table: FairTable) -> None:
    """Both verifiers accept the record of the match so far."""
    lines = lines_of(table)
    report = verify_lines(lines)
    for level in (report.integrity, report.fairness, report.legality, report.result):
        assert level.verdict in ("pass", "pending"), level
    second = verify_match.verify_lines(lines)
    assert {second.integrity.verdict, second.fairness.verdict} <= {"pass", "pending"}, second
    assert replays(table)


def replays(table: FairTable) -> bool:
    """A replay, event by event, has the clocks and seats that the match in memory has."""
    replayed = Replay(table.events, REFEREE.games).at(len(table.events))
    return (replayed.clocks, replayed.status, replayed.out, replayed.consents, replayed.moved, replayed.seats) == (
        table.match.clocks,
        table.match.status,
        table.match.out,
        table.match.consents,
        table.match.moved,
        table.match.seats,
    )


# Opening


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        *(
            (FairPlay(clock=clock), "CLIO-CLOCK")
            for clock in (
                "chess",
                "fischer/0+1",
                "fischer/60",
                "fischer/60+",
                "fischer/060+1",
                "fischer/60+3601",
                "fischer/86401+0",
                "fischer/-5+1",
                "move/0",
                "move/86401",
                "move/1.5",
                "days/0",
                "days/61",
                "days/3 ",
                "fischer/60+1\n",
                "x" * 5000,
            )
        ),
        (FairPlay(abandon_after=0), "CLIO-DURATION"),
        (FairPlay(ready_within=-1), "CLIO-DURATION"),
        (FairPlay(ready_within=366 * 86_400 + 1), "CLIO-DURATION"),
        (FairPlay(open_until=AT), "CLIO-OPEN-UNTIL"),
        (FairPlay(open_until="9999-01-01T00:00:00.000000Z"), "CLIO-OPEN-UNTIL"),
    ],
)
def test_nonsense_is_refused_when_a_match_is_opened(asked: FairPlay, rule: str) -> None:
    answer = REFEREE.open(
        commands.Open("abcdefghij234567abcd", "akros", 2, {}, bytes(32), "00" * 32, asked), "open", AT
    )
    assert isinstance(answer, Rejection)
    assert (answer.rule, KERNEL_RULES.rule(rule).id) == (rule, rule)
    assert len(answer.sentence) < 300


@pytest.mark.parametrize(
    ("clock", "ready_within"),
    [("", WEEK), ("fischer/300+5", 120), ("move/60", 120), ("days/3", WEEK)],
)
def test_time_to_get_ready_follows_from_the_clock(clock: str, ready_within: int) -> None:
    fields = opening_fields(FairPlay(clock=clock), 2, AT)
    assert isinstance(fields, dict)
    assert (fields["ready_within"], fields["abandon_after"], fields["commit_reveal"]) == (ready_within, WEEK, True)


def test_a_match_of_one_seat_starts_at_once() -> None:
    table = FairTable(seats=1, join=False)
    assert "Started" in types(table.join(0, commits=False))


@pytest.mark.parametrize(
    ("clock", "time_class"),
    [
        ("fischer/60+0", "blitz"),
        ("fischer/300+10", "rapid"),
        ("move/20", "blitz"),
        ("move/60", "rapid"),
        ("days/1", "days"),
    ],
)
def test_every_time_control_has_a_class(clock: str, time_class: str) -> None:
    control = parse_time_control(clock)
    assert control is not None
    assert control.time_class == time_class


# Readiness


def test_the_last_seat_to_reveal_starts_the_match() -> None:
    table = FairTable(join=False)
    assert types(table.join(0)) == types(table.join(1)) == ["Joined"]
    assert table.match.status == "readying"
    assert types(table.get_ready(1)) == ["Ready"]
    assert types(table.get_ready(0))[:2] == ["Ready", "Started"]
    verified(table)


def test_nobody_reveals_twice_or_other_entropy_or_before_all_seats_are_taken() -> None:
    table = FairTable(join=False)
    table.join(0)
    assert table.refused(GetReady(0, table.entropy(0), table.commitment(0, 1))) == "CLIO-WAITING"
    table.join(1)
    assert table.refused(GetReady(0, table.entropy(1), table.commitment(0, 1))) == "CLIO-REVEAL"
    assert table.refused(GetReady(0, b"", table.commitment(0, 1))) == "CLIO-REVEAL"
    assert table.refused(GetReady(0, table.entropy(0), b"short")) == "CLIO-COMMIT"
    table.get_ready(0)
    assert table.refused(GetReady(0, table.entropy(0, 0), table.commitment(0, 1))) == "CLIO-READY-ONCE"
    assert table.refused(GetReady(0, table.entropy(0, 5), table.commitment(0, 1))) == "CLIO-READY-ONCE"
    seat, move = 0, object()
    assert table.refused(Play(seat, move)) == "CLIO-READY"  # type: ignore[arg-type]
    assert table.refused(Join(None, "Eve", b"", "ee" * 32)) == "CLIO-SEAT-TAKEN"
    table.get_ready(1)
    assert table.refused(GetReady(1, table.entropy(1), table.commitment(1, 1))) == "CLIO-STARTED"


def test_entropy_is_committed_to_or_given_as_the_match_says() -> None:
    table = FairTable(join=False)
    assert table.refused(Join(0, "Eve", b"open", "ee" * 32)) == "CLIO-COMMIT"
    assert table.refused(Join(0, "Eve", b"", "ee" * 32, b"short")) == "CLIO-COMMIT"
    old = FairTable(asked=FairPlay(commit_reveal=False), join=False)
    assert old.refused(Join(0, "Eve", b"", "ee" * 32, bytes(32))) == "CLIO-COMMIT"
    old.do(Join(0, "Ann", b"given", "ee" * 32))
    assert "Started" in types(old.do(Join(1, "Bob", b"", "dd" * 32)))
    verified(old)


def test_a_seat_without_a_commitment_adds_nothing_and_holds_nobody_up() -> None:
    table = FairTable(join=False)
    table.join(0)
    table.join(1, commits=False)
    assert table.refused(GetReady(1, bytes(32), bytes(32))) == "CLIO-READY"
    assert "Started" in types(table.get_ready(0))
    verified(table)


def test_seats_that_are_not_ready_in_time_are_freed_and_every_reveal_is_void() -> None:
    table = FairTable(seats=3, join=False)
    for seat in range(3):
        table.join(seat)
    table.get_ready(1)
    assert table.wait(WEEK - 1).refused(Lapse()) == "CLIO-READY-WITHIN"
    assert table.wait(1).do(Lapse()).events[0].payload == Lapsed((0, 2))
    match = table.match
    assert (match.status, match.seats[0], match.seats[2], match.counts) == ("open", None, None, False)
    assert match.seats[1] is not None
    assert (match.seats[1].entropy, match.seats[1].commitment) == (b"", table.commitment(1, 1).hex())
    for seat in (0, 2):
        table.join(seat)
    assert table.refused(GetReady(1, table.entropy(1, 0), bytes(32))) == "CLIO-REVEAL"
    for seat in range(3):
        table.get_ready(seat)
    assert table.match.status == "playing"
    verified(table)


def test_leaving_a_round_makes_every_reveal_void() -> None:
    table = FairTable(join=False)
    table.join(0)
    table.join(1)
    table.get_ready(0)
    assert table.do(Leave(1)).events[0].payload == Left(1)
    assert (table.match.status, table.match.counts) == ("open", False)
    table.join(1)
    table.get_ready(1)
    table.get_ready(0)
    assert table.match.status == "playing"
    verified(table)


def test_chance_follows_from_what_all_seats_revealed() -> None:
    def deal(change: bytes) -> object:
        table = FairTable(join=False)
        table.entropy = lambda seat, number=None: (change if seat else b"a") * 32  # type: ignore[method-assign]
        for seat in range(2):
            table.join(seat)
        for seat in range(2):
            table.get_ready(seat)
        return [event.payload for event in table.events if isinstance(event.payload, GameEvent)]

    assert deal(b"x") == deal(b"x") != deal(b"y")


# Clocks


def test_time_runs_per_turn_and_an_increment_is_earned_per_turn() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    first, other = table.match.to_move[0], 1 - table.match.to_move[0]
    assert table.wait(10).clocks.left(first, table.now) == 50_000
    moves = 0
    while first in table.match.to_move:
        table.wait(1).move()
        moves += 1
    shown = [event.payload.clock for event in table.events if isinstance(getattr(event.payload, "clock", None), int)]
    assert shown == [49_000 - 1000 * number for number in range(moves)]
    assert moves > 1, "the test needs a turn of several moves"
    assert table.clocks.left(first, table.now) == 50_000 - 1000 * moves + 5_000
    assert table.clocks.left(other, table.now) == 60_000
    verified(table)


@pytest.mark.parametrize(("clock", "seconds"), [("move/30", 30), ("days/2", 2 * 86_400)])
def test_a_fresh_allowance_comes_with_every_turn(clock: str, seconds: int) -> None:
    table = FairTable(asked=FairPlay(clock=clock))
    for _ in range(4):
        table.wait(seconds * 0.9)
        seat = table.turn()
        assert table.clocks.left(table.match.to_move[0], table.now) == seconds * 1000
        assert table.clocks.deadline(seat) is None
    verified(table)


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_a_flag_falls_when_the_time_is_over_and_not_before(game: str) -> None:
    table = FairTable(game, asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    due = next_due(table.match)
    assert due == (table.now + 60_000_000, Flag(seat))
    assert table.wait(59.999).refused(Flag(seat)) == "CLIO-TIME-LEFT"
    assert table.refused(Flag(1 - seat)) == "CLIO-TIME-LEFT"
    table.wait(0.001)
    assert table.refused(Play(*table.random_move())) == "CLIO-TIME"
    decision = table.do(Flag(seat))
    assert decision.events[0].payload == TimedOut(seat)
    finished = decision.events[-1].payload
    assert isinstance(finished, Finished)
    assert (finished.winners, finished.decided_by) == ((1 - seat,), "CLIO-TIME")
    assert table.refused(Flag(seat)) == "CLIO-OVER"
    verified(table)


def test_the_others_play_on_where_the_game_can_do_without_a_seat() -> None:
    table = FairTable(seats=4, asked=FairPlay(clock="move/30"))
    (seat,) = table.match.to_move
    table.wait(30).do(Flag(seat))
    assert table.match.status == "playing"
    assert seat not in table.match.to_move
    assert table.refused(Flag(seat)) == "CLIO-TIME-LEFT"
    assert table.refused(Resign(seat)) == "CLIO-RESIGNED"
    table.wait(10)
    table.turn()
    verified(table)


def test_no_flag_falls_without_a_clock() -> None:
    table = FairTable()
    assert table.wait(10**6).refused(Flag(table.match.to_move[0])) == "CLIO-NO-CLOCK"
    assert next_due(table.match) is None


def test_time_stands_while_the_match_is_paused() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    table.wait(20).do(Consent(seat, "pause", "Dinner"))
    assert not table.match.paused_at
    decision = table.wait(5).do(Consent(1 - seat, "pause", "Dinner"))
    assert decision.events[-1].payload == Paused("Dinner")
    assert table.wait(1000).clocks.left(seat, table.now) == 35_000
    assert next_due(table.match) is None
    assert table.refused(Play(*table.random_move())) == "CLIO-PAUSED"
    assert table.refused(Flag(seat)) == "CLIO-TIME-LEFT"
    assert table.refused(Consent(seat, "pause", "Again")) == "CLIO-PAUSED"
    table.do(Consent(seat, "resume", "Back"))
    assert table.do(Consent(1 - seat, "resume", "Back")).events[-1].payload == Resumed("Back")
    assert table.wait(10).clocks.left(seat, table.now) == 25_000
    assert table.refused(Consent(seat, "resume", "Back")) == "CLIO-NOT-PAUSED"
    table.move()
    verified(table)


def test_one_seat_ends_a_pause_that_the_others_forgot() -> None:
    table = FairTable()
    for seat in range(2):
        table.do(Consent(seat, "pause", "Dinner"))
    assert types(table.wait(WEEK - 1).do(Consent(0, "resume", "Back"))) == ["Consented"]
    assert types(table.wait(1).do(Consent(1, "resume", "Back"))) == ["Consented", "Resumed"]
    table = FairTable()
    for seat in range(2):
        table.do(Consent(seat, "pause", "Dinner"))
    assert types(table.wait(WEEK).do(Consent(0, "resume", "Back"))) == ["Consented", "Resumed"]
    verified(table)


def test_time_in_which_nothing_could_be_recorded_is_given_back() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    assert table.wait(30).refused(Credit(30_001)) == "CLIO-CREDIT"
    assert table.refused(Credit(0)) == "CLIO-CREDIT"
    table.do(Credit(20_000))
    assert table.clocks.left(seat, table.now) == 50_000
    assert table.clocks.left(1 - seat, table.now) == 60_000
    verified(table)
    assert FairTable().refused(Credit(1)) == "CLIO-NO-CLOCK"


# The director


def test_a_director_pauses_adds_time_and_voids_each_with_a_reason() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5", director="host"))
    (seat,) = table.match.to_move
    assert table.refused(AddTime(seat, 1000, "")) == "CLIO-REASON"
    assert table.refused(AddTime(seat, 0, "why")) == "CLIO-ADD-TIME"
    assert table.refused(AddTime(seat, 10**9, "why")) == "CLIO-ADD-TIME"
    assert table.refused(AddTime(7, 1000, "why")) == "CLIO-SEAT"
    table.do(AddTime(seat, 15_000, "A disturbance"))
    assert table.clocks.left(seat, table.now) == 75_000
    table.do(Direct("pause", "Fire alarm"))
    assert table.refused(Direct("pause", "Again")) == "CLIO-PAUSED"
    table.wait(600).do(Direct("resume", "All clear"))
    assert table.refused(Direct("resume", "Again")) == "CLIO-NOT-PAUSED"
    table.move()
    verified(table)
    ended = table.do(Direct("abort", "Wrong pairing")).events[-1]
    assert isinstance(ended.payload, Aborted)
    assert (ended.actor, ended.payload.cause) == ("host", "director")
    verified(table)


def test_no_match_has_a_director_that_was_opened_without_one() -> None:
    table = FairTable(asked=FairPlay(clock="move/30"))
    for command in (Direct("pause", "x"), Direct("abort", "x"), AddTime(0, 1000, "x")):
        assert table.refused(command) == "CLIO-DIRECTOR"


def test_a_director_takes_no_seat() -> None:
    table = FairTable(asked=FairPlay(director="host"), join=False)
    assert table.refused(Join(0, "Eve", b"", "00" * 32)) == "CLIO-DIRECTOR"


# Consent, abandonment, expiry


def test_after_the_first_move_only_all_seats_together_abort_a_match() -> None:
    table = FairTable(seats=3)
    assert types(table.ask(Abort("Changed my mind"))) == ["Aborted"]  # type: ignore[arg-type]
    table.move()
    assert table.refused(Abort("I am losing")) == "CLIO-ABORT-CONSENT"
    table.do(Consent(0, "abort", "Late"))
    assert table.refused(Consent(0, "abort", "Late")) == "CLIO-CONSENT-ONCE"
    table.do(Consent(2, "abort", "Late"))
    verified(table)
    ended = table.do(Consent(1, "abort", "Good night")).events[-1]
    assert isinstance(ended.payload, Aborted)
    assert (ended.actor, ended.payload.cause) == ("server", "consent")
    verified(table)


def test_offers_lapse_at_the_next_move() -> None:
    table = FairTable()
    table.move()
    table.do(Consent(0, "abort", "Late"))
    table.move()
    assert types(table.do(Consent(1, "abort", "Late"))) == ["Consented"]
    assert types(table.do(Consent(0, "abort", "Late"))) == ["Consented", "Aborted"]
    verified(table)


def test_seats_that_are_out_are_not_asked() -> None:
    table = FairTable(seats=3)
    table.move()
    table.do(Resign(2))
    assert table.refused(Consent(2, "abort", "Late")) == "CLIO-CONSENT"
    table.do(Consent(0, "abort", "Late"))
    assert types(table.do(Consent(1, "abort", "Late")))[-1] == "Aborted"
    verified(table)


def test_nobody_agrees_before_the_start() -> None:
    table = FairTable(join=False)
    table.join(0)
    assert table.refused(Consent(0, "abort", "Late")) == "CLIO-WAITING"


def test_a_silent_seat_can_be_claimed_in_its_turn_only() -> None:
    table = FairTable(seats=3)
    (seat,) = table.match.to_move
    other, third = (number for number in range(3) if number != seat)
    assert table.wait(WEEK - 1).refused(ClaimAbandoned(seat, other)) == "CLIO-ABANDON"
    assert table.wait(1).refused(ClaimAbandoned(other, third)) == "CLIO-ABANDON"
    assert table.refused(ClaimAbandoned(seat, seat)) == "CLIO-ABANDON"
    assert table.refused(ClaimAbandoned(9, other)) == "CLIO-SEAT"
    assert table.do(ClaimAbandoned(seat, other)).events[0].payload == Abandoned(seat, other)
    assert table.match.status == "playing"
    verified(table)
    table.wait(WEEK)
    (seat,) = table.match.to_move
    decision = table.do(ClaimAbandoned(seat, None))
    assert decision.events[0].actor == "host"
    assert isinstance(decision.events[-1].payload, Finished)
    assert decision.events[-1].payload.decided_by == "CLIO-ABANDON"
    verified(table)


def test_a_move_ends_the_silence() -> None:
    table = FairTable()
    (seat,) = table.match.to_move
    table.wait(WEEK - 1).move()
    if seat in table.match.to_move:
        assert table.wait(1).refused(ClaimAbandoned(seat, 1 - seat)) == "CLIO-ABANDON"


def test_a_match_that_nobody_joins_expires() -> None:
    until = timestamp_of(microseconds(AT) + 3_600_000_000)
    table = FairTable(asked=FairPlay(open_until=until), join=False)
    table.join(0)
    assert next_due(table.match) == (microseconds(until), Expire())
    assert table.wait(3599).refused(Expire()) == "CLIO-OPEN-UNTIL"
    ended = table.wait(1).do(Expire()).events[-1]
    assert isinstance(ended.payload, Aborted)
    assert (ended.actor, ended.payload.cause) == ("server", "expired")
    assert table.refused(Expire()) == "CLIO-OVER"
    verified(table)


def test_a_match_that_started_does_not_expire() -> None:
    table = FairTable(asked=FairPlay(open_until=timestamp_of(microseconds(AT) + 60_000_000)))
    assert isinstance(table.match.opened, Opened)
    assert any(isinstance(event.payload, Started) for event in table.events)
    assert table.wait(3600).refused(Expire()) == "CLIO-OPEN-UNTIL"
