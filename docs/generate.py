"""Writes the generated pages of docs/: rules, notation, methods, draw tables and their copies, the appendix."""

import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from clio.games.registry import BUILT_IN as GAMES
from clio.kernel.game import Game
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.rulebook import Rule, Rulebook
from docs.draw_tables import with_draw_tables, with_tables_of_page
from docs.event_fields import appendix
from docs.method_table import methods_page
from docs.notation_pages import notation_pages

RULES: Final = Path(__file__).parent / "rules"
NOTATION: Final = RULES.with_name("notation")
RECORD: Final = RULES.with_name("record.md")
METHODS: Final = RULES.with_name("methods.md")
CLIENTS: Final = RULES.parents[1] / "clients"
VERIFIERS: Final = (
    CLIENTS / "clio" / "verify" / "verify_match.py",
    CLIENTS / "typescript" / "src" / "record" / "known-tables.ts",
)
"""The stand-alone verifiers, which have a copy of the page's draw tables."""
_APPENDIX: Final = "## Appendix: the games' events\n"
_SOURCES: Final = {
    "rulebook": "rulebook",
    "published": "published",
    "ruling": "ruling",
    "reconstruction": "reconstruction",
    "service": "service",
}


def pages() -> dict[Path, str]:
    """All generated pages."""
    written = {RULES / f"{name}.md": _game_page(game) for name, game in GAMES.items()}
    written[RULES / "shared.md"] = "\n".join(
        ["# Rules that all games share", "", "Written by `make docs`.", "", *_rules(KERNEL_RULES)]
    )
    written |= {NOTATION / f"{name}.md": text for name, text in notation_pages().items()}
    page = with_draw_tables(RECORD.read_text(encoding="utf-8"))
    written[RECORD] = f"{page.partition(_APPENDIX)[0]}{_APPENDIX}\n{appendix()}\n"
    for verifier in VERIFIERS:
        written[verifier] = with_tables_of_page(verifier.read_text(encoding="utf-8"), page)
    written[METHODS] = methods_page()
    return written


def _game_page(game: Game[Any, Any]) -> str:
    lines = [
        f"# {game.title}: the rules as Clio applies them",
        "",
        "Written by `make docs` from the game's `rulebook.json`. The words are Clio's own; where the rulebook is",
        "silent, the ruling says what was decided, and why. A refused move names one of these ids. The source of a",
        "rule is in brackets: a place in the rulebook, a ruling, something published by owners of the game, or a",
        "reconstruction of what only a picture showed.",
        "",
        f"Designed by {' and '.join(game.designers)}, published by {game.publisher} ({game.year}).",
        f"Seats: {', '.join(map(str, game.seats))}. Rules version: {game.rules_version}. Notation:",
        f"[notation/{game.name}.md](../notation/{game.name}.md).",
        "",
    ]
    if game.reconstructed:
        lines += ["Reconstructed, because only a picture showed it:", ""]
        lines += [f"- {part}" for part in game.reconstructed]
        lines.append("")
    lines += ["| option | values | default | meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{o.name}` | {', '.join(f'`{v}`' for v in o.values)} | `{o.default}` | {o.help} |" for o in game.options
    ]
    return "\n".join([*lines, "", *_rules(game.rulebook)])


def _rules(rulebook: Rulebook) -> list[str]:
    lines: list[str] = []
    for rule in rulebook.rules:
        lines += [f"## {rule.id} · {rule.title}", "", f"{rule.text} *({_source(rule)})*", ""]
        if rule.ruling:
            lines += [f"**Ruling.** {rule.ruling}", ""]
    return lines


def _source(rule: Rule) -> str:
    return f"{_SOURCES[rule.source]}; {rule.reference}" if rule.reference else _SOURCES[rule.source]


def main() -> None:
    """Writes the pages that differ."""
    RULES.mkdir(exist_ok=True)
    NOTATION.mkdir(exist_ok=True)
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
