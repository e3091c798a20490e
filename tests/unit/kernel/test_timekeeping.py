"""What the clock records next, and the bounds of what is added to it."""

import pytest

from clio.kernel.events.fair_play import TimedOut
from clio.kernel.limits import MAX_ADDED_MILLISECONDS, MAX_DURATION_SECONDS
from clio.kernel.match.commands import AddTime, ClaimAbandoned, ClaimDue, Consent, Credit, Expire, Flag, Lapse
from clio.kernel.match.fair_play import FairPlay, opening_fields
from clio.kernel.match.timekeeping import next_due, refusal_of_time, time_left, what_is_due
from clio.kernel.moment import MILLISECOND, SECOND, microseconds, timestamp_of
from clio.kernel.rejection import Rejection
from tests.kit.fair_table import FairTable
from tests.kit.table import AT, Table


def due_of(table: Table) -> object:
    due = what_is_due(table.match)
    return due.rule if isinstance(due, Rejection) else due


def test_what_is_due_is_the_flag_of_the_seat_whose_time_runs() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    assert due_of(table) == Flag(seat)
    assert next_due(table.match) == (table.now + 60 * SECOND, Flag(seat))


def test_what_is_due_before_the_start_is_the_lapse_of_readiness_or_the_expiry() -> None:
    table = FairTable(asked=FairPlay(ready_within=30), join=False)
    assert due_of(table) == Expire()
    table.join(0)
    table.wait(2).join(1)
    assert due_of(table) == Lapse()
    assert next_due(table.match) == (table.now + 30 * SECOND, Lapse())


def test_nothing_is_due_without_a_clock_nor_after_the_end() -> None:
    table = FairTable()
    assert due_of(table) == "CLIO-NO-CLOCK"
    table.finish()
    assert due_of(table) == "CLIO-OVER"
    assert next_due(table.match) is None
    assert next_due(Table("akros", 2).match) is None


def test_a_move_is_made_up_to_the_moment_at_which_the_time_runs_out() -> None:
    table = FairTable(asked=FairPlay(clock="move/30"))
    (seat,) = table.match.to_move
    assert refusal_of_time(table.match, seat, table.now + 30 * SECOND - 1) is None
    refusal = refusal_of_time(table.match, seat, table.now + 30 * SECOND)
    assert refusal is not None
    assert refusal.rule == "CLIO-TIME"
    assert refusal_of_time(table.match, 1 - seat, table.now + 30 * SECOND) is None


def test_a_flag_names_the_seconds_that_are_left_rounded_up() -> None:
    table = FairTable(asked=FairPlay(clock="move/30"))
    (seat,) = table.match.to_move
    told = []
    for seconds in (0, 29, 0.999):
        refusal = table.wait(seconds).ask(Flag(seat))
        assert isinstance(refusal, Rejection)
        told.append(refusal.params["seconds"])
    assert told == [30, 1, 1]
    table = FairTable(asked=FairPlay(clock="move/86400"))
    refusal = table.ask(Flag(table.match.to_move[0]))
    assert isinstance(refusal, Rejection)
    assert refusal.params["seconds"] == 86_400
    assert table.refused(Flag(-1)) == table.refused(Flag(2)) == "CLIO-SEAT"


def test_a_director_adds_one_millisecond_to_a_day() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5", director="host"))
    (seat,) = table.match.to_move
    table.do(AddTime(seat, 1, "A millisecond"))
    assert table.clocks.left(seat, table.now) == 60_001
    table.do(AddTime(seat, MAX_ADDED_MILLISECONDS, "A day"))
    assert table.clocks.left(seat, table.now) == 60_001 + 86_400_000
    assert table.refused(AddTime(seat, MAX_ADDED_MILLISECONDS + 1, "More")) == "CLIO-ADD-TIME"


def test_one_millisecond_and_all_that_has_passed_can_be_credited() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    table.wait(3).do(Credit(1))
    assert table.clocks.left(seat, table.now) == 57_001
    table.wait(0.0019).do(Credit(1))
    assert table.wait(0.0009).refused(Credit(1)) == "CLIO-CREDIT"


def test_a_move_records_the_time_left_where_there_is_a_clock() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5"))
    (seat,) = table.match.to_move
    assert time_left(table.match, seat, table.now + 1500 * MILLISECOND) == 58_500
    without = FairTable()
    assert not time_left(without.match, without.match.to_move[0], without.now)
    assert not time_left(Table("akros", 2).match, 0, table.now)


@pytest.mark.parametrize("seconds", [1, MAX_DURATION_SECONDS])
def test_the_shortest_and_the_longest_duration_are_allowed(seconds: int) -> None:
    fields = opening_fields(FairPlay(ready_within=seconds, abandon_after=seconds), 2, AT)
    assert isinstance(fields, dict)
    assert (fields["ready_within"], fields["abandon_after"]) == (seconds, seconds)


def test_a_match_waits_for_players_up_to_a_year_and_a_month_unless_told_otherwise() -> None:
    year = timestamp_of(microseconds(AT) + MAX_DURATION_SECONDS * SECOND)
    later = timestamp_of(microseconds(AT) + MAX_DURATION_SECONDS * SECOND + 1)
    assert isinstance(opening_fields(FairPlay(open_until=year), 2, AT), dict)
    assert isinstance(opening_fields(FairPlay(open_until=later), 2, AT), Rejection)
    usual = opening_fields(FairPlay(), 2, AT)
    assert isinstance(usual, dict)
    assert microseconds(usual["open_until"]) - microseconds(AT) == 30 * 86_400 * SECOND


def test_a_timestamp_and_its_number_are_the_same_moment() -> None:
    assert microseconds("1970-01-01T00:00:00.000000Z") == 0
    assert microseconds("1970-01-02T01:02:03.000004Z") == (86_400 + 3600 + 123) * SECOND + 4
    for moment in (0, 4, 1_767_323_045_678_901):
        assert microseconds(timestamp_of(moment)) == moment


def told(answer: object) -> dict[str, object]:
    """What a refusal says besides its sentence."""
    assert isinstance(answer, Rejection), answer
    return dict(answer.params)


def test_a_lapse_that_is_not_due_names_the_seconds_that_are_left_rounded_up() -> None:
    table = FairTable(asked=FairPlay(ready_within=30), join=False)
    table.join(0)
    table.join(1)
    seconds = [told(table.wait(passed).ask(Lapse()))["seconds"] for passed in (0, 0.5, 0.5, 28.5, 0.499999)]
    assert seconds == [30, 30, 29, 1, 1]
    assert table.wait(0.000001).do(Lapse())


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_nobody_claims_a_seat_that_is_not_at_the_table(seat: int) -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5", director="host"))
    assert table.refused(ClaimAbandoned(seat, None)) == "CLIO-SEAT"
    assert table.refused(Flag(seat)) == "CLIO-SEAT"
    assert table.refused(AddTime(seat, 1, "A millisecond")) == "CLIO-SEAT"


@pytest.mark.parametrize(("after", "days"), [(1, 1), (86_400, 1), (86_401, 2), (7 * 86_400, 7)])
def test_a_claim_that_is_too_early_names_the_days_of_silence_rounded_up(after: int, days: int) -> None:
    table = FairTable(asked=FairPlay(abandon_after=after))
    (seat,) = table.match.to_move
    table.wait(after - 0.000001)
    assert told(table.ask(ClaimAbandoned(seat, None))) == {"seat": seat, "days": days}
    table.wait(0.000001).do(ClaimAbandoned(seat, None))


def test_a_director_is_told_how_much_can_be_added() -> None:
    table = FairTable(asked=FairPlay(clock="fischer/60+5", director="host"))
    (seat,) = table.match.to_move
    for milliseconds in (0, MAX_ADDED_MILLISECONDS + 1):
        assert told(table.ask(AddTime(seat, milliseconds, "Time"))) == {"hours": 24}
    assert MAX_ADDED_MILLISECONDS == 24 * 60 * 60 * 1000
    assert told(table.ask(AddTime(2, 1, "Time"))) == {"seat": 2}


def test_a_match_expires_at_its_moment_and_not_before() -> None:
    table = FairTable(asked=FairPlay(open_until=timestamp_of(microseconds(AT) + SECOND)), join=False)
    assert table.wait(0.999999).refused(Expire()) == "CLIO-OPEN-UNTIL"
    assert table.wait(0.000001).do(Expire())


def test_what_is_due_is_claimed_by_anybody_when_it_is_due_and_not_before() -> None:
    table = FairTable(asked=FairPlay(clock="move/30"))
    (seat,) = table.match.to_move
    assert table.wait(29).refused(ClaimDue()) == "CLIO-TIME-LEFT"
    assert table.wait(1).do(ClaimDue()).events[0].payload == TimedOut(seat)
    assert table.refused(ClaimDue()) == "CLIO-OVER"
    assert FairTable().refused(ClaimDue()) == "CLIO-NO-CLOCK"


@pytest.mark.parametrize("seconds", [0, -1, MAX_DURATION_SECONDS + 1])
def test_a_duration_that_is_refused_is_named_with_the_most_days(seconds: int) -> None:
    for asked in (FairPlay(ready_within=seconds), FairPlay(abandon_after=seconds)):
        assert told(opening_fields(asked, 2, AT)) == {"seconds": seconds, "most": 366}


def test_before_the_start_a_refusal_names_the_free_seats_and_then_those_that_are_not_ready() -> None:
    table = FairTable(seats=3, join=False)
    counts = [told(table.ask(Consent(0, "abort", "Late")))]
    for seat in range(3):
        table.join(seat)
        counts.append(told(table.ask(Consent(0, "abort", "Late"))))
    table.get_ready(1)
    counts.append(told(table.ask(Consent(0, "abort", "Late"))))
    assert counts == [{"free": 3}, {"free": 2}, {"free": 1}, {"due": 3}, {"due": 2}]
