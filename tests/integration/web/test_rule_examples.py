"""Drawn examples: at least twenty rules over the three games; each rule exists, and the game gives the points shown."""

import json
import re
from pathlib import Path

import pytest

from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points
from tests.kit.web_module import SOURCES, call_web_module
from tests.unit.repository.tree import ROOT

GAMES = ("akros", "akrotiri", "amphipolis")
RULE = re.compile(r'^  "([A-Z]{3}-[A-Z-]+)": \(\) => \[', re.MULTILINE)
MENTIONED = re.compile(r'"((?:AKS|AKT|AMP)-[A-Z-]+)"')
KINDS = {
    "mosaics": (("mosaic-green", "mosaic-red", "mosaic-yellow"), mosaic_points),
    "amphoras": (
        tuple(f"amphora-{colour}" for colour in ("blue", "brown", "green", "purple", "red", "yellow")),
        amphora_points,
    ),
    "skeletons": (
        ("skeleton-large-lower", "skeleton-large-upper", "skeleton-small-lower", "skeleton-small-upper"),
        skeleton_points,
    ),
}


def rules_of(game: str) -> set[str]:
    book = json.loads((ROOT / "domain" / "clio" / "games" / game / "rulebook.json").read_text(encoding="utf-8"))
    return {rule["id"] for rule in book["rules"]}


def drawn(game: str) -> list[str]:
    return RULE.findall((SOURCES / "rules" / f"{game}-examples.tsx").read_text(encoding="utf-8"))


def test_twenty_rules_or_more_have_a_drawn_example() -> None:
    assert sum(len(drawn(game)) for game in GAMES) >= 20
    for game in GAMES:
        assert len(drawn(game)) >= 6
        assert set(drawn(game)) <= rules_of(game)


def test_lessons_and_hints_name_rules_that_exist() -> None:
    named = set(MENTIONED.findall((SOURCES / "learn" / "lessons.ts").read_text(encoding="utf-8")))
    assert len(named) > 20
    assert named <= set().union(*map(rules_of, GAMES))


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawn_collection_is_worth_what_the_game_says(kind: str, tmp_path: Path) -> None:
    ids, points = KINDS[kind]
    (found,) = call_web_module("rules/amphipolis-collections.ts", [["collections"]], tmp_path)
    assert len(found[kind]) >= 2
    for tiles, said in found[kind]:
        assert points(tuple(tiles.count(one) for one in ids)) == said, tiles
