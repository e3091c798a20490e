"""What an operator can do that no verifier notices, shown so that the threat model stays honest about it."""

from clio.kernel.events.lifecycle import Opened
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join, Play, Resign
from clio.verify.verdicts import Report
from clio.verify.verifier import verify_lines
from tests.kit.records import lines_of
from tests.kit.table import Table


def passes(report: Report) -> bool:
    return [level.verdict for _, level in report.levels()] == ["pass"] * 4


def test_an_operator_can_move_and_resign_for_a_seat_and_the_record_verifies() -> None:
    table = Table("amphipolis", 2, seed=3)
    # Neither takes the seat's token: events are not signed by players.
    seat, move = table.random_move()
    table.do(Play(seat, move))
    table.do(Resign(seat))
    assert passes(verify_lines(lines_of(table)))


def dealt(last_entropy: bytes) -> Table:
    """A match whose seed the operator knows, dealt with what the last seat brings."""
    table = Table("amphipolis", 2, seed=5)
    opened, first = table.events[:2]
    assert isinstance(opened.payload, Opened)
    table.match = Match(table.match.id, opened.payload, table.game)
    table.match.accept([opened, first], None)
    del table.events[2:]
    table.do(Join(seat=1, name="Player 1", entropy=last_entropy, token_hash=f"{1:064x}"))
    return table


def test_an_operator_can_steer_the_deal_together_with_the_last_seat_and_the_record_verifies() -> None:
    tried = [dealt(bytes([number])) for number in range(16)]
    deals = {str([event.payload for event in table.events[3:]]) for table in tried}
    assert len(deals) > 1, "the last entropy chooses between deals that are known in advance"
    assert all(passes(verify_lines(lines_of(table.finish()))) for table in tried[:3])
