import pytest

from clio.cli.click_support.lazy_group import to_catalog
from tests.unit.cli.messages import messages
from tests.unit.cli.untranslated import in_the_command_line, untranslated


def test_every_shown_text_is_translated() -> None:
    """If this fails, say it with ``t()`` or ``filled()`` and give it a translation in locale/es."""
    known = {form for message in messages() for form in ([message] if isinstance(message, str) else message)}
    assert [found for found in in_the_command_line() if found.shown or to_catalog(found.words) not in known] == []


@pytest.mark.parametrize(
    "source",
    [
        'out.line("Nobody has finished a match.")',
        'out.line(f"{number} matches")',
        'out.table(Table(["rank", "player"], rows))',
        'raise Failure(ExitCode.REFUSED, "FILE", f"{file} cannot be written.")',
        'title = f"{name}: rating in {game}"',
        'def streak(n):\n    return f"{n} won"',
        'Bar(label, 1, f"{mean} each")',
        'why = "not " + "asked" + " for it here"',
        'click.echo("done", err=True)',
        'rows = [[one.name, "well" if one.healthy else "not well"] for one in found]',
    ],
)
def test_untranslated_texts_are_found(source: str) -> None:
    assert list(untranslated(source))


@pytest.mark.parametrize(
    "source",
    [
        'out.line(t("Nobody has finished a match."))',
        'out.line(filled("{number} matches", number=number))',
        'out.table(Table([t("rank"), t("player")], rows))',
        'Failure(ExitCode.REFUSED, "FILE", t("The file cannot be written."))',
        '"""A docstring of several words."""',
        'out.document({"match_id": match_id})',
        'raise TypeError("this is for developers only")',
    ],
)
def test_translated_texts_are_not(source: str) -> None:
    assert list(untranslated(source)) == []
