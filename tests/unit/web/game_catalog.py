"""The Spanish texts of games for the web app, taken from the catalog of the command line.

``make web`` runs it: rules, options, cards and reasons for refusals come from the server in English, their message id.
"""

import json
from pathlib import Path

from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations
from tests.unit.repository.tree import ROOT

FOLDER = ROOT / "clients" / "web" / "src" / "i18n"
SOURCES = ("domain/clio", "service/clio/server/app")


def texts(po: Path) -> dict[str, str]:
    """The messages that a source of the server or of a game holds."""
    sources = "\n".join(
        file.read_text(encoding="utf-8").replace("\\n", "\n").replace('\\"', '"')
        for folder in SOURCES
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in {".py", ".json"}
    )
    return {
        message: text
        for message, text in sorted(translations(catalog_of(po)).items(), key=str)
        if isinstance(message, str) and isinstance(text, str) and message in sources
    }


def main() -> None:
    for po in CATALOGS:
        file = FOLDER / f"{po.parts[-3]}-games.json"
        file.write_text(json.dumps(texts(po), ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
