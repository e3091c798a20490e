import gettext
import re
import string
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from babel.messages.mofile import read_mo

from clio.cli.i18n.translate import DOMAIN, FOLDER, counted
from clio.cli.main import HELP_FILES, _language
from clio.cli.prepared_help import FILE, rendered_in
from clio.cli.text.error_text import refusal_in_words
from clio.cli.version import LANGUAGES
from clio.client.errors import ClioError
from clio.kernel.message import Message as ErrorMessage
from clio.server import errors
from clio.server.rpc.status import error_metadata
from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations
from tests.unit.cli.messages import Message, messages
from tests.unit.repository.tree import ROOT


def _gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _forms(message: Message) -> tuple[str, ...]:
    """A message or a translation; singular and plural apart."""
    return message if isinstance(message, tuple) else (message,)


def test_every_language_but_the_first_has_a_catalog() -> None:
    assert [po.parts[-3] for po in CATALOGS] == list(LANGUAGES[1:])


@pytest.mark.parametrize("po", CATALOGS, ids=str)
def test_no_message_lacks_its_translation_and_none_is_left_over(po: Path) -> None:
    """If this fails, run ``make catalogs`` and translate what it lists."""
    translated = set(translations(catalog_of(po)))
    assert sorted(map(str, messages() - translated)) == []
    assert sorted(map(str, translated - messages())) == []


@pytest.mark.parametrize("po", CATALOGS, ids=str)
def test_a_translation_has_the_gaps_of_its_message(po: Path) -> None:
    catalog = translations(catalog_of(po))
    pairs = [pair for message, text in catalog.items() for pair in zip(_forms(message), _forms(text), strict=True)]
    assert [message for message, text in pairs if _gaps(message) != _gaps(text)] == []


@pytest.mark.parametrize("po", CATALOGS, ids=str)
def test_the_compiled_catalog_is_the_written_one(po: Path) -> None:
    """If this fails, run ``make catalogs``."""
    with po.with_suffix(".mo").open("rb") as file:
        assert translations(read_mo(file)) == translations(catalog_of(po))
    loaded = gettext.translation(DOMAIN, FOLDER, [po.parts[-3]])
    for message, text in translations(catalog_of(po)).items():
        if isinstance(message, tuple):
            assert tuple(loaded.ngettext(*message, number) for number in (1, 2)) == text
        else:
            assert loaded.gettext(message) == text


@pytest.mark.usefixtures("spanish")
def test_a_number_takes_the_plural_form_of_its_language() -> None:
    forms = [counted("{number} match", "{number} matches", number) for number in (0, 1, 2)]
    assert forms == ["0 partidas", "1 partida", "2 partidas"]


def test_the_command_line_runs_without_babel() -> None:
    program = "import sys; sys.modules['babel'] = None; from clio.cli.main import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, "--lang", "es", "list", "--help"],
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout[:9]) == (0, "Uso: clio")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prepared_help_of_every_language_is_what_click_prints(language: str) -> None:
    """If this fails, rewrite it: python -m clio.cli.prepared_help."""
    text = FILE.with_name(HELP_FILES[language]).read_text(encoding="utf-8")
    assert text == rendered_in(language)
    assert max(map(len, text.splitlines())) <= 80


def test_the_catalog_covers_what_click_says_of_the_commands() -> None:
    spanish = FILE.with_name(HELP_FILES["es"]).read_text(encoding="utf-8")
    assert re.search(r"^Uso: clio", spanish)
    assert "Commands" not in spanish


@pytest.mark.parametrize(
    ("arguments", "environment", "language", "rest"),
    [
        (["list"], {}, "en", ["list"]),
        (["list"], {"LANG": "es_ES.UTF-8"}, "es", ["list"]),
        (["list"], {"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en", ["list"]),
        (["list"], {"LANG": "de_DE.UTF-8"}, "en", ["list"]),
        (["--lang", "es", "list"], {}, "es", ["list"]),
        (["list", "--lang=es"], {"LANG": "en_GB"}, "es", ["list"]),
        (["list", "--lang", "fr"], {}, "en", ["list", "--lang", "fr"]),
        (["move", "--", "--lang", "es"], {}, "en", ["move", "--", "--lang", "es"]),
    ],
)
def test_the_language_is_the_one_asked_for(
    arguments: list[str],
    environment: dict[str, str],
    language: str,
    rest: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert _language(arguments) == (language, rest)


def _error(**metadata: str) -> ClioError:
    return ClioError(grpc.StatusCode.INVALID_ARGUMENT, "RECORD_NOT_VALID", "In English.", metadata)


@pytest.mark.usefixtures("spanish")
def test_an_error_is_filled_from_its_template_in_the_language_spoken() -> None:
    error = errors.record_not_valid(3, ErrorMessage("it is not whole gzip"))
    assert refusal_in_words(_error(**error_metadata(error))) == (
        "El registro no es válido en el suceso 3: no es gzip completo."
    )
    limit = errors.too_many("moves_per_second", 5, 2)
    assert "5 jugadas por segundo" in refusal_in_words(_error(**error_metadata(limit)))


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"template": "A newer {thing}."},
        {"template": "{thing:>999999999999}", "param.thing": "x"},
        {"template": "The record is not valid: {why}."},
        {"template": "{0} {thing.__class__}", "param.thing": "x"},
        {"template": "{thing", "param.thing": "x"},
    ],
)
def test_an_error_whose_template_cannot_be_filled_is_told_in_the_servers_words(metadata: dict[str, str]) -> None:
    assert refusal_in_words(_error(**metadata)) == "In English."


def test_a_usage_error_is_reported_in_the_users_language() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "clio.cli.main", "--lang", "es", "nonsense"],
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 2
    assert "No existe la orden 'nonsense'." in told.stderr
