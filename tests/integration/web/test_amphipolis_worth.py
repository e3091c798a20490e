"""What the web app says a collection of Amphipolis is worth, against the points of the game itself."""

import random
from pathlib import Path
from typing import Any

from clio.games.amphipolis.components import COMPONENTS
from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points
from clio.games.amphipolis.statue_scoring import statue_points
from tests.kit.web_module import call_web_module

MOSAICS = ("mosaic-green", "mosaic-red", "mosaic-yellow")
AMPHORAS = tuple(f"amphora-{colour}" for colour in ("blue", "brown", "green", "purple", "red", "yellow"))
SKELETONS = ("skeleton-large-lower", "skeleton-large-upper", "skeleton-small-lower", "skeleton-small-upper")
ROWS = {
    "mosaics": (MOSAICS, mosaic_points),
    "amphoras": (AMPHORAS, amphora_points),
    "skeletons": (SKELETONS, skeleton_points),
}
TABLES = {
    "mosaics": {
        "tiles": COMPONENTS.mosaics.tiles,
        "oneColour": COMPONENTS.mosaics.one_colour,
        "mixed": COMPONENTS.mosaics.mixed,
    },
    "amphoras": {"groups": [{"colours": size, "points": COMPONENTS.amphoras.points(size)} for size in range(7)]},
    "skeletons": {
        "familyLarge": COMPONENTS.skeletons.family_large,
        "familySmall": COMPONENTS.skeletons.family_small,
        "family": COMPONENTS.skeletons.family,
        "single": COMPONENTS.skeletons.single,
    },
    "statues": {
        "most": COMPONENTS.statues.most,
        "middle": COMPONENTS.statues.middle,
        "fewest": COMPONENTS.statues.fewest,
    },
}
PLENTY = dict.fromkeys((*MOSAICS, *AMPHORAS, *SKELETONS, "caryatid", "sphinx"), 9)


def points(row: str, counts: dict[str, int]) -> int:
    kinds, score = ROWS[row]
    return score(tuple(counts.get(kind, 0) for kind in kinds))


def test_rows_are_worth_what_the_game_says_and_an_improvement_adds_what_it_says(tmp_path: Path) -> None:
    chance = random.Random(19)
    calls: list[list[Any]] = []
    for row, (kinds, _) in ROWS.items():
        for _ in range(200):
            held = {kind: chance.randrange(6) for kind in kinds}
            calls += [["worth", row, held, TABLES], ["improvement", row, held, PLENTY, TABLES]]
    answers = call_web_module("boards/amphipolis-worth.ts", calls, tmp_path)
    improved = 0
    for (name, row, held, *_), answer in zip(calls, answers, strict=True):
        if name == "worth":
            assert answer == points(row, held), (row, held)
        elif answer:
            more = {kind: held[kind] + answer["tiles"].count(kind) for kind in held}
            assert answer["gain"] == points(row, more) - points(row, held) > 0
            improved += 1
    assert improved > 500


def test_no_fewer_tiles_would_do(tmp_path: Path) -> None:
    calls: list[list[Any]] = [
        ["improvement", "mosaics", {"mosaic-red": 3}, PLENTY, TABLES],
        ["improvement", "mosaics", {"mosaic-red": 3}, {"mosaic-green": 1}, TABLES],
        ["improvement", "amphoras", {"amphora-red": 2, "amphora-blue": 1}, PLENTY, TABLES],
        ["improvement", "skeletons", {"skeleton-large-upper": 1}, PLENTY, TABLES],
        ["improvement", "skeletons", {}, {"skeleton-large-upper": 9}, TABLES],
    ]
    assert call_web_module("boards/amphipolis-worth.ts", calls, tmp_path) == [
        {"tiles": ["mosaic-red"], "gain": 4},
        {"tiles": ["mosaic-green"], "gain": 2},
        {"tiles": ["amphora-brown"], "gain": 1},
        {"tiles": ["skeleton-large-lower"], "gain": 1},
        None,
    ]


def test_statues_are_worth_what_the_game_says(tmp_path: Path) -> None:
    tables = [[a, b, c] for a in range(4) for b in range(4) for c in range(4)]
    tables += [[a, b] for a in range(6) for b in range(6)]
    calls: list[list[Any]] = [["statueWorth", counts[0], counts[1:], TABLES] for counts in tables]
    answers = call_web_module("boards/amphipolis-worth.ts", calls, tmp_path)
    expected = [statue_points(tuple(counts), two_player_rule=len(counts) == 2)[0] for counts in tables]
    assert answers == expected
    more = call_web_module(
        "boards/amphipolis-worth.ts", [["statueImprovement", "sphinx", 0, [3], PLENTY, TABLES]], tmp_path
    )
    assert more == [{"tiles": ["sphinx", "sphinx"], "gain": 3}]
