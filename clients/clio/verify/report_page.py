"""The audit report as a self-contained HTML page for printing."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Protocol

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Left
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import match_seed
from clio.kernel.message import Message, Param
from clio.kernel.outcome import ScoreLine, SeatScore
from clio.kernel.record_format.record import Fact, Record
from clio.verify.verdicts import Level, Report

_STYLE: Final = """
body{font:11pt/1.4 serif;margin:2em auto;max-width:52em;color:#000;background:#fff}
h1{font-size:1.5em;margin:0}h2{font-size:1.15em;border-bottom:1px solid #000;margin:1.5em 0 .5em}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.15em .6em .15em 0}
th{font-weight:bold}tr{border-bottom:1px solid #ccc;page-break-inside:avoid}
code{font:9pt monospace;word-break:break-all}.pass{font-weight:bold}.fail{font-weight:bold;background:#000;color:#fff}
.pending,.not-judged{font-style:italic}.sign{margin-top:3em;border-top:1px solid #000;width:20em;padding-top:.3em}
@media print{body{margin:0;max-width:none}}
"""
MEANINGS: Final = {
    "integrity": "nothing was changed, left out or added; the head is signed",
    "fairness": "the seed is the one committed to, and every draw is what it gives",
    "legality": "each event is what the rules give for its move",
    "result": "scores and winners, computed again",
    "origin": "the history of a fork, compared with the record it comes from",
}


class Say(Protocol):
    """Translates a message into the reader's language."""

    def __call__(self, message: str, **values: object) -> str:
        """The translated message with its values."""


def in_english(message: str, **values: object) -> str:
    """Formats a message in English."""
    return message.format(**values) if values else message


def report_page(record: Record, report: Report, audited_at: str, about_key: str, say: Say = in_english) -> str:
    """Renders the page."""
    return _Page(record, report, say).page(audited_at, about_key)


class _Page:
    """The page of one record in one language."""

    def __init__(self, record: Record, report: Report, say: Say) -> None:
        self._record: Final = record
        self._report: Final = report
        self._say: Final = say
        self._names: Final = _names(record)

    def page(self, audited_at: str, about_key: str) -> str:
        """Renders the whole page."""
        say, header = self._say, self._record.header
        title = escape(say("Audit of match {match}", match=header.match))
        about = say("{game}, rules version {version}", game=header.game, version=header.rules)
        language = _without_context(say("lang|en"))
        audited = say("Audited {time}.", time=audited_at)
        parts = [
            f"<h1>{title}</h1>",
            f"<p>{escape(about)}. {escape(audited)}</p>",
            self._heading("Verdict"),
            self._verdicts(),
            self._heading("Match"),
            self._match(),
            self._heading("Players"),
            self._table(("seat", "name", "entropy"), self._players()),
            self._heading("Result"),
            self._result(),
            self._heading("Seeds and digests"),
            self._seeds(about_key),
            self._heading("Moves"),
            self._table(("event", "time (UTC)", "who", "move or event", "facts"), self._moves()),
            f'<p class="sign">{escape(say("Tournament director, date"))}</p>',
        ]
        return (
            f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
            f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
        )

    def _heading(self, text: str) -> str:
        return f"<h2>{escape(self._say(text))}</h2>"

    def _verdicts(self) -> str:
        say = self._say
        rows = [
            f'<tr><td>{escape(say(name))}</td><td><span class="{level.verdict.replace(" ", "-")}">'
            f"{escape(_without_context(say(f'verdict|{level.verdict}')))}</span></td>"
            f"<td>{escape(self._about(name, level))}</td></tr>"
            for name, level in self._report.levels()
        ]
        rows += [
            f"<tr><td>{escape(say('differs'))}</td><td>{escape(say('event {seq}', seq=found.seq))}</td>"
            f"<td>{_code(found.move)} {escape(self._sentence(found.message))}</td></tr>"
            for found in self._report.differences
        ]
        rows += [
            f"<tr><td>{escape(say('note'))}</td><td>{escape(say('event {seq}', seq=note.seq))}</td>"
            f"<td>{escape(self._sentence(note.message))}</td></tr>"
            for note in self._report.notes
        ]
        head = "".join(f"<th>{escape(say(name))}</th>" for name in ("level", "verdict", "about"))
        return f"<table><tr>{head}</tr>{''.join(rows)}</table>"

    def _about(self, name: str, level: Level) -> str:
        where = "" if level.seq is None else self._say("event {seq}", seq=level.seq) + ": "
        return where + (self._sentence(level.message) if level.message else self._say(MEANINGS[name]))

    def _match(self) -> str:
        record, say = self._record, self._say
        opened = record.opened
        if opened is None:
            return f"<p>{escape(say('the record does not open a match'))}</p>"
        options = ", ".join(f"{name}={value}" for name, value in sorted(opened.options.items()))
        rows = [
            ("options", escape(options or say("none"))),
            ("components", f"{escape(opened.data.name)} {_code(opened.data.digest)}"),
            ("opened", escape(record.facts[0].envelope.at)),
            ("last event", f"{len(record.facts)}, {escape(record.facts[-1].envelope.at)}"),
        ]
        if opened.forked_from:
            origin = opened.forked_from
            where = escape(say("event {seq}", seq=origin.seq))
            rows.append(("forked from", f"{_code(origin.match)}, {where}, {_code(origin.digest)}"))
        return self._rows(rows)

    def _players(self) -> Iterable[Sequence[str]]:
        for seat, name in sorted(self._names.items()):
            added = self._record.entropies.get(seat, b"").hex()
            yield str(seat), escape(name), _code(added or self._say("none"))

    def _result(self) -> str:
        say = self._say
        last = self._record.facts[-1].payload
        if isinstance(last, Aborted):
            return f"<p>{escape(say('aborted: {reason}', reason=last.reason))}</p>"
        if not isinstance(last, Finished):
            return f"<p>{escape(say('the match is not over'))}</p>"
        winners = say(" and ").join(self._who(seat) for seat in last.winners) or say("nobody")
        decided = say("Decided by {rule}.", rule=last.decided_by) if last.decided_by else ""
        head = f"<p><strong>{escape(say('Won by {winners}.', winners=winners))}</strong> {escape(decided)}</p>"
        return head + self._table(("seat", "total", "points"), map(self._score, last.scores))

    def _score(self, score: SeatScore) -> Sequence[str]:
        lines = (f"{line.points} {escape(line.rule)}: {escape(self._detail(line))}" for line in score.lines)
        return escape(self._who(score.seat)), str(score.total), "<br>".join(lines)

    def _sentence(self, message: Message) -> str:
        """A message with the messages inside it."""
        values = {name: self._value(value) for name, value in message.params.items()}
        return self._say(message.template, **values)

    def _value(self, value: Param) -> object:
        if isinstance(value, Message):
            return self._sentence(value)
        return self._say(value) if isinstance(value, str) else value

    def _detail(self, line: ScoreLine) -> str:
        """What a line gives points for; a record of schema 1 has the sentence only."""
        game = GAMES.get(self._record.header.game)
        detail = None if game is None else game.score_details.get(line.detail)
        if detail is None or line.params is msgspec.UNSET:
            return line.detail
        words = {name: self._say(value) if isinstance(value, str) else value for name, value in line.params.items()}
        try:
            for name, (one, several) in detail.counts.items():
                words[name] = self._say(one if line.params[name] == 1 else several, **line.params)
            return self._say(detail.template, **words)
        except (LookupError, ValueError):
            return line.detail

    def _seeds(self, about_key: str) -> str:
        record = self._record
        opened, head, seed = record.opened, record.head, record.server_seed
        rows = [("seed commitment", _code(opened.seed_commitment if opened else ""))]
        if seed is not None and opened is not None:
            entropies = [record.entropies.get(seat, b"") for seat in range(opened.seats)]
            rows += [
                ("server seed", _code(seed.hex())),
                ("match seed", _code(match_seed(record.header.match, seed, entropies).hex())),
            ]
        rows.append(("digest of the last event", _code(record.digest.hex())))
        if head is not None:
            rows += [("signed by", f"{_code(head.key)} {escape(about_key)}"), ("signature", _code(head.signature))]
        return self._rows(rows)

    def _moves(self) -> Iterable[Sequence[str]]:
        for fact in self._record.facts:
            envelope = fact.envelope
            kind, _, seat = envelope.actor.partition(":")
            who = self._who(int(seat)) if kind == "seat" and seat.isdigit() else self._say(envelope.actor)
            move = getattr(fact.payload, "move", "") if isinstance(fact.payload, GameEvent) else ""
            what = escape(envelope.type.partition(".")[2])
            if isinstance(move, str) and move:
                what = f"<strong>{escape(move)}</strong><br>{what}"
            yield str(envelope.seq), escape(envelope.at[:19].replace("T", " ")), escape(who), what, _facts(fact)

    def _who(self, seat: int) -> str:
        number = self._say("the game") if seat < 0 else self._say("seat {seat}", seat=seat)
        return f"{self._names[seat]} ({number})" if seat in self._names else number

    def _rows(self, rows: Iterable[tuple[str, str]]) -> str:
        """A table of labels and values; the values are HTML already."""
        lines = (f"<tr><th>{escape(self._say(name))}</th><td>{value}</td></tr>" for name, value in rows)
        return f"<table>{''.join(lines)}</table>"

    def _table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        head = "".join(f"<th>{escape(self._say(column))}</th>" for column in columns)
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _names(record: Record) -> dict[int, str]:
    names: dict[int, str] = {}
    for fact in record.facts:
        if isinstance(fact.payload, Joined):
            names[fact.payload.seat] = fact.payload.name
        elif isinstance(fact.payload, Left):
            names.pop(fact.payload.seat, None)
    return names


def _facts(fact: Fact) -> str:
    public = msgspec.json.decode(fact.public)
    shown = {name: value for name, value in public.items() if name not in ("move", "scores")}
    shown |= {field: msgspec.json.decode(value) for field, value in fact.secrets.items() if field != "move"}
    return _code("; ".join(f"{name} {_plain(value)}" for name, value in shown.items()))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _without_context(word: str) -> str:
    """A message with a context for translators, which is not printed."""
    return word.rpartition("|")[2]


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
