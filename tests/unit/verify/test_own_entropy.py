"""A record of one's own match against the entropy that was kept."""

from clio.kernel.match.commands import GetReady, Lapse
from clio.kernel.match.fair_play import FairPlay
from clio.verify.own_entropy import own_entropy
from clio.verify.record_files import read_record
from tests.kit.fair_table import FairTable
from tests.kit.records import lines_of

ASKED = FairPlay(clock="move/60", commit_reveal=True)


def _lapsed(number: int) -> FairTable:
    """Seat 0 gets ready twice, the second time with its secret of that number; seat 1 is late the first time."""
    table = FairTable("akros", 2, ASKED, join=False)
    for seat in range(2):
        table.join(seat)
    table.do(GetReady(0, table.entropy(0, 0), table.commitment(0, number)))
    table.wait(121).do(Lapse())
    table.rounds[1] = 7
    table.join(1)
    table.do(GetReady(0, table.entropy(0, number), table.commitment(0, number + 1)))
    table.get_ready(1)
    return table


def test_what_was_kept_is_what_the_record_has() -> None:
    table = _lapsed(1)
    kept = [table.entropy(0, number) for number in range(3)]
    assert own_entropy(read_record(lines_of(table)), {0: kept}).verdict == "pass"


def test_a_later_reveal_that_the_seat_never_sent_fails() -> None:
    """A server that puts another commitment in the place of the seat's next one makes a record that is whole."""
    table = _lapsed(5)
    level = own_entropy(read_record(lines_of(table)), {0: [table.entropy(0, number) for number in range(3)]})
    assert (level.verdict, level.why) == ("fail", "seat 0 reveals entropy that you never sent")
    assert level.seq == [event.seq for event in table.events if event.type == "match.Ready"][1]


def test_a_seat_that_somebody_else_took_after_a_lapse_is_not_compared() -> None:
    table = _lapsed(1)
    assert own_entropy(read_record(lines_of(table)), {1: [table.entropy(1, 0)]}).verdict == "pass"


def test_a_record_without_the_commitment_that_was_kept_fails() -> None:
    level = own_entropy(read_record(lines_of(_lapsed(1))), {0: [bytes(32)]})
    assert (level.verdict, level.seq) == ("fail", None)
