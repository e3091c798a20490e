"""What a flaw quotes from a record is cut: a record may hold a text of any length."""

from collections.abc import Callable

import msgspec
import pytest

from clio.kernel.events.lifecycle import Joined
from clio.kernel.events.match_event import Envelope
from clio.kernel.integrity.draw_rows import DrawRow, ShownField
from clio.kernel.integrity.draw_table_validation import fault_in
from clio.kernel.record_format.event_checks import PLAIN, check_envelope, check_request
from clio.kernel.record_format.record import FlawError
from clio.kernel.record_format.value_limits import excess
from tests.kit.unread_record import AT, MATCH, flaw, opened, record


def _envelope(at: str = AT, kind: str = "akros.TilesDrawn") -> str:
    read = Envelope(
        actor="server", at=at, match=MATCH, public=msgspec.Raw(b"{}"), request="r", schema=1, seq=2, type=kind
    )
    return _why(lambda: check_envelope(record(), read, 2))


def _why(check: Callable[[], object]) -> str:
    with pytest.raises((FlawError, ValueError)) as found:
        check()
    return found.value.why if isinstance(found.value, FlawError) else str(found.value)


def _settings(**changes: object) -> str:
    return flaw(record(started=False, opened=None, names={}), opened(**changes), "host", 1)


EIGHTY: dict[str, Callable[[str], str]] = {
    "clock": lambda text: _settings(clock=text),
    "expiry": lambda text: _settings(open_until=text),
    "request": lambda text: _why(lambda: check_request(record(), " " + text[1:], 2)).replace("' ", "'x"),
    "time": lambda text: _envelope(at=text),
    "type": lambda text: _envelope(kind=text),
    "shared type": lambda text: _envelope(kind="match.X" + text[7:]).replace("'match.X", "'xxxxxxx"),
    "entropy": lambda text: flaw(record(started=False, names={}), Joined(text, "A", 0, ""), "seat:0"),
    "event of a row": lambda text: fault_in((DrawRow("number", "first", (ShownField(text, "seat"),)),)).text,
    "field of a row": lambda text: fault_in((DrawRow("number", "first", (ShownField("Laid", text),)),)).text,
}


@pytest.mark.parametrize("what", EIGHTY)
@pytest.mark.parametrize(("length", "quoted"), [(80, 80), (81, 80), (3_000, 80)])
def test_a_text_is_quoted_up_to_eighty_characters(what: str, length: int, quoted: int) -> None:
    assert _longest_run(EIGHTY[what]("x" * length)) == quoted


FORTY: dict[str, Callable[[str], str]] = {
    "number of a line": lambda text: _why(lambda: excess(b"[" * 40 + f"0.{text}".encode() + b"]" * 40)),
    "number of a field": lambda text: _why(lambda: PLAIN.decode(f"0.{text}")),
}


@pytest.mark.parametrize("what", FORTY)
@pytest.mark.parametrize(("length", "quoted"), [(38, 38), (39, 38), (3_000, 38)])
def test_a_number_is_quoted_up_to_forty_characters(what: str, length: int, quoted: int) -> None:
    assert _longest_run(FORTY[what]("1" * length), "1") == quoted


@pytest.mark.parametrize(("length", "quoted"), [(40, 40), (41, 40), (3_000, 40)])
def test_a_key_is_quoted_up_to_forty_characters(length: int, quoted: int) -> None:
    why = excess(msgspec.json.encode({"x" * (length - 1) + "\u00e9": 0})).text
    assert _longest_run(why) == min(quoted, length - 1)
    assert ("\\xe9" in why) == (length == quoted)


def _longest_run(text: str, letter: str = "x") -> int:
    return max(len(run) for run in "".join(each if each == letter else " " for each in text).split(" "))
