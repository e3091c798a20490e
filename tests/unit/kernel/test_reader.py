"""A record is read line by line: what breaks the chain, what is no record, and what only the rules can judge."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.game import SPECTATOR
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.record_format import fast_path_reader, reader
from clio.kernel.record_format.fast_path_lines import FastPathEnvelope
from clio.kernel.record_format.reader import read_lines
from clio.kernel.record_format.record import FlawError, Record, flaw_of
from clio.verify.record_files import TYPES
from tests.kit.fair_table import FairTable
from tests.kit.forks import ForkedTable
from tests.kit.records import head_line, lines_of
from tests.kit.table import Table

OVER = lines_of(Table("akros", 2, seed=3).finish())
LAST = len(OVER) - 2
"""The last event."""


def read(lines: Sequence[bytes]) -> Record:
    return read_lines(lines, TYPES)


def flaw(lines: Sequence[bytes]) -> tuple[int | None, str]:
    """Where the first flaw is, and why, whether it stops the reading or not."""
    try:
        found = flaw_of(read(lines))
    except FlawError as error:
        found = error
    return (0, "") if found is None else (found.seq, found.why)


def with_line(number: int, change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """The record with one line changed and nothing else: not the chain, not the head."""
    entry = json.loads(OVER[number])
    change(entry)
    return [*OVER[:number], canonical(entry), *OVER[number + 1 :]]


def chained(lines: Sequence[bytes], change: Callable[[int, dict[str, Any]], object]) -> list[bytes]:
    """A forged record whose events are changed and whose chain and head hold again."""
    digest, written = GENESIS, [lines[0]]
    for number, line in enumerate(lines[1:-1], 1):
        entry = json.loads(line)
        change(number, entry["event"])
        digest = hashlib.sha256(digest + canonical(entry["event"])).digest()
        written.append(canonical({**entry, "digest": digest.hex()}))
    return [*written, head_line(json.loads(lines[0])["match"], len(written) - 1, digest)]


def test_a_genuine_record_has_no_flaw() -> None:
    assert flaw(OVER) == (0, "")
    assert flaw(chained(OVER, lambda *_: None)) == (0, "")
    assert len(read(OVER).facts) == LAST


@pytest.mark.parametrize("number", [1, 5, 20, LAST])
def test_a_digest_that_alone_is_wrong_is_found_where_it_stands(number: int) -> None:
    at, why = flaw(with_line(number, lambda entry: entry.update(digest="00" * 32)))
    assert at == number
    assert "the chain's digest is" in why


@pytest.mark.parametrize("number", [1, 20])
def test_a_digest_of_another_length_is_none(number: int) -> None:
    assert flaw(with_line(number, lambda entry: entry.update(digest="00" * 31)))[0] == number


def test_an_event_of_another_number_or_match_breaks_the_record() -> None:
    at, why = flaw(chained(OVER, lambda number, event: event.update(seq=30) if number == 20 else None))
    assert (at, why) == (20, "event 20 is expected here, found is 30")
    at, why = flaw(chained(OVER, lambda number, event: event.update(match="other") if number == 20 else None))
    assert at == 20
    assert "the event is of match 'other'" in why


def test_lines_left_out_or_exchanged_break_the_chain() -> None:
    assert flaw([*OVER[:20], *OVER[21:]])[0] == 20
    assert flaw([*OVER[:20], OVER[21], OVER[20], *OVER[22:]])[0] == 20


def test_a_line_is_in_canonical_form() -> None:
    blank = OVER[20].replace(b'"actor":', b'"actor": ', 1)
    assert flaw([*OVER[:20], blank, *OVER[21:]]) == (20, "the line is not in canonical form")


def test_a_line_is_in_canonical_form_even_if_the_chain_holds_over_it() -> None:
    digest, written = GENESIS, [OVER[0]]
    for number, line in enumerate(OVER[1:-1], 1):
        raw = canonical(json.loads(line)["event"])
        raw = raw.replace(b'"actor":', b'"actor": ', 1) if number == 20 else raw
        digest = hashlib.sha256(digest + raw).digest()
        written.append(b'{"digest":"%b","event":%b,"openings":[]}' % (digest.hex().encode(), raw))
    lines = [*written, head_line(json.loads(OVER[0])["match"], LAST, digest)]
    assert flaw(lines) == (20, "the line is not in canonical form")


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("1999-01-02T03:04:05.000000Z", "the time is 1999-01-02T03:04:05.000000Z, before that of the event before"),
        ("2026-13-02T03:04:05.000000Z", "the time is '2026-13-02T03:04:05.000000Z'"),
        ("2027", "the time is '2027'"),
    ],
)
def test_time_is_written_as_time_and_never_goes_back(at: str, why: str) -> None:
    edition = json.loads(OVER[1])["event"]["public"].get("edition", 1)
    lines = chained(OVER, lambda number, event: event.update(at=at) if number == 20 else None)
    if edition == 1 and "before" in why:
        assert [(note.seq, note.why) for note in read(lines).notes] == [(20, why)]
    else:
        assert flaw(lines) == (20, why)


def test_nothing_is_played_in_the_request_of_an_opening_that_is_no_fork() -> None:
    opening, fact = json.loads(OVER[1])["event"], None
    for line in OVER[2:-1]:
        event = json.loads(line)["event"]
        if event["type"].startswith("akros."):
            fact = {**event, "request": opening["request"], "seq": 2}
            break
    assert fact is not None
    lines, digest = [OVER[0]], GENESIS
    for number, event in enumerate((opening, fact, {**fact, "seq": 3}), 1):
        digest = hashlib.sha256(digest + canonical(event)).digest()
        lines.append(canonical({"digest": digest.hex(), "event": event, "openings": []}))
        assert number == event["seq"]
    lines.append(head_line(opening["match"], 3, digest))
    assert flaw(lines)[0] == 2


def test_facts_that_are_not_sealed_are_exact() -> None:
    """Their payload encodes to the bytes of the file, so that nothing of the file is lost by reading it."""
    for game in sorted(GAMES):
        record = read(lines_of(Table(game, 2, seed=3).play(20)))
        assert [fact.exact for fact in record.facts] == [not fact.envelope.sealed for fact in record.facts]
        assert all(canonical(fact.payload) == fact.public for fact in record.facts if fact.exact)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_move_of_a_seat_is_noted_and_what_the_server_does_is_none(game: str) -> None:
    table = Table(game, 2, seed=3)
    assert not read(lines_of(table)).moved
    assert read(lines_of(table.play(1))).moved


def test_a_record_holds_as_many_commas_as_the_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    commas = sum(line.count(b",") for line in OVER)
    monkeypatch.setattr(reader, "MAX_COMMAS", commas)
    assert flaw(OVER) == (0, "")
    monkeypatch.setattr(reader, "MAX_COMMAS", commas - 1)
    assert flaw(OVER) == (None, f"the lines have more than {commas - 1} commas")


def test_the_first_of_several_flaws_is_told_and_those_of_the_whole_come_last() -> None:
    record = read(with_line(20, lambda entry: entry.update(digest="00" * 32)))
    assert record.head is not None
    record.head = None
    found = flaw_of(record)
    assert found is not None
    assert found.seq == 20
    record.broken = None
    found = flaw_of(record)
    assert found is not None
    assert (found.seq, found.why) == (None, "there is no head")


def test_a_record_has_a_header_an_event_and_a_head() -> None:
    for lines in ([], OVER[:1], OVER[:2]):
        assert flaw(lines) == (None, "a record has a header, at least one event and a head")


def test_the_head_is_of_the_last_event() -> None:
    short = [*OVER[:-2], OVER[-1]]
    assert flaw(short)[1].startswith(f"the head is of event {LAST}, the last event is {LAST - 1}")
    other = head_line(json.loads(OVER[0])["match"], LAST, bytes(32))
    assert "the head's digest is" in flaw([*OVER[:-1], other])[1]


@pytest.mark.parametrize("last", [b"{}", b"[]", b"not json", b'{"head":{}}', b'{"head":1e3}'])
def test_a_last_line_that_is_no_head_is_a_flaw_of_the_whole(last: bytes) -> None:
    at, why = flaw([*OVER[:-1], last])
    assert at is None
    assert "the last line is not a head" in why or "not JSON as the format has it" in why


def test_a_pool_is_possible_before_anything_expands_it() -> None:
    def pool(counts: dict[str, object]) -> tuple[int | None, str]:
        def change(_: int, event: dict[str, Any]) -> None:
            if event["type"] == "akros.BoardLaid":
                event["public"]["pool"] = counts

        return flaw(chained(OVER, change))

    number, why = pool({"forest": -1})
    assert why == "the pool pool cannot be"
    assert pool({"forest": 4097}) == pool({"forest": 4096, "sea": 1}) == (number, why)
    assert pool({"forest": 4096}) == (0, "")
    assert pool({"forest": "many"}) == (0, ""), "whether it is an object of integers at all is for level 2"


def test_nothing_follows_the_end_of_a_match() -> None:
    def move_again(lines: Sequence[bytes]) -> list[bytes]:
        again = json.loads(lines[LAST - 1])
        again["event"]["seq"] = LAST + 1
        return [*lines[:-1], canonical(again), lines[-1]]

    assert flaw(move_again(OVER)) == (LAST + 1, "the match was over before this event")


def test_a_request_is_one_run_of_events() -> None:
    first = json.loads(OVER[10])["event"]["request"]
    lines = chained(OVER, lambda number, event: event.update(request=first) if number == 30 else None)
    assert flaw(lines) == (30, "the events of one request do not stand side by side")
    lines = chained(OVER, lambda number, event: event.update(request="") if number == 30 else None)
    assert flaw(lines) == (30, "the request is ''")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_fork_has_a_history(game: str) -> None:
    origin = Table(game, 2, seed=4).play(6)
    fork = ForkedTable(origin.events, len(origin.events))
    lines = lines_of(fork)
    assert flaw(lines) == (0, "")
    alone = [*lines[:2], head_line(fork.match.id, 1, fork.events[0].digest)]
    assert flaw(alone) == (1, "the fork has no history")
    two = [*lines[:3], head_line(fork.match.id, 2, fork.events[1].digest)]
    assert flaw(two) == (0, "")

    def own_request(number: int, event: dict[str, Any]) -> None:
        if number > 1:
            event["request"] = f"r{number}"

    assert flaw(chained(lines, own_request))[1] in (
        "the fork has no history",
        "this stands before the start of the match",
    )


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ({"format": "clio-record/9"}, "the format is"),
        ({"game": "Akros"}, "does not name a game"),
        ({"match": ""}, "does not name a game"),
        ({"rules": "x" * 200}, "does not name a game"),
    ],
)
def test_the_header_names_format_game_match_and_rules(header: dict[str, str], told: str) -> None:
    first = canonical(json.loads(OVER[0]) | header)
    at, why = flaw([first, *OVER[1:]])
    assert at is None
    assert told in why


def test_a_record_holds_as_many_events_as_the_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (reader, fast_path_reader):
        monkeypatch.setattr(module, "MAX_EVENTS", LAST)
    assert flaw(OVER) == (0, "")
    for module in (reader, fast_path_reader):
        monkeypatch.setattr(module, "MAX_EVENTS", LAST - 1)
    assert flaw(OVER) == (LAST, f"there are more than {LAST - 1} events")


def test_the_fast_path_reads_lines_whose_time_advances_and_leaves_others_to_the_full_checks() -> None:
    table = FairTable("akros")
    for _ in range(12):
        table.wait(1.5).move()
    facts = read(lines_of(table)).facts
    games = [fact for fact in facts if fact.envelope.type.startswith("akros.")]
    assert len({fact.envelope.at for fact in games}) > 12
    for fact in games:
        assert isinstance(fact.envelope, FastPathEnvelope) != (fact.envelope.type in TYPES.pools)


def test_the_fast_path_reads_nothing_whose_time_goes_back_or_is_none() -> None:
    table = FairTable("akros")
    for _ in range(4):
        table.wait(1.5).move()
    lines = lines_of(table)
    number = len(lines) - 2
    for at, why in (
        ("2020-01-01T00:00:00.000000Z", "before that of the event before"),
        ("today", "the time is 'today'"),
    ):
        forged = chained(lines, lambda place, event, at=at: event.update(at=at) if place == number else None)
        seq, told = flaw(forged)
        assert seq == number
        assert why in told


def test_facts_with_sealed_fields_are_not_exact_even_where_no_opening_is_shown() -> None:
    table = Table("akrotiri", 2, seed=3).play(20)
    facts = read(lines_of(table, SPECTATOR)).facts
    assert any(fact.envelope.sealed for fact in facts)
    assert [fact.exact for fact in facts] == [not fact.envelope.sealed for fact in facts]


def test_the_events_of_a_record_are_those_of_the_match() -> None:
    table = Table("akrotiri", 2, seed=3).play(20)
    events = read(lines_of(table)).events()
    assert [event.sealed for event in events] == [event.sealed for event in table.events]
    assert any(event.sealed for event in events)
    assert [(event.seq, event.payload, event.digest) for event in events] == [
        (event.seq, event.payload, event.digest) for event in table.events
    ]


def test_a_fact_of_an_unknown_type_is_kept_without_a_payload() -> None:
    def rename(number: int, event: dict[str, Any]) -> None:
        if number == LAST - 1:
            event["type"] = "akros.Rained"

    fact = read(chained(OVER, rename)).facts[LAST - 2]
    assert (fact.payload, fact.exact) == (None, False)
    assert fact.unreadable.text == "'akros.Rained' is no event that is known here"


def test_of_two_flaws_in_events_the_earlier_is_told() -> None:
    record = read(lines_of(Table("akrotiri", 2, seed=3).finish()))
    sealed = record.sealed[0]
    record.sealed[0] = msgspec.structs.replace(sealed, openings=[])
    for seq in (sealed.envelope.seq + 1, sealed.envelope.seq - 1):
        record.broken = FlawError(seq, "the chain breaks")
        found = flaw_of(record)
        assert found is not None
        assert found.seq == min(seq, sealed.envelope.seq)
