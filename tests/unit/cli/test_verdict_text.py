"""Verification reports and their messages in the reader's language."""

import ast

import pytest

from clio.cli.i18n.translate import translated
from clio.cli.render.output import Output
from clio.cli.text.verdict_text import show_report
from clio.kernel.message import message
from clio.verify.verdicts import Level, Report, report_document
from clio.verify.verifier import verify_lines
from tests.kit.records import lines_of
from tests.kit.table import Table
from tests.unit.cli.messages import ERROR_CALLS, STAND_ALONE, called
from tests.unit.repository.tree import ROOT

GOOD = lines_of(Table("amphipolis", 3, seed=4).finish())


@pytest.mark.usefixtures("spanish")
def test_a_message_is_translated_with_the_messages_inside_it() -> None:
    refusal = message(
        "{sentence} [{rule}]", sentence=message("{side} has to keep a tile first.", side="Jinn"), rule="AKS-KEEP"
    )
    assert translated(refusal) == "Jinn debe guardar antes una loseta. (regla AKS-KEEP)"
    assert translated(message("seat {seat} is taken", seat=1)) != "seat 1 is taken"


def test_a_value_with_braces_is_shown_as_it_is() -> None:
    assert translated(message("the actor is {actor}", actor="'{0.__class__}'")) == "the actor is '{0.__class__}'"


def test_no_message_is_formatted_before_it_is_made() -> None:
    formatted = []
    for root in ("domain", "projections", "service", "clients/clio/verify"):
        for file in sorted((ROOT / root).rglob("*.py")):
            if file.name == STAND_ALONE:
                continue
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and called(node) in ERROR_CALLS:
                    template = node.args[ERROR_CALLS[called(node)] :][:1]
                    if template and isinstance(template[0], ast.JoinedStr | ast.BinOp):
                        formatted.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not formatted


def test_a_report_as_plain_data_has_sentences_and_messages() -> None:
    good = Level("pass")
    failed = Level("fail", 12, message("it is not the turn of seat {seat}", seat=1))
    document = report_document(Report("a.clio", "akros", "k3vq", "1", 60, "", good, good, failed, good))
    assert document["legality"] == {
        "verdict": "fail",
        "seq": 12,
        "why": "it is not the turn of seat 1",
        "message": {"template": "it is not the turn of seat {seat}", "params": {"seat": 1}},
    }
    assert document["integrity"] == {"verdict": "pass", "seq": None, "why": ""}


@pytest.mark.usefixtures("spanish")
def test_a_report_is_told_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    show_report(Output(as_json=False), verify_lines(GOOD, "match.clio"), "(la clave del servidor)")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:5] == ["  integridad   bien", "  limpieza     bien", "  legalidad    bien", "  resultado    bien"]
    assert lines[-1] == "               (la clave del servidor)"


def test_a_report_says_where_it_fails_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    good = Level("pass")
    failed = Level("fail", 12, message("it is not the turn of seat {seat}", seat=1))
    show_report(Output(as_json=False), Report("a.clio", "akros", "k3vq", "1", 60, "", good, good, failed, good))
    assert capsys.readouterr().out.splitlines() == [
        "a.clio: akros, match 'k3vq', 60 events",
        "  integrity  pass",
        "  fairness   pass",
        "  legality   fail  event 12: it is not the turn of seat 1",
        "  result     pass",
    ]
