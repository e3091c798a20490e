import re

import pytest

from clio.cli.i18n.english_sentences import translate_sentence
from clio.cli.render.output import Output
from clio.cli.text.verdict_text import show_report
from clio.verify.verdicts import Level, Report
from clio.verify.verifier import verify_lines
from tests.kit.records import lines_of
from tests.kit.table import Table
from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations

GOOD = lines_of(Table("amphipolis", 3, seed=4).finish())


@pytest.mark.usefixtures("spanish")
def test_what_was_filled_in_english_is_told_with_the_same_values() -> None:
    assert (
        translate_sentence("Jinn has to keep a tile first. [AKS-KEEP]")
        == "Jinn debe guardar antes una loseta. [AKS-KEEP]"
    )
    assert translate_sentence("Expected `int`, got `str`") == "Expected `int`, got `str`"


def test_in_english_everything_is_told_as_it_was() -> None:
    assert translate_sentence("3 caryatids, the most") == "3 caryatids, the most"


@pytest.mark.usefixtures("spanish")
def test_every_template_with_numbered_gaps_finds_its_way_back() -> None:
    numbered = {
        message: text
        for message, text in translations(catalog_of(CATALOGS[0])).items()
        if isinstance(message, str) and isinstance(text, str) and re.search(r"[a-z]{2}.*\{0|\{0.*[a-z]{2}", message)
    }
    assert len(numbered) > 50
    values = [f"'{number}'" for number in range(4)]
    for message, text in numbered.items():
        assert translate_sentence(message.format(*values)) == text.format(*values)


@pytest.mark.usefixtures("spanish")
def test_a_report_is_told_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    show_report(Output(as_json=False), verify_lines(GOOD, "match.clio"), "(la clave del servidor)")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:5] == ["  integridad   bien", "  limpieza     bien", "  legalidad    bien", "  resultado    bien"]
    assert lines[-1] == "               (la clave del servidor)"


def test_a_report_says_where_it_fails_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    good = Level("pass")
    failed = Level("fail", 12, "it is not the turn of seat 1")
    show_report(Output(as_json=False), Report("a.clio", "akros", "k3vq", "1", 60, "", good, good, failed, good))
    assert capsys.readouterr().out.splitlines() == [
        "a.clio: akros, match 'k3vq', 60 events",
        "  integrity  pass",
        "  fairness   pass",
        "  legality   fail  event 12: it is not the turn of seat 1",
        "  result     pass",
    ]
