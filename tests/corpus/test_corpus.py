"""Records kept for good: today's rules judge every move of theirs as it was judged, and the verifiers accept them."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from clio.games.akrotiri.events import BoatMoved, TilesReshuffled, TurnStarted
from clio.games.amphipolis import rules
from clio.games.registry import GAMES
from clio.verify import verify_match
from clio.verify.record_files import read_file
from clio.verify.verifier import verify_file
from tests.corpus.grow import FIRST_EDITION, FOLDER, RECORDS
from tests.kit.third_verifier import third_verifier

FILES = sorted(FOLDER.glob("*.clio.gz"))
INTENDED = json.loads((FOLDER / "differences.json").read_text(encoding="utf-8"))
"""By record: the moves that a release judges differently, and says so in the changelog."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_todays_rules_judge_the_corpus_as_it_was_judged(path: Path) -> None:
    report = verify_file(path)
    assert [found.seq for found in report.differences] == INTENDED.get(path.name, [])
    if path.name not in INTENDED:
        assert [level.verdict for _, level in report.levels()] == ["pass"] * 4, report


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_second_verifier_accepts_the_corpus(path: Path) -> None:
    report = verify_match.verify_file(path)
    assert (report.integrity.verdict, report.fairness.verdict) == ("pass", "pass"), report


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_typescript_verifier_accepts_the_corpus(path: Path) -> None:
    report = third_verifier().report(path)
    assert (report["integrity"], report["fairness"]) == ({"verdict": "pass"}, {"verdict": "pass"}), report
    assert len(report["notes"]) == len(verify_file(path).notes)


def test_the_corpus_has_what_was_meant_for_it_and_every_game() -> None:
    assert {path.name.partition(".")[0] for path in FILES} == {*RECORDS, *FIRST_EDITION}
    assert {read_file(path).header.game for path in FILES} == set(GAMES)
    assert sum(path.stat().st_size for path in FILES) < 800_000


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("akros-left-twice", ["seat 0 is left, but nobody sat there"]),
        ("amphipolis-2-clock-back", ["the time is 2026-01-02T02:04:05.000000Z, before that of the event before"]),
        ("akros-a", []),
        ("akros-edition-2", []),
    ],
)
def test_what_servers_of_the_first_edition_did_is_noted_and_fails_nothing(name: str, told: list[str]) -> None:
    report = verify_file(FOLDER / f"{name}.clio.gz")
    assert [note.why for note in report.notes] == told
    assert report.worst == 0
    record = read_file(FOLDER / f"{name}.clio.gz")
    assert record.edition == (2 if name == "akros-edition-2" else 1)


def test_the_corpus_has_every_version_of_the_rules_and_forks_that_keep_theirs() -> None:
    records = [read_file(path) for path in FILES]
    named = {(record.header.game, record.header.rules) for record in records}
    assert named == {
        (name, version) for name, game in GAMES.items() for version in (*game.earlier_rules, game.rules_version)
    }
    forked = {(record.header.game, record.header.rules) for record in records if record.opened.forked_from}
    assert forked == named


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("amphipolis-3-two-left-rules-2", ["AMP-STATUES-TWO"]),
        ("akrotiri-rules-2", ["pass with a free move", "pile refilled at once"]),
    ],
)
def test_what_version_2_decides_differently_is_in_the_corpus(name: str, told: list[str]) -> None:
    events = [fact.payload for fact in read_file(FOLDER / f"{name}.clio.gz").facts]
    found = {
        "AMP-STATUES-TWO": any(
            line.rule == "AMP-STATUES-TWO" and line.points
            for score in getattr(events[-1], "scores", ())
            for line in score.lines
        ),
        "pass with a free move": any(
            isinstance(event, BoatMoved) and event.via is not None and event.free_move for event in events
        ),
        "pile refilled at once": any(
            isinstance(event, TilesReshuffled) and isinstance(after, TurnStarted) for event, after in pairwise(events)
        ),
    }
    assert [what for what in found if found[what]] == told


def test_the_audit_by_the_current_rules_lists_what_they_changed_and_nothing_else() -> None:
    changed = {path.name: verify_file(path, by_rules="current") for path in FILES}
    for name, report in changed.items():
        assert name.startswith("akrotiri") or report.differences == (), name
        assert {found.why for found in report.differences} <= {
            "the rules give free_move True, the record says False",
            "the rules give akrotiri.TilesReshuffled here, not akrotiri.TurnStarted",
        }, name
    differing = {name for name, report in changed.items() if report.differences or report.result.verdict == "fail"}
    assert {"amphipolis-3-two-left-rules-1.clio.gz", "akrotiri-a.clio.gz"} <= differing
    assert {read_file(FOLDER / name).header.rules for name in differing} == {"1"}
    assert not any(name.startswith("akros") for name in differing)


def test_a_record_audited_by_rules_that_are_not_installed_is_not_judged() -> None:
    report = verify_file(FOLDER / "akrotiri-rules-2.clio.gz", by_rules="3")
    assert [level.verdict for _, level in report.levels()] == ["pass", "pass", "not judged", "not judged"]
    assert "version '3' of the rules of akrotiri is not installed" in str(report.legality.why)


def test_the_corpus_has_results_of_both_schemas_for_every_game() -> None:
    found = {
        (record.header.game, fact.envelope.schema)
        for record in map(read_file, FILES)
        for fact in record.facts[-1:]
        if fact.envelope.type == "match.Finished"
    }
    assert found == {(game, schema) for game in GAMES for schema in (1, 2)}


def test_a_rule_that_changes_is_found_in_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    real = rules._refusal_to_take
    monkeypatch.setattr(
        rules,
        "_refusal_to_take",
        lambda state, move: (
            rules.Rejection("AMP-TAKE-LIMIT", "Take at most {limit} tiles.", {"limit": 1})
            if len(move.tiles) > 1
            else real(state, move)
        ),
    )
    report = verify_file(FOLDER / "amphipolis-2-a.clio.gz")
    assert report.legality.verdict == "fail"
    assert report.differences
    assert all("Take at most 1 tiles. [AMP-TAKE-LIMIT]" in found.why for found in report.differences)
    assert all(found.move.startswith("take ") for found in report.differences)
