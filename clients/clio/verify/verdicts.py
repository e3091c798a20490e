"""The report of a verification: a verdict for each of the four levels."""

from typing import Any, Final, Literal

import msgspec

from clio.kernel.message import NO_MESSAGE, Message, Param
from clio.kernel.record_format.record import FlawError, Note

Verdict = Literal["pass", "fail", "pending", "not judged", "own table"]
OWN_TABLE: Final = "own table"
"""Level 2 of a game that is not installed: fair by the draw table that the record itself carries. Not a pass."""
LEVELS = ("integrity", "fairness", "legality", "result")
_FURTHER: Final = {"origin": 1, "entropy": 2}
"""Further checks, and the level that they belong to."""
NOT_JUDGED = 5
"""The value of ``worst`` where no level fails, but one was not judged."""


class Level(msgspec.Struct, frozen=True):
    """One level's verdict; where it does not pass, the first event concerned (None: the file as a whole) and why."""

    verdict: Verdict
    seq: int | None = None
    message: Message = NO_MESSAGE

    @property
    def why(self) -> str:
        """The reason in English."""
        return self.message.text


class Difference(msgspec.Struct, frozen=True):
    """A move that the rules as installed judge differently from the record."""

    seq: int
    move: str
    message: Message

    @property
    def why(self) -> str:
        """The difference in English."""
        return self.message.text


class Report(msgspec.Struct, frozen=True):
    """The result of verifying one record."""

    file: str
    game: str
    match: str
    rules: str
    events: int
    key: str
    integrity: Level
    fairness: Level
    legality: Level
    result: Level
    differences: tuple[Difference, ...] = ()
    origin: Level | None = None
    """A fork's history against the record of its origin, where that was at hand."""
    entropy: Level | None = None
    """The entropy of the reader's own seats against what the reader has kept, where there is any."""
    notes: tuple[Note, ...] = ()
    """What is unusual about the record but fails no level."""

    def levels(self) -> tuple[tuple[str, Level], ...]:
        """The levels in order, with their names, and the origin and the own entropy where they were checked."""
        return tuple((name, level) for name in (*LEVELS, *_FURTHER) if (level := getattr(self, name)) is not None)

    @property
    def failed_level(self) -> int:
        """The first level that fails, 1 to 4; 0 where none does.

        A false origin is a matter of integrity, entropy that is not the reader's one of fairness.
        """
        for number, (name, level) in enumerate(self.levels(), 1):
            if level.verdict == "fail":
                return _FURTHER.get(name, number)
        return 0

    @property
    def worst(self) -> int:
        """The first level that fails, else NOT_JUDGED where one was not judged or by the record's own table, else 0."""
        judged = all(level.verdict not in ("not judged", OWN_TABLE) for _, level in self.levels())
        return self.failed_level or (0 if judged else NOT_JUDGED)


def report_document(report: Report) -> dict[str, Any]:
    """A report as plain data: ``why`` in English, and each message's template and parameters."""
    document: dict[str, Any] = msgspec.to_builtins(report)
    if report.entropy is None:
        del document["entropy"]
    levels = [document[name] for name, _ in report.levels()]
    for entry in (*levels, *document["differences"], *document["notes"]):
        reason = entry.pop("message")
        entry |= {"why": msgspec.convert(reason, Message).text, **({"message": reason} if reason["template"] else {})}
    return document


def failing(template: str, /, **params: Param) -> Level:
    """A failed level, of the file as a whole."""
    return Level("fail", None, Message(template, params))


def failed(flaw: FlawError) -> Level:
    """A flaw as a failed level."""
    return Level("fail", flaw.seq, flaw.message)
