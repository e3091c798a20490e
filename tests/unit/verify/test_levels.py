"""What each level says, and at which event."""

import json
import random
from pathlib import Path

import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.game import SPECTATOR
from clio.kernel.integrity.commitments import commitment, salt, salt_key
from clio.kernel.match.commands import Abort, Resign
from clio.verify.fork_origin import provenance
from clio.verify.record_files import read_record
from clio.verify.verdicts import Report
from clio.verify.verifier import verify_file, verify_lines
from tests.kit.damage import Mutant, entries_of, mutants, rewritten
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import Table

GOOD = lines_of(Table("amphipolis", 3, seed=4).finish())


def verdicts(report: Report) -> list[str]:
    return [level.verdict for _, level in report.levels()]


def mutant(kind: str) -> Mutant:
    return next(found for found in mutants(GOOD, random.Random(1), 1, 1) if found.kind == kind)


def judged(content: bytes) -> Report:
    return verify_lines(content.split(b"\n")[:-1])


def test_a_good_record_passes() -> None:
    assert verdicts(verify_lines(GOOD, "match.clio")) == ["pass"] * 4


def test_a_wrong_score_fails_the_result_alone() -> None:
    report = judged(mutant("wrong score, signed again").content)
    assert verdicts(report) == ["pass", "pass", "pass", "fail"]
    assert report.result.seq == report.events
    assert "the score of seat 0 is" in report.result.why


def test_a_wrong_winner_fails_the_result_alone() -> None:
    report = judged(mutant("wrong winner, signed again").content)
    assert verdicts(report) == ["pass", "pass", "pass", "fail"]
    assert "the winners are" in report.result.why


def test_a_false_draw_fails_fairness_at_its_event() -> None:
    entries = entries_of(GOOD)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "amphipolis.TilesDrawn")
    tiles = entries[place]["event"]["public"]["tiles"]
    entries[place]["event"]["public"]["tiles"] = [*tiles[1:], tiles[0]]
    report = judged(rewritten(GOOD, entries))
    assert report.integrity.verdict == "pass"
    assert (report.fairness.verdict, report.fairness.seq) == ("fail", place + 1)
    assert "draw 1 of amphipolis/bag" in report.fairness.why


def test_an_illegal_fact_fails_legality_at_its_event_and_names_the_field() -> None:
    entries = entries_of(GOOD)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "amphipolis.TilesTaken")
    public = entries[place]["event"]["public"]
    public["turn_ends"] = not public["turn_ends"]
    report = judged(rewritten(GOOD, entries))
    assert verdicts(report)[:3] == ["pass", "pass", "fail"]
    assert report.legality.seq == place + 1
    assert "turn_ends" in report.legality.why


@pytest.mark.parametrize("kind", ["akrotiri.TileDrawn", "akrotiri.GoalKept"])
def test_a_secret_that_was_told_in_the_open_is_noticed(kind: str) -> None:
    lines = lines_of(Table("akrotiri", 2, seed=4).play(30))
    entries = entries_of(lines)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == kind)
    event, openings = entries[place]["event"], entries[place]["openings"]
    event["public"] |= {opening["field"]: opening["value"] for opening in openings}
    entries[place]["openings"] = []
    del event["sealed"]
    report = judged(rewritten(lines, entries))
    assert (report.legality.verdict, report.legality.seq) == ("fail", place + 1)
    assert report.legality.why == "the rules seal other fields"


def test_something_sealed_beside_what_the_rules_give_is_noticed() -> None:
    entries = entries_of(GOOD)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "amphipolis.TilesTaken")
    seed = bytes.fromhex(entries[-1]["event"]["public"]["server_seed"])
    opening = {"field": "note", "salt": salt(salt_key(seed), place + 1, "note").hex(), "seq": place + 1, "value": 1}
    sealed = commitment(bytes.fromhex(opening["salt"]), place + 1, "note", 1).hex()
    entries[place]["event"]["sealed"] = {"note": sealed}
    entries[place]["openings"] = [opening]
    report = judged(rewritten(GOOD, entries))
    assert (report.legality.verdict, report.legality.seq) == ("fail", place + 1)
    assert report.legality.why == "something is sealed that the rules leave open"


def test_a_field_that_no_rule_gives_is_noticed() -> None:
    entries = entries_of(GOOD)
    entries[12]["event"]["public"]["gift"] = 1
    report = judged(rewritten(GOOD, entries))
    assert (report.legality.verdict, report.legality.seq) == ("fail", 13)


def test_events_of_one_request_stand_side_by_side() -> None:
    entries = entries_of(GOOD)
    entries[-3]["event"]["request"] = entries[1]["event"]["request"]
    report = judged(rewritten(GOOD, entries))
    assert verdicts(report) == ["fail", "not judged", "not judged", "not judged"]
    assert report.integrity.seq == len(entries) - 2


def test_a_match_without_its_end_is_not_taken_for_a_running_one() -> None:
    entries = entries_of(GOOD)[:-1]
    report = judged(rewritten(GOOD, entries))
    assert report.result.verdict == "fail"
    assert "by the rules the match is over" in report.result.why


def test_a_finish_too_early_is_noticed() -> None:
    entries = entries_of(GOOD)
    cut = next(
        i for i in range(30, len(entries)) if entries[i]["event"]["request"] != entries[i - 1]["event"]["request"]
    )
    last = entries[-1]
    last["event"]["request"] = entries[cut - 1]["event"]["request"]
    report = judged(rewritten(GOOD, [*entries[:cut], last]))
    assert (report.result.verdict, report.result.why) == ("fail", "by the rules the match is not over")


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_resigned_and_aborted_matches_hold(game: str) -> None:
    for command in (Resign(0), Abort("The table is needed.")):
        table = Table(game, 2, seed=6)
        for _, _ in zip(range(5), table.play_out(), strict=False):
            pass
        table.do(command)
        assert verdicts(verify_lines(lines_of(table))) == ["pass"] * 4


def test_a_running_match_of_open_information_is_judged_as_far_as_it_went() -> None:
    table = Table("akros", 2)
    for _, _ in zip(range(5), table.play_out(), strict=False):
        pass
    lines = lines_of(table, SPECTATOR)
    report = verify_lines(lines)
    assert verdicts(report) == ["pass", "pending", "pending", "pending"]
    assert "every move is legal" in report.legality.why
    entries = entries_of(lines)
    place = next(i for i in range(12, len(entries)) if entries[i]["event"]["type"] == "akros.TileKept")
    entries[place]["event"]["public"]["tile"] = "sky"
    assert judged(rewritten(lines, entries)).legality.verdict == "fail"


def test_a_signature_of_another_key_is_noticed_where_the_key_is_known() -> None:
    key = json.loads(GOOD[-1])["head"]["key"]
    assert verify_lines(GOOD, key=key).failed_level == 0
    assert verify_lines(GOOD, key="00" * 32).failed_level == 1


def test_a_file_that_is_no_record_fails_at_level_1(tmp_path: Path) -> None:
    for content in (b"", b"\n", b"{}\n", b"\x1f\x8bnonsense", b"[" * 100_000, GOOD[0], b"\xff\xfe\n" * 3):
        path = tmp_path / "match.clio"
        path.write_bytes(content)
        assert verify_file(path).failed_level == 1


def test_a_fork_is_held_against_its_origin() -> None:
    source = Table("akrotiri", 2, seed=2).finish()
    origin = read_record(lines_of(source))
    fork = lines_of(ForkedTable(source.events, 60).sit())
    assert provenance(read_record(fork), origin).verdict == "pass"
    other = read_record(lines_of(Table("akrotiri", 2, seed=3).finish()))
    assert provenance(read_record(fork), other).verdict == "fail"
    entries = entries_of(fork)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "akrotiri.TilePlayed")
    entries[place]["event"]["public"]["x"] += 1
    forged = read_record(rewritten(fork, entries).split(b"\n")[:-1])
    found = provenance(forged, origin)
    assert (found.verdict, found.seq) == ("fail", place + 1)
