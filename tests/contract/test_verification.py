"""Fresh matches of every game hold at all four levels, in both verifiers, also seen by a seat or a spectator."""

import pytest

from clio.games.registry import GAMES
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.game import SPECTATOR, GameEvent
from clio.kernel.match.aggregate import match_projector
from clio.kernel.match.commands import Abort, Rotate
from clio.kernel.match.holding import HOST
from clio.verify import verify_match
from clio.verify.verifier import verify_lines
from tests.contract.games import Setting, every_setting
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import REFEREE, Table


def played(table: Table, moves: int | None) -> Table:
    """The match at its end; one that would take too long is aborted."""
    for number, _ in enumerate(table.play_out(), 1):
        if number == moves:
            break
    if table.match.status == "playing":
        table.do(Abort("Enough was seen."))
    return table


def begun(table: Table, moves: int) -> Table:
    for _, _ in zip(range(moves), table.play_out(), strict=False):
        pass
    return table


@every_setting
def test_a_finished_match_passes_all_four_levels(setting: Setting) -> None:
    for seed in setting.seeds:
        lines = lines_of(played(setting.table(seed), setting.most))
        report = verify_lines(lines)
        assert [level.verdict for _, level in report.levels()] == ["pass"] * 4, report
        other = verify_match.verify_lines(lines)
        assert (other.integrity.verdict, other.fairness.verdict) == ("pass", setting.fair), other


@every_setting
def test_tokens_rotated_in_the_middle_change_nothing_else(setting: Setting) -> None:
    """The same match with and without rotations has the same facts of the game, and both verify."""
    plain, rotated = begun(setting.table(0), 6), begun(setting.table(0), 6)
    for number, holder in enumerate((0, None, setting.seats - 1, 0)):
        rotated.do(Rotate(holder, f"{number:x}f" * 32))
    lines = lines_of(played(rotated, 40))
    played(plain, 40)
    facts = [
        [event.payload for event in table.events if isinstance(event.payload, GameEvent)] for table in (plain, rotated)
    ]
    assert facts[0] == facts[1]
    report = verify_lines(lines)
    assert [level.verdict for _, level in report.levels()] == ["pass"] * 4, report
    other = verify_match.verify_lines(lines)
    assert (other.integrity.verdict, other.fairness.verdict) == ("pass", setting.fair), other
    replay = match_projector(GAMES)(None, [from_bytes(REFEREE.types, to_bytes(event)) for event in rotated.events])
    assert replay is not None
    assert [held and held.token_hash for held in map(replay.held, (0, HOST))] == ["3f" * 32, "1f" * 32]


@every_setting
@pytest.mark.parametrize("viewpoint", [SPECTATOR, 0])
def test_a_running_match_verifies_as_far_as_its_reader_may_see(setting: Setting, viewpoint: int) -> None:
    lines = lines_of(begun(setting.table(0), 12), viewpoint)
    report = verify_lines(lines)
    verdicts = [level.verdict for _, level in report.levels()]
    assert verdicts == ["pass", "pending", "pending", "pending"], report
    other = verify_match.verify_lines(lines)
    assert (other.integrity.verdict, other.fairness.verdict) == ("pass", "pending")


@every_setting
def test_a_fork_from_any_point_verifies_too(setting: Setting) -> None:
    source = played(setting.table(0), setting.most)
    first = next(event.seq for event in source.events if isinstance(event.payload, GameEvent) and event.payload.move)
    last = max(first, source.match.seq - 6)
    for at in (max(first, last // 4), max(first, last // 2), last):
        lines = lines_of(played(ForkedTable(source.events, at).sit(), 100))
        report = verify_lines(lines)
        assert [level.verdict for _, level in report.levels()] == ["pass"] * 4, report
        other = verify_match.verify_lines(lines)
        assert (other.integrity.verdict, other.fairness.verdict) == ("pass", setting.fair), other
