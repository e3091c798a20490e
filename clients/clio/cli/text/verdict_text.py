"""Texts of verification reports."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from clio.cli.i18n.translate import filled, t, translated
from clio.cli.render.output import Output
from clio.cli.text.counts import events_in_words

if TYPE_CHECKING:
    from clio.verify.verdicts import Level, Report


def show_report(out: Output, report: "Report", about_key: str = "") -> None:
    """Prints a report, with a note about the signing key."""
    game = report.game or t("unknown game")
    out.line(
        filled(
            "{file}: {game}, match {match}, {events}",
            file=report.file,
            game=game,
            match=ascii(report.match),
            events=events_in_words(report.events),
        )
    )
    rows = list(_rows(report, about_key))
    names = max(len(name) for name, _, _ in rows)
    verdicts = max(len(verdict) for _, verdict, _ in rows)
    for name, verdict, text in rows:
        # A row without a verdict has no empty column before its text.
        beside = f"{verdict:<{verdicts}}  {text}" if verdict else text
        out.line(f"  {name:<{names}}  {beside}".rstrip())


def verdict_in_words(verdict: str) -> str:
    """Translates a verdict; its message has a context because games use the same words for moves."""
    return t(f"verdict|{verdict}").rpartition("|")[2]


def _rows(report: "Report", about_key: str) -> Iterator[tuple[str, str, str]]:
    for name, level in report.levels():
        yield t(name), verdict_in_words(level.verdict), _why(level)
    for found in report.differences:
        where = filled("event {seq}", seq=found.seq)
        yield t("differs"), "", f"{where} {found.move!a}: {translated(found.message)}"
    for note in report.notes:
        yield t("note"), "", f"{filled('event {seq}', seq=note.seq)}: {translated(note.message)}"
    if report.key:
        yield t("signed by"), "", report.key
    if report.key and about_key:
        yield "", "", about_key


def _why(level: "Level") -> str:
    where = "" if level.seq is None else filled("event {seq}", seq=level.seq) + ": "
    return where + translated(level.message)
