"""The report of an audit as one page to print and file: self-contained, nothing loaded from anywhere."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import msgspec

from clients.verify.verdicts import Report
from domain.kernel.chance import match_seed
from domain.kernel.game import GameEvent
from domain.kernel.lifecycle import Aborted, Finished, Joined, Left
from domain.kernel.outcome import SeatScore
from domain.kernel.record import Fact, Record

_STYLE: Final = """
body{font:11pt/1.4 serif;margin:2em auto;max-width:52em;color:#000;background:#fff}
h1{font-size:1.5em;margin:0}h2{font-size:1.15em;border-bottom:1px solid #000;margin:1.5em 0 .5em}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.15em .6em .15em 0}
th{font-weight:bold}tr{border-bottom:1px solid #ccc;page-break-inside:avoid}
code{font:9pt monospace;word-break:break-all}.pass{font-weight:bold}.fail{font-weight:bold;background:#000;color:#fff}
.pending{font-style:italic}.sign{margin-top:3em;border-top:1px solid #000;width:20em;padding-top:.3em}
@media print{body{margin:0;max-width:none}}
"""
_MEANINGS: Final = {
    "integrity": "nothing was changed, left out or added; the head is signed",
    "fairness": "the seed is the one committed to, and every draw is what it gives",
    "legality": "each event is what the rules give for its move",
    "result": "scores and winners, computed anew",
    "origin": "the history of a fork, compared with the record it comes from",
}


def report_page(record: Record, report: Report, audited_at: str, about_key: str) -> str:
    """The page."""
    names = _names(record)
    parts = [
        f"<h1>Audit of match {_code(record.header.match)}</h1>",
        f"<p>{escape(record.header.game)}, rules version {escape(record.header.rules)}.",
        f"Audited {escape(audited_at)}.</p>",
        "<h2>Verdict</h2>",
        _verdicts(report),
        "<h2>Match</h2>",
        _match(record),
        "<h2>Players</h2>",
        _table(("seat", "name", "entropy"), _players(record, names)),
        "<h2>Result</h2>",
        _result(record, names),
        "<h2>Seeds and digests</h2>",
        _seeds(record, about_key),
        "<h2>Moves</h2>",
        _table(("event", "time (UTC)", "who", "move or event", "facts"), _moves(record, names)),
        '<p class="sign">Tournament director, date</p>',
    ]
    title = f"Audit of match {escape(record.header.match)}"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _verdicts(report: Report) -> str:
    rows = []
    for name, level in report.levels():
        where = "" if level.seq is None else f"event {level.seq}: "
        rows.append(
            f'<tr><td>{name}</td><td><span class="{level.verdict}">{level.verdict}</span></td>'
            f"<td>{escape(where + level.why) or escape(_MEANINGS[name])}</td></tr>"
        )
    rows += [
        f"<tr><td>differs</td><td>event {found.seq}</td><td>{_code(found.move)} {escape(found.why)}</td></tr>"
        for found in report.differences
    ]
    return f"<table><tr><th>level</th><th>verdict</th><th>about</th></tr>{''.join(rows)}</table>"


def _match(record: Record) -> str:
    opened = record.opened
    if opened is None:
        return "<p>The record does not open a match.</p>"
    options = ", ".join(f"{name}={value}" for name, value in sorted(opened.options.items())) or "none"
    rows = [
        ("options", escape(options)),
        ("components", f"{escape(opened.data.name)} {_code(opened.data.digest)}"),
        ("opened", escape(record.facts[0].envelope.at)),
        ("last event", f"{len(record.facts)}, {escape(record.facts[-1].envelope.at)}"),
    ]
    if opened.forked_from:
        origin = opened.forked_from
        rows.append(("forked from", f"match {_code(origin.match)}, event {origin.seq}, {_code(origin.digest)}"))
    return _rows(rows)


def _players(record: Record, names: dict[int, str]) -> Iterable[Sequence[str]]:
    for seat, name in sorted(names.items()):
        yield str(seat), escape(name), _code(record.entropies.get(seat, b"").hex() or "none")


def _names(record: Record) -> dict[int, str]:
    names: dict[int, str] = {}
    for fact in record.facts:
        if isinstance(fact.payload, Joined):
            names[fact.payload.seat] = fact.payload.name
        elif isinstance(fact.payload, Left):
            names.pop(fact.payload.seat, None)
    return names


def _result(record: Record, names: dict[int, str]) -> str:
    last = record.facts[-1].payload
    if isinstance(last, Aborted):
        return f"<p>Aborted: {escape(last.reason)}</p>"
    if not isinstance(last, Finished):
        return "<p>The match is not over.</p>"
    winners = " and ".join(_who(seat, names) for seat in last.winners) or "nobody"
    head = f"<p>Won by <strong>{winners}</strong>, decided by {escape(last.decided_by) or 'the score'}.</p>"
    return head + _table(("seat", "total", "points"), [_score(score, names) for score in last.scores])


def _score(score: SeatScore, names: dict[int, str]) -> Sequence[str]:
    lines = "<br>".join(f"{line.points} {escape(line.rule)}: {escape(line.detail)}" for line in score.lines)
    return _who(score.seat, names), str(score.total), lines


def _seeds(record: Record, about_key: str) -> str:
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
    return _rows(rows)


def _moves(record: Record, names: dict[int, str]) -> Iterable[Sequence[str]]:
    for fact in record.facts:
        envelope = fact.envelope
        kind, _, seat = envelope.actor.partition(":")
        who = _who(int(seat), names) if kind == "seat" and seat.isdigit() else escape(envelope.actor)
        move = getattr(fact.payload, "move", "") if isinstance(fact.payload, GameEvent) else ""
        what = escape(envelope.type.partition(".")[2])
        if isinstance(move, str) and move:
            what = f"<strong>{escape(move)}</strong><br>{what}"
        yield str(envelope.seq), escape(envelope.at[:19].replace("T", " ")), who, what, _facts(fact)


def _facts(fact: Fact) -> str:
    public = msgspec.json.decode(fact.envelope.public)
    shown = {name: value for name, value in public.items() if name not in ("move", "scores")}
    shown |= {field: msgspec.json.decode(value) for field, value in fact.secrets.items() if field != "move"}
    return _code("; ".join(f"{name} {_plain(value)}" for name, value in shown.items()))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _who(seat: int, names: dict[int, str]) -> str:
    return escape(f"{names[seat]} (seat {seat})" if seat in names else "the game" if seat < 0 else f"seat {seat}")


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    """Values that are marked up already, each beside what it is."""
    return "<table>" + "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows) + "</table>"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
