"""The TypeScript verifier compares a fork with its origin as the full verifier does."""

from pathlib import Path

from clio.verify.fork_origin import provenance
from clio.verify.record_files import read_record
from tests.kit.damage import entries_of, joined, rewritten
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import Table
from tests.kit.third_verifier import third_verifier


def compared(tmp_path: Path, fork: list[bytes], origin: list[bytes]) -> str:
    """The verdict of both verifiers."""
    (tmp_path / "fork.clio").write_bytes(joined(fork))
    (tmp_path / "origin.clio").write_bytes(joined(origin))
    report = third_verifier().report(tmp_path / "fork.clio", origin=tmp_path / "origin.clio")
    verdict: str = report["comparison"]["verdict"]
    assert verdict == provenance(read_record(fork), read_record(origin)).verdict
    assert report["integrity"]["verdict"] == ("fail" if verdict == "fail" else "pass")
    return verdict


def test_a_fork_is_compared_with_its_origin(tmp_path: Path) -> None:
    source = Table("akrotiri", 2, seed=2).finish()
    origin = lines_of(source)
    fork = lines_of(ForkedTable(source.events, 60).sit())
    assert compared(tmp_path, fork, origin) == "pass"
    assert compared(tmp_path, fork, lines_of(Table("akrotiri", 2, seed=3).finish())) == "fail"
    assert compared(tmp_path, origin, fork) == "pass", "a match that is no fork passes"


def test_a_forged_history_fails_at_its_event(tmp_path: Path) -> None:
    source = Table("akrotiri", 2, seed=2).finish()
    fork = lines_of(ForkedTable(source.events, 60).sit())
    entries = entries_of(fork)
    place = next(i for i, entry in enumerate(entries) if entry["event"]["type"] == "akrotiri.TilePlayed")
    entries[place]["event"]["public"]["x"] += 1
    forged = rewritten(fork, entries).split(b"\n")[:-1]
    assert compared(tmp_path, forged, lines_of(source)) == "fail"
    report = third_verifier().report(tmp_path / "fork.clio", origin=tmp_path / "origin.clio")
    assert report["comparison"]["seq"] == place + 1


def test_a_history_with_an_event_more_or_fewer_fails(tmp_path: Path) -> None:
    source = Table("akros", 2, seed=2).finish()
    fork = lines_of(ForkedTable(source.events, 30).sit())
    place = next(i for i, entry in enumerate(entries_of(fork)) if entry["event"]["type"] == "akros.TilePlaced")
    for changed in ([*range(place), *range(place + 1, 30)], [*range(place + 1), *range(place, 30)]):
        entries = entries_of(fork)
        copies = [dict(entries[number]) for number in changed if number < len(entries)]
        forged = rewritten(fork, copies).split(b"\n")[:-1]
        assert compared(tmp_path, forged, lines_of(source)) == "fail"
