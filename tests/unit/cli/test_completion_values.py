"""What Tab offers for games, bots, rules and seats, and what is suggested for a misspelt name."""

from pathlib import Path

import click
import pytest

from clio.cli.commands.rules import command as rules
from clio.cli.program import run_program
from clio.cli.render.output import Table, _drawn
from clio.cli.session.completion import complete_bots, complete_games, complete_rules, complete_seats
from clio.cli.session.own_server import OWN_SERVER
from clio.cli.session.token_store import TokenStore

ANY = click.Option(["--any"])


def _context(**params: object) -> click.Context:
    context = click.Context(rules)
    context.params.update(params)
    return context


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("CLIO_SERVER", raising=False)
    return tmp_path


def test_games_are_completed_by_their_beginning() -> None:
    assert [item.value for item in complete_games(_context(), ANY, "akr")] == ["akros", "akrotiri"]


def test_the_last_bot_of_a_list_is_completed() -> None:
    assert [item.value for item in complete_bots(_context(), ANY, "greedy,r")] == ["greedy,random"]
    assert [item.type for item in complete_bots(_context(), ANY, "./mine")] == ["file"]


def test_rules_of_the_named_game_are_completed_in_any_case() -> None:
    found = {item.value: item.help for item in complete_rules(_context(game="akros"), ANY, "aks-w")}
    assert found["AKS-WIN"]
    assert complete_rules(_context(game="akros"), ANY, "AMP") == []


def test_seats_are_those_that_the_user_holds() -> None:
    TokenStore(OWN_SERVER).keep_seat("k3vqabcdefghijklmnop", 2, "token")
    assert [item.value for item in complete_seats(_context(match="k3vq"), ANY, "")] == ["2"]
    assert [item.value for item in complete_seats(_context(), ANY, "")] == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [(["lst"], "list"), (["rules", "akros", "--rule", "AKS-WON"], "AKS-WIN"), (["list", "--gme", "x"], "--game")],
)
def test_a_misspelt_name_is_answered_with_the_one_meant(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(arguments) != 0
    told = capsys.readouterr().err
    assert "Did you mean" in told
    assert meant in told


def test_rules_and_games_are_read_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["rules", "akros", "--rule", "aks-win"]) == 0
    assert run_program(["games"]) == 0
    told = capsys.readouterr().out
    assert "AKS-WIN" in told
    assert "The board to play on." in told, "what an option does"


def test_a_table_that_does_not_fit_becomes_lines_that_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    row = ["w5ua6koxaih54u7is2z3", "amphipolis", "5 minutes ago", "Ada, greedy 1, greedy 2, greedy 3"]
    drawn = _drawn(Table(["match", "game", "last event", "players"], [row]))
    assert max(map(len, drawn.splitlines())) <= 40
    assert drawn.splitlines()[:2] == ["w5ua6koxaih54u7is2z3", "  game: amphipolis"]
