"""The verifier's fast paths, compared with the full checks."""

import json
import random
import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clio.games.registry import GAMES
from clio.kernel.events.match_event import Envelope
from clio.kernel.game import SPECTATOR
from clio.kernel.integrity.canonical import canonical
from clio.kernel.match.commands import Abort, Resign, Rotate
from clio.kernel.record_format.fast_path_lines import FastPathEnvelope
from clio.kernel.record_format.reader import _check_history, _read_event, _read_head, _read_header
from clio.kernel.record_format.record import Fact, FlawError, Record
from clio.verify.fairness import fairness
from clio.verify.integrity import integrity
from clio.verify.judge import Judge
from clio.verify.record_files import TYPES, read_record
from tests.kit.altered_text import record_of, texts_of
from tests.kit.damage import mutants
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import Table

OVER = {game: Table(game, 2, seed=8).finish() for game in GAMES}


def _records() -> Iterator[list[bytes]]:
    for game, over in OVER.items():
        if game != "akrotiri":
            yield lines_of(over)
        cut = Table(game, 2, seed=5).play(12)
        yield lines_of(cut, SPECTATOR)
        cut.do(Rotate(0, "5f" * 32))
        cut.play(12).do(Abort("Enough was seen."))
        yield lines_of(cut)
        gone = Table(game, 2, seed=6).play(9)
        gone.do(Resign(1))
        yield lines_of(gone)
    yield lines_of(ForkedTable(OVER["amphipolis"].events, 20).sit().finish())


RECORDS = list(_records())
FACT = ("canonical", "digest", "payload", "secrets", "openings", "exact", "unreadable", "public")
ENVELOPE = ("actor", "at", "match", "request", "schema", "sealed", "seq", "type")
PIECES = (
    b"",
    b" ",
    b'"',
    b",",
    b"0",
    b"1",
    b"-1",
    b"true",
    b"null",
    b"\\u0061",
    b"\\/",
    b"\x7f",
    b"\xff",
    b"1.0",
    b"[]",
)
SEALED = b'"schema":1,"sealed":{"move":"%b"}' % (b"5a" * 32)
REPLACED = (
    (rb'"actor":"seat:0"', b'"actor":"seat:1"'),
    (rb'"actor":"seat:1"', b'"actor":"seat:0"'),
    (rb'"actor":"seat:1"', b'"actor":"host"'),
    (rb'"actor":"[^"]*"', b'"actor":"seat:9"'),
    (rb'"actor":', b'"actor": '),
    (rb'"at":"2026', b'"at":"1999'),
    (rb'"at":"2026', b'"at":"twenty'),
    (rb'"at":"2026-..', b'"at":"2026-13'),
    (rb'"at":"2026-..-..', b'"at":"2027-02-29'),
    (rb'"public":{', b'"public":{"aaa":9007199254740992,'),
    (rb'"public":{', b'"public":{"aaa":' + b"[" * 40 + b"]" * 40 + b","),
    (rb'"public":{', b'"public":{"aaa":"' + b"a" * 4097 + b'",'),
    (rb'"public":{', '"public":{"aaé":1,'.encode()),
    (rb'"request":"[^"]*"', b'"request":"two words"'),
    (rb'"request":"[^"]*"', b'"request":""'),
    (rb'"match":"match', b'"match":"other'),
    (rb'"public":{', b'"public":{"aaa":1,'),
    (rb'"public":{', b'"public":{"zzz":{"b":1,"a":2},'),
    (rb'"public":{', b'"public":{"zzz":1.0,'),
    (rb'"request":"[^"]*"', b'"request":"request-1"'),
    (rb'"request":"[^"]*"', b'"request":"request-7"'),
    (rb'"request":"[^"]*"', b'"request":"another"'),
    (rb'"schema":1', b'"schema":2'),
    (rb'"schema":1', b'"schema":0'),
    (rb'"schema":1', b'"schema":1,"sealed":{}'),
    (rb'"schema":1', SEALED),
    (rb'"seq":[0-9]*', b'"seq":17'),
    (rb'"type":"[a-z]*\.', b'"type":"match.'),
    (rb'"type":"[a-z]*\.', b'"type":"akros.'),
    (rb'"type":', b'"try":1,"type":'),
    (rb'"move":"[^"]*"', b'"move":"pass"'),
    (rb'"move":"[^"]*",', b""),
    (rb'"seat":0', b'"seat":1'),
    (rb'"seat":1', b'"seat":7'),
    (rb"false", b"true"),
    (rb"sea", b"forest"),
    (rb"e", b"\\u0065"),
)


@pytest.mark.parametrize("lines", RECORDS, ids=range(len(RECORDS)))
@pytest.mark.parametrize(("pattern", "other"), REPLACED)
def test_a_replaced_part_is_judged_alike(lines: list[bytes], pattern: bytes, other: bytes) -> None:
    texts = texts_of(lines)
    fitting = [place for place, (event, _) in enumerate(texts) if re.search(pattern, event)]
    for place in random.Random(pattern).sample(fitting, min(5, len(fitting))):
        changed = list(texts)
        changed[place] = re.sub(pattern, other.replace(b"\\", b"\\\\"), texts[place][0], count=1), texts[place][1]
        alike(record_of(lines[0], changed))


@pytest.mark.parametrize("lines", RECORDS, ids=range(len(RECORDS)))
def test_an_event_too_many_is_judged_alike(lines: list[bytes]) -> None:
    texts = texts_of(lines)
    for place in (1, len(texts) // 2, len(texts)):
        for event in (texts[-1], texts[-2], texts[1], texts[len(texts) // 2]):
            text = re.sub(rb'"seq":[0-9]*', b'"seq":%d' % (place + 1), event[0])
            alike(record_of(lines[0], [*texts[:place], (text, event[1]), *texts[place:]]))
            alike(record_of(lines[0], [*texts[:place], event, *texts[place:]]))


@pytest.mark.parametrize("lines", RECORDS, ids=range(len(RECORDS)))
def test_a_secret_in_the_open_is_judged_alike(lines: list[bytes]) -> None:
    texts = texts_of(lines)
    for place, (text, openings) in enumerate(texts):
        if openings != b"[]":
            event = json.loads(text)
            event["public"] |= {opening["field"]: opening["value"] for opening in json.loads(openings)}
            del event["sealed"]
            alike(record_of(lines[0], [*texts[:place], (canonical(event), b"[]"), *texts[place + 1 :]]))


@st.composite
def altered(draw: st.DrawFn) -> list[bytes]:
    """A few bytes anywhere in an event are others."""
    lines = draw(st.sampled_from(RECORDS))
    texts = texts_of(lines)
    place = draw(st.integers(0, len(texts) - 1))
    text, openings = texts[place]
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 3)))
    text = text[:start] + draw(st.sampled_from(PIECES)) + text[end:]
    texts[place] = text, draw(st.sampled_from((openings, openings, b"[]", b"[ ]")))
    return record_of(lines[0], texts)


@st.composite
def damaged(draw: st.DrawFn) -> list[bytes]:
    lines = draw(st.sampled_from(RECORDS[:3]))
    rng = random.Random(draw(st.integers(0, 10**9)))
    return draw(st.sampled_from([each.content for each in mutants(lines, rng, 3, 1)])).split(b"\n")[:-1]


class Patient(Judge):
    """Looks at every move itself."""

    def _after_usual_moves(self, place: int) -> int:
        return place


def patiently_read(lines: list[bytes]) -> Record:
    """The record, every line looked at."""
    if not lines:
        raise FlawError(None, "a record has a header, at least one event and a head")
    record = Record(_read_header(lines[0]), TYPES)
    for seq, line in enumerate(lines[1:-1], 1):
        _read_event(record, line, seq)
    if not record.facts:
        raise FlawError(None, "a record has a header, at least one event and a head")
    _check_history(record)
    record.head = _read_head(lines[-1], record)
    return record


def found(lines: list[bytes], read: Callable[[list[bytes]], Record], judge: type[Judge]) -> object:
    """All that there is to know of a record, or why it is none."""
    try:
        record = read(lines)
    except FlawError as flaw:
        return flaw.seq, flaw.why
    levels = [integrity(record)]
    if levels[0].verdict == "pass":
        levels.append(fairness(record))
    if levels[0].verdict == "pass" and record.server_seed is not None:
        judging = judge(record)
        judging.judge()
        levels += [judging.result, *judging.differences]
    return [*levels, *_course(record), *([getattr(fact, name) for name in FACT] for fact in record.facts)]


def _course(record: Record) -> Iterator[object]:
    yield from (record.header, record.head, record.opened, record.entropies, record.server_seed, record.digest)
    yield from (record.started, record.last_time, record.players, [fact.envelope.seq for fact in record.sealed])
    yield from (record.names, record.resigned, record.requests, record.last_request, record.notes)
    yield record.broken and (record.broken.seq, record.broken.why)
    yield [[getattr(fact.envelope, name) for name in ENVELOPE] for fact in record.facts]


def alike(lines: list[bytes]) -> None:
    assert found(lines, read_record, Judge) == found(lines, patiently_read, Patient)


@given(altered())
def test_a_changed_text_is_judged_alike(lines: list[bytes]) -> None:
    alike(lines)


@given(damaged())
def test_a_damaged_record_is_judged_alike(lines: list[bytes]) -> None:
    alike(lines)


@pytest.mark.parametrize("lines", RECORDS, ids=range(len(RECORDS)))
def test_a_good_record_is_judged_alike(lines: list[bytes]) -> None:
    alike(lines)


@pytest.mark.parametrize("game", ["amphipolis", "akros"])
def test_all_lines_are_usual_but_those_that_all_games_share_and_pools(game: str) -> None:
    for fact in read_record(lines_of(OVER[game])).facts:
        closely = fact.envelope.type.startswith("match.") or fact.envelope.type in TYPES.pools
        assert isinstance(fact.envelope, Envelope if closely else FastPathEnvelope)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_moves_are_usual_but_those_with_secrets_and_the_last(game: str) -> None:
    table = OVER[game]
    moves = [event for event in table.events if isinstance(getattr(event.payload, "move", None), str)]
    secret = [event for event in moves if event.sealed]
    judge = Watched(read_record(lines_of(table)))
    judge.judge()
    assert judge.looked_at == [event.seq for event in moves if event in secret or event is moves[-1]]


class Watched(Judge):
    """Remembers at which moves it has looked itself."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.looked_at: list[int] = []

    def _judge_moves(self, facts: list[Fact]) -> None:
        self.looked_at.append(facts[0].envelope.seq)
        super()._judge_moves(facts)
