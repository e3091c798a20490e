"""A match is played, forked and judged by the rules version in its first event."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Finished, Opened
from clio.kernel.match.aggregate import Match, match_projector
from clio.kernel.match.commands import Abort, Command, Join, Leave, Play, Resign, Rotate
from clio.kernel.match.replay import Replay
from clio.kernel.rejection import Rejection
from clio.verify.verifier import verify_file
from tests.kit.forks import ForkedTable, asked
from tests.kit.records import lines_of
from tests.kit.table import AT, REFEREE, Table


def _written(path: Path, table: Table) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines_of(table)))
    return path


CORRECTED = [name for name, game in GAMES.items() if game.earlier_rules]


def _statue_rules(table: Table) -> set[str]:
    finished = table.events[-1].payload
    assert isinstance(finished, Finished)
    return {line.rule for score in finished.scores for line in score.lines if "STATUES" in line.rule}


@pytest.mark.parametrize("name", CORRECTED)
def test_new_matches_are_opened_under_the_current_rules(name: str) -> None:
    table = Table(name, 2)
    assert (table.match.rules, table.game.rules_version) == (GAMES[name].rules_version,) * 2


@pytest.mark.parametrize("name", CORRECTED)
def test_a_match_that_runs_during_an_upgrade_is_played_on_by_its_own_rules(name: str, tmp_path: Path) -> None:
    table = Table(name, 2, seed=7, rules="1").play(9)
    after_upgrade = match_projector(GAMES)(None, table.events)
    assert after_upgrade is not None
    assert after_upgrade.game is GAMES[name].under("1")
    table.match = after_upgrade
    table.finish()
    report = verify_file(_written(tmp_path / "match.clio", table))
    assert [level.verdict for _, level in report.levels()] == ["pass"] * 4


def test_a_match_of_version_1_ends_with_the_lines_of_version_1() -> None:
    assert _statue_rules(Table("amphipolis", 2, seed=1, rules="1").finish()) == {"AMP-STATUES"}
    assert "AMP-STATUES-TWO" in _statue_rules(Table("amphipolis", 2, seed=1).finish())


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_fork_keeps_the_rules_of_its_origin(version: str, tmp_path: Path) -> None:
    origin = Table("amphipolis", 2, seed=1, rules=version).finish()
    fork = ForkedTable(origin.events, 30).sit()
    opened = fork.events[0].payload
    assert isinstance(opened, Opened)
    assert (opened.rules, fork.match.game.rules_version) == (version, version)
    fork.finish()
    assert ("AMP-STATUES-TWO" in _statue_rules(fork)) == (version == "2")
    assert verify_file(_written(tmp_path / "fork.clio", fork)).worst == 0


def test_a_record_that_names_another_version_than_it_was_played_by_fails(tmp_path: Path) -> None:
    """Version 1 with the lines of version 2: the result is another one."""
    table = Table("amphipolis", 2, seed=1, rules="1").play(9)
    table.match.game, table.match.rules = GAMES["amphipolis"].under("2"), "2"
    table.finish()
    report = verify_file(_written(tmp_path / "match.clio", table))
    assert report.result.verdict == "fail"


def _of_unknown_rules(*, playing: bool) -> Match:
    """A match that another server opened under rules that are not known here."""
    table = Table("amphipolis", 2)
    opened = table.events[0].payload
    assert isinstance(opened, Opened)
    match = Match(table.match.id, replace(opened, rules="99"), table.game)
    match.accept(table.events if playing else table.events[:2], table.state if playing else None)
    return match


def _refusal(match: Match, command: Command) -> str:
    decision = REFEREE.judge(match, command, "request", AT)
    return decision.rule if isinstance(decision, Rejection) else ""


def test_under_unknown_rules_nobody_joins_moves_or_resigns() -> None:
    """CLIO-RULES."""
    waiting, playing = _of_unknown_rules(playing=False), _of_unknown_rules(playing=True)
    seat = playing.to_move[0]
    move = playing.game.legal_moves(playing.state, seat)[0]
    assert _refusal(waiting, Join(1, "Late", b"", "11" * 32)) == "CLIO-RULES"
    assert _refusal(playing, Play(seat, move)) == "CLIO-RULES"
    assert _refusal(playing, Resign(0)) == "CLIO-RULES"


def test_under_unknown_rules_a_match_can_be_left_and_aborted_and_tokens_change() -> None:
    """CLIO-RULES."""
    waiting, playing = _of_unknown_rules(playing=False), _of_unknown_rules(playing=True)
    assert _refusal(waiting, Leave(0)) == ""
    assert _refusal(playing, Rotate(0, "12" * 32)) == ""
    assert _refusal(playing, Abort("The rules are not here.")) == ""


def test_under_unknown_rules_a_match_is_replayed_but_not_forked() -> None:
    """CLIO-RULES."""
    table = Table("amphipolis", 2).finish()
    first = table.events[0]
    assert isinstance(first.payload, Opened)
    events = [replace(first, payload=replace(first.payload, rules="99")), *table.events[1:]]
    assert Replay(events, GAMES).at(len(events)).outcome == table.match.outcome
    refused = asked(events, 30, b"0" * 32)
    assert isinstance(refused, Rejection)
    assert (refused.rule, refused.sentence) == (
        "CLIO-RULES",
        "Version 99 of the rules of Amphipolis is not installed here.",
    )


def test_every_earlier_version_that_a_game_lists_can_be_had() -> None:
    for game in GAMES.values():
        versions = (*game.earlier_rules, game.rules_version)
        assert [game.under(version).rules_version for version in versions] == list(versions)
        assert len(set(versions)) == len(versions)
