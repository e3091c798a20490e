"""All four levels over one record."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from clio.kernel.message import Message
from clio.kernel.record_format.record import FlawError, Record
from clio.verify.fairness import fairness
from clio.verify.integrity import integrity
from clio.verify.legality import legality
from clio.verify.record_files import read_file, read_record
from clio.verify.verdicts import Level, Report, failed

_NOT_SOUND: Final = Level("not judged", None, Message("level 1 fails: nothing above it can be judged"))
_PASSED_OVER: Final = Level("pending", None, Message("not asked for"))


def verify_file(path: Path, key: str = "", *, rules: bool = True, by_rules: str = "") -> Report:
    """Verifies a file; OSError where it cannot be opened. Without ``rules`` levels 1 and 2 only.

    ``by_rules`` is the rules version for levels 3 and 4, in place of the one that the record names.
    """
    try:
        record = read_file(path)
    except FlawError as flaw:
        return unreadable(str(path), flaw)
    return verify_record(record, str(path), key, rules=rules, by_rules=by_rules)


def verify_lines(lines: Iterable[bytes], name: str = "", key: str = "", *, rules: bool = True) -> Report:
    """Verifies a record given as its lines without their ends."""
    try:
        record = read_record(lines)
    except FlawError as flaw:
        return unreadable(name, flaw)
    return verify_record(record, name, key, rules=rules)


def verify_record(record: Record, name: str, key: str = "", *, rules: bool = True, by_rules: str = "") -> Report:
    """Verifies a record that could be read."""
    first = integrity(record, key)
    sound = first.verdict == "pass"
    second = fairness(record) if sound else _NOT_SOUND
    above = _NOT_SOUND if rules and not sound else _PASSED_OVER
    third, fourth, differences = legality(record, by_rules) if rules and sound else (above, above, ())
    return Report(
        file=name,
        game=record.header.game,
        match=record.header.match,
        rules=record.header.rules,
        events=len(record.facts),
        key=record.head.key if record.head else "",
        integrity=first,
        fairness=second,
        legality=third,
        result=fourth,
        differences=differences,
        notes=tuple(record.notes),
    )


def unreadable(name: str, flaw: FlawError) -> Report:
    """The report of a file whose lines are not those of a record."""
    return Report(name, "", "", "", 0, "", failed(flaw), _NOT_SOUND, _NOT_SOUND, _NOT_SOUND)
