"""Every text of the web app has its Spanish translation, with the same places to fill."""

import json
import re

from tests.unit.cli.catalogs import CATALOGS
from tests.unit.repository.tree import ROOT
from tests.unit.web.game_catalog import FOLDER, texts

SOURCES = sorted((ROOT / "clients" / "web" / "src").rglob("*.ts*"))
CALL = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
PLACE = re.compile(r"\{\w+\}")


def spanish() -> dict[str, str]:
    catalog: dict[str, str] = json.loads((FOLDER / "es.json").read_text(encoding="utf-8"))
    return catalog


def test_every_text_has_its_translation() -> None:
    used = {text for file in SOURCES for text in CALL.findall(file.read_text(encoding="utf-8"))}
    assert len(used) > 200
    assert sorted(used - spanish().keys()) == []


def test_a_translation_has_the_places_of_its_text() -> None:
    both = spanish().items()
    assert [text for text, translated in both if set(PLACE.findall(text)) != set(PLACE.findall(translated))] == []


def test_the_texts_of_games_are_those_of_the_catalogs() -> None:
    for po in CATALOGS:
        kept = json.loads((FOLDER / f"{po.parts[-3]}-games.json").read_text(encoding="utf-8"))
        assert kept == texts(po), "run `make web`"
        assert len(kept) > 500
