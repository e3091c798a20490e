"""The pictures of the web app: one for each page and board, small, and every reference leads to a file."""

import re

import pytest

from tests.e2e.web.pictures import GAMES, PAGES, PICTURES, expected
from tests.unit.repository.tree import ROOT

BUDGET = 2 * 1024 * 1024
PAGES_WITH_PICTURES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def test_every_page_of_the_app_has_a_picture() -> None:
    app = (ROOT / "clients" / "web" / "src" / "app.tsx").read_text(encoding="utf-8")
    routes = set(re.findall(r'case "(\w*)": return', app))
    pictured = {address.split("/")[1].partition("?")[0] for address in PAGES.values()}
    assert routes == pictured | {"m"}, "m is the match page: the boards show it"


def test_every_board_of_the_app_has_pictures() -> None:
    packages = {file.parent.name for file in (ROOT / "domain" / "clio" / "games").glob("*/rulebook.json")}
    assert packages == set(GAMES)


def test_exactly_the_rendered_pictures_are_kept() -> None:
    assert set(PICTURES.glob("web-*.png")) == expected(), "run: make pictures"


def test_the_pictures_are_within_their_budget() -> None:
    assert 0 < sum(path.stat().st_size for path in PICTURES.iterdir()) <= BUDGET


@pytest.mark.parametrize("page", PAGES_WITH_PICTURES, ids=lambda page: page.name)
def test_every_picture_that_a_page_shows_exists(page: object) -> None:
    path = ROOT / str(page)
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", path.read_text(encoding="utf-8"))
    assert [target for target in shown if "://" not in target and not (path.parent / target).exists()] == []


def test_the_readme_shows_two_pictures_of_the_web() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(re.findall(r"!\[[^\]]+\]\(docs/pictures/web-[\w-]+\.png\)", readme)) == 2
