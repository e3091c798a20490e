"""Translation catalogs: extracts all messages, updates every ``.po`` and compiles it to ``.mo``, with Babel.

``make catalogs`` runs it; it prints the messages that still lack a translation.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from clio.cli.i18n.translate import FOLDER
from tests.unit.cli.messages import Message, messages

CATALOGS = sorted(FOLDER.rglob("*.po"))
HEADER = """\
# Written by `make catalogs`; edit the translations only.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def catalog_of(po: Path) -> Catalog:
    """Reads a catalog."""
    with po.open("rb") as file:
        return read_po(file, locale=po.parts[-3])


def translations(catalog: Catalog) -> dict[Message, Message]:
    """The translations by message, without the header and without messages that have none."""
    return {
        _frozen(message.id): _frozen(message.string)
        for message in catalog
        if message.id and _is_translated(message.string)
    }


def _frozen(message: Message | list[str]) -> Message:
    return (message[0], message[1]) if isinstance(message, list) else message


def _is_translated(string: Message) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


def update(po: Path) -> Catalog:
    """Adds new messages to a catalog and drops those that no source has any more."""
    known = translations(catalog_of(po))
    new = Catalog(locale=po.parts[-3])
    for message in messages():
        new.add(message, known.get(message, ("", "") if isinstance(message, tuple) else ""))
    with po.open("wb") as file:
        file.write(HEADER.format(language=po.parts[-3], plural=new.plural_forms).encode())
        write_po(file, new, width=0, no_location=True, omit_header=True, sort_output=True)
    return new


def compile_catalog(po: Path) -> None:
    """Writes the machine-readable form that gettext loads."""
    catalog = catalog_of(po)
    # The same sources give the same file, whenever it is compiled.
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    with po.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


if __name__ == "__main__":
    for source in CATALOGS:
        updated = update(source)
        compile_catalog(source)
        for missing in sorted(str(each.id) for each in updated if each.id and not _is_translated(each.string)):
            sys.stdout.write(f"{source.parts[-3]}: no translation of {missing}\n")
