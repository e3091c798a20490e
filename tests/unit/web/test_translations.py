"""Every text of the web app has its Spanish translation, with the same places to fill."""

import json
import re

from clio.games.registry import GAMES
from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations
from tests.unit.repository.tree import ROOT
from tests.unit.web.game_catalog import FOLDER, TEMPLATES, templates, texts

SOURCES = sorted((ROOT / "clients" / "web" / "src").rglob("*.ts*"))
CALL = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
VERIFIER = sorted((ROOT / "clients" / "typescript" / "src" / "record").glob("*.ts"))
TAGGED = re.compile(r"\bmessage`([^`]*)`")
GAP = re.compile(r"\$\{\{ (\w+)[^}]*\}\}")
REASON = re.compile(r'"([a-z][^"\n]* [^"\n]*)"')
"""Texts of several words: reasons of the verifier."""
VERDICTS = {"not judged", "own table"}
PLACE = re.compile(r"\{\w+\}")


def spanish() -> dict[str, str]:
    catalog: dict[str, str] = json.loads((FOLDER / "es.json").read_text(encoding="utf-8"))
    return catalog


def test_every_text_has_its_translation() -> None:
    used = {text for file in SOURCES for text in CALL.findall(file.read_text(encoding="utf-8"))}
    assert len(used) > 200
    games = json.loads((FOLDER / "es-games.json").read_text(encoding="utf-8"))
    assert sorted(used - spanish().keys() - games.keys()) == []


def test_a_translation_has_the_places_of_its_text() -> None:
    both = spanish().items()
    assert [text for text, translated in both if set(PLACE.findall(text)) != set(PLACE.findall(translated))] == []


def test_every_option_of_a_game_has_its_translation() -> None:
    options = [option for game in GAMES.values() for option in game.options]
    helps = {option.help for option in options}
    words = {word.replace("-", " ").replace("_", " ") for option in options for word in (option.name, *option.values)}
    assert sorted({text for text in helps | words if not text.isdecimal()} - spanish().keys()) == []


def reasons() -> set[str]:
    """The templates of the verifier that the page runs."""
    found = set()
    for file in VERIFIER:
        source = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        found |= {GAP.sub(r"{\1}", text) for text in TAGGED.findall(source)} | set(REASON.findall(source))
    return found - VERDICTS


def test_every_reason_of_the_verifier_has_its_translation() -> None:
    kept = json.loads((FOLDER / "es-verify.json").read_text(encoding="utf-8"))
    assert len(reasons()) > 200
    assert sorted(reasons() - kept.keys()) == []
    assert sorted(kept.keys() - reasons()) == [], "no source has them any more"
    assert [text for text, said in kept.items() if set(PLACE.findall(text)) != set(PLACE.findall(said))] == []


def test_a_reason_that_the_command_line_has_too_is_said_in_the_same_words() -> None:
    kept = json.loads((FOLDER / "es-verify.json").read_text(encoding="utf-8"))
    catalog = translations(catalog_of(next(po for po in CATALOGS if po.parts[-3] == "es")))
    both = [text for text in kept if text in catalog]
    assert len(both) > 5
    assert [text for text in both if catalog[text] != kept[text]] == []


def test_the_templates_of_events_and_scores_are_those_of_the_command_line() -> None:
    assert json.loads(TEMPLATES.read_text(encoding="utf-8")) == json.loads(json.dumps(templates())), "run `make web`"


def test_the_texts_of_games_are_those_of_the_catalogs() -> None:
    for po in CATALOGS:
        kept = json.loads((FOLDER / f"{po.parts[-3]}-games.json").read_text(encoding="utf-8"))
        assert kept == texts(po), "run `make web`"
        assert len(kept) > 500
