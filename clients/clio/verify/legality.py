"""Levels 3 and 4: each event is what the rules give for the move it starts with, and the result is theirs too."""

from typing import Final

from clio.games.registry import GAMES
from clio.kernel.message import Message, message
from clio.kernel.record_format.record import Record
from clio.verify.fairness import knows_rules, unknown_schema
from clio.verify.judge import Judge
from clio.verify.verdicts import Difference, Level

CURRENT: Final = "current"
"""Means the newest version of a game's rules."""


def legality(record: Record, by_rules: str = "") -> tuple[Level, Level, tuple[Difference, ...]]:
    """The verdicts of levels 3 and 4, and every difference from the rules of the version that the record names.

    ``by_rules`` judges by another version: the differences are then what that version changed.
    """
    header = record.header
    version = by_rules or header.rules
    if by_rules == CURRENT and header.game in GAMES:
        version = GAMES[header.game].rules_version
    if not (knows_rules(record) and knows_rules(record, version)):
        unknown = Level(
            "not judged",
            None,
            message("version {rules} of the rules of {game} is not installed", rules=ascii(version), game=header.game),
        )
        return unknown, unknown, ()
    if (unread := unknown_schema(record)) is not None:
        return unread, unread, ()
    sealed = [set(fact.envelope.sealed or ()) - set(fact.secrets) for fact in record.sealed]
    if record.server_seed is None and any(sealed):
        pending = Level("pending", None, Message("the match is not over: it has secrets that are not open yet"))
        return pending, pending, ()
    judge = Judge(record, version)
    judge.judge()
    found = tuple(judge.differences)
    if found:
        return Level("fail", found[0].seq, found[0].message), judge.result, found
    if record.server_seed is None:
        why = Message("the match is not over: so far every move is legal for the draws that were shown")
        return Level("pending", None, why), judge.result, ()
    return Level("pass"), judge.result, ()
