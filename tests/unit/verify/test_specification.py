"""What docs/record.md forbids, in records that were chained and signed again: each fails at the level named there."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from clio.kernel import limits
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.signing_keys import is_strict_key
from clio.kernel.match.commands import Play
from clio.kernel.match.decision import Decision
from clio.verify.verdicts import NOT_JUDGED, Report
from clio.verify.verifier import verify_lines
from tests.kit.damage import Entries, entries_of, rewritten
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import REFEREE, Table
from tests.unit.repository.tree import ROOT

AMPHIPOLIS = lines_of(Table("amphipolis", 2, {"first_seat": "1"}, seed=4).finish())
AKROS = lines_of(Table("akros", 2, seed=4).finish())
AKROTIRI = lines_of(Table("akrotiri", 2, seed=4).finish())
FORK = lines_of(ForkedTable(Table("akros", 2, seed=4).finish().events, 25).sit().finish())
Change = Callable[[Entries], None]


def judged(lines: list[bytes], change: Change) -> Report:
    entries: Entries = json.loads(json.dumps(entries_of(lines)))
    change(entries)
    header = {**json.loads(lines[0]), "rules": entries[0]["event"]["public"]["rules"]}
    return verify_lines(rewritten([canonical(header), *lines[1:]], entries).split(b"\n")[:-1])


def event(place: int, **fields: Any) -> Change:
    return lambda entries: entries[place]["event"].update(fields)


def public(place: int, **fields: Any) -> Change:
    return lambda entries: entries[place]["event"]["public"].update(fields)


def inserted(place: int, kind: str, fields: dict[str, Any], actor: str, request: str = "another") -> Change:
    def change(entries: Entries) -> None:
        model = entries[place - 1]["event"]
        new = {**model, "actor": actor, "public": fields, "request": request, "type": kind}
        entries.insert(place, {"digest": "", "event": new, "openings": []})

    return change


def swapped_openings(entries: Entries) -> None:
    place = next(place for place, entry in enumerate(entries) if len(entry["openings"]) > 1)
    entries[place]["openings"].reverse()


def public_secret(entries: Entries) -> None:
    entry = next(entry for entry in entries if entry["openings"])
    entry["event"]["public"][entry["openings"][0]["field"]] = entry["openings"][0]["value"]


def without_history(entries: Entries) -> None:
    entries[1:] = [entry for entry in entries[1:] if entry["event"]["request"] != "request-1"]


def deep(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


LAST = len(AMPHIPOLIS) - 3
PLAIN = LAST - 1
SITE = 4
INTEGRITY: dict[str, tuple[list[bytes], Change]] = {
    "finished by a seat": (AMPHIPOLIS, event(LAST, actor="seat:0")),
    "finished by the host": (AMPHIPOLIS, event(LAST, actor="host")),
    "finished with another key": (AMPHIPOLIS, public(LAST, note="x")),
    "opened by the server": (AMPHIPOLIS, event(0, actor="server")),
    "opened with another key": (AMPHIPOLIS, public(0, note="x")),
    "joined by another seat": (AMPHIPOLIS, event(1, actor="seat:1")),
    "a game's event by the host": (AMPHIPOLIS, event(PLAIN, actor="host")),
    "month 13": (AMPHIPOLIS, event(PLAIN, at="2026-13-02T03:04:05.000000Z")),
    "30 February": (AMPHIPOLIS, event(PLAIN, at="2027-02-30T03:04:05.000000Z")),
    "29 February of a common year": (AMPHIPOLIS, event(PLAIN, at="2027-02-29T03:04:05.000000Z")),
    "year 0": (AMPHIPOLIS, event(0, at="0000-01-02T03:04:05.000000Z")),
    "hour 24": (AMPHIPOLIS, event(PLAIN, at="2026-01-02T24:04:05.000000Z")),
    "second 60": (AMPHIPOLIS, event(PLAIN, at="2026-01-02T03:04:60.000000Z")),
    "time runs backwards": (AMPHIPOLIS, event(PLAIN, at="2026-01-01T03:04:05.000000Z")),
    "empty request": (AMPHIPOLIS, event(LAST, request="")),
    "request with a control character": (AMPHIPOLIS, event(LAST, request="a\x1b[2J")),
    "request with a mark of direction": (AMPHIPOLIS, event(LAST, request="a\u202eb")),
    "request too long": (AMPHIPOLIS, event(LAST, request="a" * 65)),
    "split request": (AMPHIPOLIS, event(PLAIN, request="request-2")),
    "left twice": (AMPHIPOLIS, inserted(1, "match.Left", {"seat": 0}, "seat:0")),
    "left after the start": (AMPHIPOLIS, inserted(LAST, "match.Left", {"seat": 0}, "seat:0")),
    "joined twice": (AMPHIPOLIS, inserted(2, "match.Joined", {"entropy": "", "name": "x", "seat": 0}, "seat:0")),
    "started twice": (AMPHIPOLIS, inserted(LAST, "match.Started", {"names": ["Player 0", "Player 1"]}, "server")),
    "started with other names": (AMPHIPOLIS, public(3, names=["Player 1", "Player 0"])),
    "resigned before the start": (AMPHIPOLIS, inserted(1, "match.Resigned", {"seat": 0}, "seat:0")),
    "rotated at a free seat": (AMPHIPOLIS, inserted(1, "match.TokenRotated", {"seat": 0}, "seat:0")),
    "unknown shared type": (AMPHIPOLIS, event(PLAIN, type="match.Paused")),
    "openings in the wrong order": (AKROTIRI, swapped_openings),
    "sealed and public": (AKROTIRI, public_secret),
    "a key that is not ASCII": (AMPHIPOLIS, public(PLAIN, clé=1)),
    "option that is no text": (AMPHIPOLIS, public(0, options={"first_seat": 1})),
    "another edition": (AMPHIPOLIS, public(0, edition=3)),
    "first edition by name": (AMPHIPOLIS, public(0, edition=1)),
    "17 seats": (AMPHIPOLIS, public(0, seats=17)),
    "a large number": (AMPHIPOLIS, public(PLAIN, x=2**53)),
    "a large negative number": (AMPHIPOLIS, public(PLAIN, x=-(2**53))),
    "nested deeply": (AMPHIPOLIS, public(PLAIN, x=deep(30))),
    "long list": (AMPHIPOLIS, public(PLAIN, x=[0] * 4097)),
    "long text": (AMPHIPOLIS, public(PLAIN, x="x" * 4097)),
    "enormous pool": (AKROS, public(SITE, pool={"sea": 10**12})),
    "enormous pools": (AKROTIRI, public(SITE, tiles={"x1-volcano": 10**12})),
    "negative pool": (AKROS, public(SITE, pool={"sea": -1, "forest": 1})),
    "winner that is no seat": (AMPHIPOLIS, public(LAST, winners=[2])),
    "no history": (FORK, without_history),
    "joined in a history": (FORK, event(len(FORK) - 3, request="request-1")),
}


@pytest.mark.parametrize("kind", INTEGRITY)
def test_what_the_page_marks_as_level_1_fails_there_and_nothing_above_is_judged(kind: str) -> None:
    report = judged(*INTEGRITY[kind])
    assert [level.verdict for _, level in report.levels()] == ["fail", *["not judged"] * 3], report


def test_what_is_just_within_the_limits_is_for_the_rules() -> None:
    for value in (2**53 - 1, 1 - 2**53, deep(29), [0] * 4096, "x" * 4096):
        report = judged(AMPHIPOLIS, public(PLAIN, x=value))
        assert [level.verdict for _, level in report.levels()][:3] == ["pass", "pass", "fail"], value


@pytest.mark.parametrize(
    ("lines", "change"),
    [
        pytest.param(AMPHIPOLIS, public(SITE, first_seat=0), id="first seat against the option"),
        pytest.param(AKROS, public(SITE, jinn=1), id="side against the option"),
        pytest.param(FORK, public(1, jinn=1), id="side against the option in a history"),
        pytest.param(AMPHIPOLIS, public(SITE, pool=[]), id="pool that is no object"),
    ],
)
def test_what_contradicts_an_option_or_the_tables_fails_at_level_2(lines: list[bytes], change: Change) -> None:
    assert judged(lines, change).failed_level == 2


def test_a_field_that_no_table_names_is_no_matter_of_level_2() -> None:
    assert judged(AMPHIPOLIS, public(SITE, seats="two")).failed_level == 3


def test_a_history_draws_nothing_that_its_pool_has_not() -> None:
    place = next(place for place, entry in enumerate(entries_of(FORK)) if entry["event"]["type"] == "akros.TilesDrawn")
    assert judged(FORK, public(place, tiles=["sky", "sky", "sky"])).failed_level == 2


@pytest.mark.parametrize("lines", [AMPHIPOLIS, AKROS, AKROTIRI, FORK], ids=["amphipolis", "akros", "akrotiri", "fork"])
def test_rules_that_nobody_has_are_not_judged_and_never_pass(lines: list[bytes]) -> None:
    report = judged(lines, public(0, rules="999"))
    assert [level.verdict for _, level in report.levels()] == ["pass", *["not judged"] * 3]
    assert (report.failed_level, report.worst) == (0, NOT_JUDGED)


def test_a_form_of_a_later_version_is_not_judged_and_never_passes() -> None:
    report = judged(AMPHIPOLIS, event(SITE, schema=2))
    assert [level.verdict for _, level in report.levels()] == ["pass", *["not judged"] * 3]


P = 2**255 - 19
SMALL = [
    *(y.to_bytes(32, "little") for y in (0, 1, P - 1)),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
]


@pytest.mark.parametrize("key", [*SMALL, *(key[:31] + bytes([key[31] | 128]) for key in SMALL)], ids=bytes.hex)
def test_a_key_of_small_order_signs_nothing(key: bytes) -> None:
    """The signature R = neutral, S = 0 holds under such keys for about one message of as many as the order."""
    assert not is_strict_key(key)
    head = json.loads(AKROS[-1])["head"]
    forged = {"head": {**head, "key": key.hex(), "signature": (1).to_bytes(32, "little").hex() + "00" * 32}}
    report = verify_lines([*AKROS[:-1], canonical(forged)])
    assert (report.integrity.verdict, report.integrity.why) == ("fail", "the signature of the head is false")


def test_a_key_that_is_not_written_canonically_is_none() -> None:
    for second in (P, P + 1, 2**255 - 1):
        assert not is_strict_key(second.to_bytes(32, "little"))
    assert not is_strict_key(b"\x05" * 31)


def test_new_matches_and_forks_promise_the_second_edition() -> None:
    for lines in (AKROS, FORK):
        assert entries_of(lines)[0]["event"]["public"]["edition"] == 2


def test_the_clock_of_a_server_never_takes_a_match_back() -> None:
    table = Table("akros", 2)
    moved = table.random_move()
    early = REFEREE.judge(table.match, Play(*moved), "early", "2000-01-01T00:00:00.000000Z")
    assert isinstance(early, Decision)
    assert {event.at for event in early.events} == {table.match.updated_at}
    late = REFEREE.judge(table.match, Play(*moved), "late", "2999-01-01T00:00:00.000000Z")
    assert isinstance(late, Decision)
    assert {event.at for event in late.events} == {"2999-01-01T00:00:00.000000Z"}


def test_the_page_and_the_kernel_have_the_same_limits() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    table = page[page.index("## Limits") : page.index("## Envelope")]
    told = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE))
    numbers = {what: limit.rpartition(" to ")[2].split(" ")[0].replace(",", "") for what, limit in told.items()}
    assert told["integer"].endswith("1) to 2⁵³ \N{MINUS SIGN} 1")
    assert limits.MAX_INTEGER == 2**53 - 1
    due = {
        "nesting": limits.MAX_DEPTH,
        "members": limits.MAX_LIST,
        "characters": limits.MAX_TEXT,
        "bytes of a line": limits.MAX_LINE_BYTES,
        "events": limits.MAX_EVENTS,
        "bytes of the file": limits.MAX_RECORD_BYTES,
        "commas": limits.MAX_COMMAS,
        "seats": limits.MAX_SEATS,
        "components": limits.MAX_POOL_ITEMS,
    }
    for beginning, limit in due.items():
        assert [number for what, number in numbers.items() if what.startswith(beginning)] == [str(limit)], beginning
    assert f"at most {limits.MAX_DRAWS:,} components together" in " ".join(page.split())
