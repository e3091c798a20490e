"""Draw tables as pages have them: rows for readers, and the JSON that stand-alone verifiers copy."""

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from clio.games.registry import BUILT_IN
from clio.kernel.game import Game
from clio.kernel.integrity.draw_rows import DrawRow, ShownField

_WIDTH: Final = 118
_JSON: Final = re.compile(r"(?<=<!-- draw tables -->\n```json\n).*?(?=\n```)", re.DOTALL)
_COPIES: Final = (
    re.compile(r'(?<=_TABLES: Final = """\n).*?(?=""")', re.DOTALL),
    re.compile(r"(?<=KNOWN_TABLES = `\n).*?(?=`)", re.DOTALL),
)
"""Where the stand-alone verifiers have the tables: in Python and in TypeScript."""


def with_draw_tables(page: str) -> str:
    """docs/record.md with the rows of every built-in game, and all tables as JSON."""
    for name, game in BUILT_IN.items():
        pattern = re.compile(rf"(?<=<!-- draws {name} -->\n).*?(?=\n\n)", re.DOTALL)
        page = _replaced(pattern, "\n".join(_rows(game)), page)
    return _replaced(_JSON, tables_as_json(), page)


def with_tables_of_page(source: str, page: str) -> str:
    """A stand-alone verifier with the tables that the page has."""
    found = _JSON.search(page)
    if found is None:
        raise ValueError("docs/record.md has no draw tables")
    copy = next(pattern for pattern in _COPIES if pattern.search(source))
    return _replaced(copy, found[0] + "\n", source)


def tables_as_json() -> str:
    """Every built-in game's table with the rules versions for which it holds; no text in it has a blank."""
    tables = {
        name: {"rows": msgspec.to_builtins(game.draw_rows()), "rules": [game.rules_version, *game.earlier_rules]}
        for name, game in sorted(BUILT_IN.items())
    }
    return textwrap.fill(json.dumps(tables, sort_keys=True), _WIDTH, break_long_words=False, break_on_hyphens=False)


def _replaced(pattern: re.Pattern[str], text: str, page: str) -> str:
    page, times = pattern.subn(lambda _: text, page)
    if times != 1:
        raise ValueError(f"{pattern.pattern} occurs {times} times")
    return page


def _rows(game: Game[Any, Any]) -> Iterator[str]:
    yield "| label | drawn from | shown in |"
    yield "|---|---|---|"
    for row in game.draw_rows():
        yield f"| `{row.label}` | {_source(game.name, row)} | {_shown(game.name, row)} |"
        if row.refill:
            number = f", whose `{row.refill.counter}` is that number" if row.refill.counter else ""
            pool = f"`{game.name}.{row.refill.event}.{row.refill.field}`"
            yield f"| `{row.label}#2`, `#3` … | shuffle of {pool}{number} | the same fields, from that event on |"


def _source(game: str, row: DrawRow) -> str:
    if row.kind == "number":
        return f"`below({row.among or 'seats'})`"
    if not row.pool:
        raise ValueError(f"{row.label} has no pool")
    less = f", less the components in `{row.less}` of the same event" if row.less else ""
    return f"shuffle of `{game}.{row.pool.event}.{row.pool.field}` (id → count){less}"


def _shown(game: str, row: DrawRow) -> str:
    fields = " and ".join(_field(game, shown) for shown in row.shown)
    if row.kind == "number":
        if not row.drawn_if:
            return fields
        fixed = "the option is that number in decimal" if row.otherwise is msgspec.UNSET else f"it is {row.otherwise}"
        drawn = f"where option `{row.drawn_if.option}` is absent or `{row.drawn_if.value}`"
        return f"{fields} {drawn}; else {fixed}, and nothing is drawn"
    if row.groups:
        groups = "; ".join(" or ".join(map(_component, group.ids)) for group in row.groups)
        walk = "going through the order, the first component of each group"
        return f"{fields}: {walk} ({groups}), others passed over, in the order met"
    return f"{fields}, in the order of events"


def _component(name: str) -> str:
    return f"ids that begin with `{name}`" if name.endswith("-") else f"`{name}`"


def _field(game: str, shown: ShownField) -> str:
    where = f" of events whose `{shown.where.field}` is `{shown.where.value}`" if shown.where else ""
    return f"`{game}.{shown.event}.{shown.field}`{where}"
