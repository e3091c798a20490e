import json
import re
from typing import NoReturn

import pytest

from clio.cli import program
from clio.cli.errors.exit_codes import MEANINGS, ExitCode
from tests.unit.repository.tree import ROOT


def _breaks(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("out of order")


def test_the_page_lists_the_codes_that_there_are() -> None:
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) \| (.+) \|$", page.partition("## Exit codes")[2], re.MULTILINE)
    assert listed == [(str(code.value), text) for code, text in MEANINGS.items()]
    assert set(MEANINGS) == set(ExitCode)


def test_an_internal_error_is_reported_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CLIO_DEBUG", raising=False)
    monkeypatch.setattr(program.clio, "main", _breaks)
    assert program.run_program(["games"]) == ExitCode.FAULT
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "RuntimeError: out of order" in told.err
    assert program.run_program(["games", "--json"]) == ExitCode.FAULT
    assert json.loads(capsys.readouterr().out)["error"]["reason"] == "FAULT"


def test_wrong_usage_is_a_document_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run_program(["list", "--limit", "0", "--json"]) == ExitCode.USAGE
    told = capsys.readouterr()
    assert json.loads(told.out)["error"]["reason"] == "USAGE"
    assert told.err == ""
