"""What the web app takes from the command line: Spanish texts by message id, and the templates of events and scores.

``make web`` runs it: rules, options, cards and reasons for refusals come from the server in English, their message id;
events and score details come as data, which the templates put into words.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from clio.cli.text.error_text import REASONS
from clio.cli.text.event_sentences import SENTENCES, STEPS
from clio.cli.text.score_text import SCORE_TEMPLATES, score_messages
from clio.server.errors import LIMIT_TEMPLATES
from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations
from tests.unit.cli.messages import of_games_and_server
from tests.unit.repository.tree import ROOT

FOLDER = ROOT / "clients" / "web" / "src" / "i18n"
TEMPLATES = FOLDER / "templates.json"
SOURCES = ("domain/clio", "service/clio/server/app")


def texts(po: Path) -> dict[str, str]:
    """The messages that the server, a game or an event holds."""
    sources = "\n".join(
        file.read_text(encoding="utf-8").replace("\\n", "\n").replace('\\"', '"')
        for folder in SOURCES
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in {".py", ".json"}
    )
    named = {
        *of_games_and_server(),
        *SENTENCES.values(),
        *STEPS.values(),
        *score_messages(),
        *REASONS.values(),
        *LIMIT_TEMPLATES.values(),
        *("hidden", "nothing", "nobody", "win", "wins", "seat {seat}", "the game", "host", "server"),
        *(
            "aborted: {reason}",
            "expired: {reason}",
            "aborted by agreement: {reason}",
            "voided by the director: {reason}",
        ),
    }
    return {
        message: text
        for message, text in sorted(translations(catalog_of(po)).items(), key=str)
        if isinstance(message, str) and isinstance(text, str) and (message in named or message in sources)
    }


def templates() -> dict[str, Mapping[str, object]]:
    """The templates of the command line, by the types of events, the steps of a turn and the ids of score details."""
    scores = {name: {"template": template, "counts": counts} for name, (template, counts) in SCORE_TEMPLATES.items()}
    return {"events": SENTENCES, "steps": STEPS, "scores": scores, "errors": REASONS}


def main() -> None:
    for po in CATALOGS:
        file = FOLDER / f"{po.parts[-3]}-games.json"
        file.write_text(json.dumps(texts(po), ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    TEMPLATES.write_text(json.dumps(templates(), indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
