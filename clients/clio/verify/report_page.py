"""The audit report as a self-contained HTML page for printing."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

import msgspec

from clio.kernel.events.lifecycle import Aborted, Finished
from clio.kernel.integrity.chance import match_seed
from clio.kernel.outcome import SeatScore
from clio.kernel.record_format.record import Record
from clio.verify.report_events import data_of, move_of
from clio.verify.report_style import STYLE
from clio.verify.report_words import Say, Words, code, in_english, without_context
from clio.verify.verdicts import Level, Report

MEANINGS: Final = {
    "integrity": "nothing was changed, left out or added; the head is signed",
    "fairness": "the seed is the one committed to, and every draw is what it gives",
    "legality": "each event is what the rules give for its move",
    "result": "scores and winners, computed again",
    "entropy": "what your seats added to chance, compared with what you have kept",
    "origin": "the history of a fork, compared with the record it comes from",
}


class Narration(msgspec.Struct, frozen=True):
    """What a client can add to the page: a sentence per event number, and the last board as SVG."""

    sentences: Mapping[int, str] = {}
    board: str = ""


def report_page(  # noqa: PLR0913, PLR0917 (the content of the page)
    record: Record,
    report: Report,
    audited_at: str,
    about_key: str,
    say: Say = in_english,
    narration: Narration | None = None,
) -> str:
    """Renders the page."""
    return _Page(record, report, say, narration or Narration()).page(audited_at, about_key)


class _Page:
    """The page of one record in one language."""

    def __init__(self, record: Record, report: Report, say: Say, narration: Narration) -> None:
        self._record: Final = record
        self._report: Final = report
        self._say: Final = say
        self._narration: Final = narration
        self._words: Final = Words(record, say)
        self._names: Final = self._words.names

    def page(self, audited_at: str, about_key: str) -> str:
        """Renders the whole page."""
        say, header = self._say, self._record.header
        title = escape(say("Audit of match {match}", match=header.match))
        about = say("{game}, rules version {version}", game=header.game.capitalize(), version=header.rules)
        language = without_context(say("lang|en"))
        audited = say("Audited {time}.", time=audited_at)
        parts = [
            f"<h1>{title}</h1>",
            f"<p>{escape(about)}. {escape(audited)}</p>",
            self._heading("Verdict"),
            self._verdicts(),
            self._heading("Players"),
            self._table(("seat", "name"), self._players()),
            self._heading("Result"),
            self._result(),
            *self._board(),
            self._heading("Moves"),
            self._table(("event", "time (UTC)", "what happened"), self._moves()),
            self._heading("Data to check"),
            self._folded("Match", self._match()),
            self._folded("Seeds and digests", self._seeds(about_key)),
            self._folded("Events as recorded", self._table(("event", "who", "type", "facts"), self._data())),
            f'<p class="sign">{escape(say("Tournament director, date"))}</p>',
        ]
        return (
            f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
            f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
        )

    def _heading(self, text: str) -> str:
        return f"<h2>{escape(self._say(text))}</h2>"

    def _folded(self, text: str, content: str) -> str:
        return f'<details><summary>{escape(self._say(text))}</summary><div class="wide">{content}</div></details>'

    def _board(self) -> Iterable[str]:
        if self._narration.board:
            over = self._record.server_seed is not None
            yield self._heading("Final board") if over else self._heading("Board after the last event")
            yield f'<div class="board">{self._narration.board}</div>'

    def _verdicts(self) -> str:
        say = self._say
        rows = [
            f'<tr><td>{escape(say(name))}</td><td><span class="{level.verdict.replace(" ", "-")}">'
            f"{escape(without_context(say(f'verdict|{level.verdict}')))}</span></td>"
            f"<td>{self._words.with_rules(self._about(name, level))}</td></tr>"
            for name, level in self._report.levels()
        ]
        rows += [
            f"<tr><td>{escape(say('differs'))}</td><td>{escape(say('event {seq}', seq=found.seq))}</td>"
            f"<td>{code(found.move)} {self._words.with_rules(self._words.sentence(found.message))}</td></tr>"
            for found in self._report.differences
        ]
        rows += [
            f"<tr><td>{escape(say('note'))}</td><td>{escape(say('event {seq}', seq=note.seq))}</td>"
            f"<td>{self._words.with_rules(self._words.sentence(note.message))}</td></tr>"
            for note in self._report.notes
        ]
        head = "".join(f"<th>{escape(say(name))}</th>" for name in ("level", "verdict", "about"))
        return f"<table><tr>{head}</tr>{''.join(rows)}</table>"

    def _about(self, name: str, level: Level) -> str:
        where = "" if level.seq is None else self._say("event {seq}", seq=level.seq) + ": "
        return where + (self._words.sentence(level.message) if level.message else self._say(MEANINGS[name]))

    def _match(self) -> str:
        record, say = self._record, self._say
        opened = record.opened
        if opened is None:
            return f"<p>{escape(say('the record does not open a match'))}</p>"
        options = ", ".join(f"{name}={value}" for name, value in sorted(opened.options.items()))
        rows = [
            ("options", escape(options or say("none"))),
            ("components", f"{escape(opened.data.name)} {code(opened.data.digest)}"),
            ("opened", escape(record.facts[0].envelope.at)),
            ("last event", f"{len(record.facts)}, {escape(record.facts[-1].envelope.at)}"),
        ]
        if opened.forked_from:
            origin = opened.forked_from
            where = escape(say("event {seq}", seq=origin.seq))
            rows.append(("forked from", f"{code(origin.match)}, {where}, {code(origin.digest)}"))
        return self._rows(rows)

    def _players(self) -> Iterable[Sequence[str]]:
        return ((str(seat), escape(name)) for seat, name in sorted(self._names.items()))

    def _result(self) -> str:
        say = self._say
        last = self._record.facts[-1].payload
        if isinstance(last, Aborted):
            return f"<p>{escape(say('aborted: {reason}', reason=last.reason))}</p>"
        if not isinstance(last, Finished):
            return f"<p>{escape(say('the match is not over'))}</p>"
        winners = say(" and ").join(self._words.who(seat) for seat in last.winners) or say("nobody")
        decided = say("Decided by {rule}.", rule=last.decided_by) if last.decided_by else ""
        won = escape(say("Won by {winners}.", winners=winners))
        head = f"<p><strong>{won}</strong> {self._words.with_rules(decided)}</p>"
        return head + self._table(("seat", "total", "points"), map(self._score, last.scores))

    def _score(self, score: SeatScore) -> Sequence[str]:
        lines = (
            f"<strong>{line.points}</strong> {self._words.with_rules(line.rule)}: {escape(self._words.detail(line))}"
            for line in score.lines
        )
        return escape(self._words.who(score.seat)), str(score.total), "<br>".join(lines)

    def _seeds(self, about_key: str) -> str:
        record = self._record
        opened, head, seed = record.opened, record.head, record.server_seed
        rows = [("seed commitment", code(opened.seed_commitment if opened else ""))]
        if seed is not None and opened is not None:
            entropies = [record.entropies.get(seat, b"") for seat in range(opened.seats)]
            rows += [
                ("server seed", code(seed.hex())),
                ("match seed", code(match_seed(record.header.match, seed, entropies).hex())),
            ]
        for seat in sorted(self._names):
            added = code(record.entropies.get(seat, b"").hex() or self._say("none"))
            rows.append((self._say("entropy of seat {seat}", seat=seat), added))
        rows.append(("digest of the last event", code(record.digest.hex())))
        if head is not None:
            rows += [("signed by", f"{code(head.key)} {escape(about_key)}"), ("signature", code(head.signature))]
        return self._rows(rows)

    def _moves(self) -> Iterable[Sequence[str]]:
        """Every event as a sentence, with the move that led to it in the game's notation."""
        for fact in self._record.facts:
            envelope = fact.envelope
            sentence = self._narration.sentences.get(envelope.seq) or envelope.type.partition(".")[2]
            move = move_of(fact)
            what = self._words.with_rules(sentence) + (f" {code(move)}" if move else "")
            day, _, time = escape(envelope.at[:19]).partition("T")
            yield str(envelope.seq), f'<span class="time"><span class="day">{day} </span>{time}</span>', what

    def _data(self) -> Iterable[Sequence[str]]:
        for fact in self._record.facts:
            envelope = fact.envelope
            kind, _, seat = envelope.actor.partition(":")
            who = self._words.who(int(seat)) if kind == "seat" and seat.isdigit() else self._say(envelope.actor)
            yield str(envelope.seq), escape(who), escape(envelope.type), code(data_of(fact))

    def _rows(self, rows: Iterable[tuple[str, str]]) -> str:
        """A table of labels and values; the values are HTML already."""
        lines = (f"<tr><th>{escape(self._say(name))}</th><td>{value}</td></tr>" for name, value in rows)
        return f"<table>{''.join(lines)}</table>"

    def _table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        head = "".join(f"<th>{escape(self._say(column))}</th>" for column in columns)
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"
