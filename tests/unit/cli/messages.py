"""Everything that a player can read, found where it is written."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import click
from google.protobuf.descriptor import Descriptor, EnumDescriptor

from clio.cli.boards.akros import _LETTERS as LETTERS
from clio.cli.boards.akrotiri_table import SIDES
from clio.cli.commands import list as listing
from clio.cli.exit_codes import MEANINGS
from clio.cli.play.choice import words_of
from clio.cli.program import _ENVIRONMENT, _FIRST_MATCH, clio
from clio.cli.render.json_output import component_id
from clio.cli.text.backup_text import REASONS as BACKUP_REASONS
from clio.cli.text.error_text import HINTS, REASONS
from clio.cli.text.event_sentences import SENTENCES
from clio.cli.text.message_text import label
from clio.cli.text.score_text import score_messages
from clio.cli.text.system_errors import KNOWN as SYSTEM_ERRORS
from clio.games.akrotiri.rules import _WANTED as WANTED
from clio.server.auth.auth_errors import LIMIT_TEMPLATES
from clio.v1.amphipolis_pb2 import AmphipolisTile
from clio.v1.event_pb2 import Event
from clio.v1.game_pb2 import RuleSource
from clio.v1.match_pb2 import MatchStatus
from clio.v1.projection_service_pb2 import GenerationStatus
from clio.v1.view_pb2 import View
from clio.verify.report_page import MEANINGS as MEANINGS_OF_LEVELS
from clio.verify.verdicts import LEVELS, Verdict
from tests.unit.cli.told_elsewhere import told_elsewhere
from tests.unit.repository.tree import ROOT

TEMPLATE_NAMES = {"told", "template"}
SAYING = {
    **dict.fromkeys(("t", "filled", "say", "_say", "_heading", "NoSuchBotError", "WrongChoiceError", "ArenaError"), 1),
    "counted": 2,
}
"""Functions that put their first words into the user's language, and how many they take."""
ERROR_CALLS = {
    "ServiceError": 2,
    **dict.fromkeys(("malformed", "projection_not_ready", "key_not_possible", "token_missing", "token_wrong"), 0),
    **dict.fromkeys(("Message", "message", "NotPossibleError"), 0),
}
"""Calls that make an error of the service, and which argument is the template."""
VERDICTS = [f"verdict|{verdict}" for verdict in get_args(Verdict)]
CLICK_PARTS = ("core", "decorators", "exceptions", "formatting", "parser", "types")


def messages() -> set[str]:
    """All of them; what has no letter needs no translation."""
    found = {
        *_said(),
        *_page(),
        *_uses(),
        *_helped(),
        *_clicks_own(),
        *_rules(),
        *_refusals(),
        *_components(),
        *_notation(),
        *SENTENCES.values(),
        *MEANINGS.values(),
        *REASONS.values(),
        *HINTS.values(),
        *LIMIT_TEMPLATES.values(),
        *BACKUP_REASONS.values(),
        *SYSTEM_ERRORS,
        *SIDES.values(),
        *LETTERS.values(),
        *WANTED.values(),
        *told_elsewhere(),
        *score_messages(),
        *LEVELS,
        *MEANINGS_OF_LEVELS.values(),
        *VERDICTS,
        *(text for one, several, _ in listing.AGES for text in (one, several)),
        _FIRST_MATCH,
        _ENVIRONMENT,
    }
    return {message for message in found if re.search(r"[a-zA-Z]{2}", message)}


def _trees(folder: Path) -> Iterator[ast.AST]:
    for file in sorted(folder.rglob("*.py")):
        yield from ast.walk(ast.parse(file.read_text()))


def _literal(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _said() -> Iterator[str]:
    """What the client says: ``t("…")``, ``filled("…")``, and templates or headings with a name of their own."""
    for folder in ("bots", "cli", "verify"):
        for node in _trees(ROOT / "clients" / "clio" / folder):
            if isinstance(node, ast.Call) and called(node) in SAYING:
                yield from map(_literal, node.args[: SAYING[called(node)]])
            if isinstance(node, ast.Assign | ast.AnnAssign):
                yield from _templates(node)


def called(call: ast.Call) -> str:
    """The name of the function that a call calls."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def called_name(node: ast.AST) -> str:
    """The name of a function that is passed on."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def named(node: ast.Assign | ast.AnnAssign) -> set[str]:
    """The names that a value is given."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _templates(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    names = named(node)
    if names & TEMPLATE_NAMES or any(name.endswith("HEADINGS") for name in names):
        yield from _literals(node.value)


def headings() -> Iterator[str]:
    """The headings of all tables."""
    for node in _trees(ROOT / "clients" / "clio" / "cli"):
        if isinstance(node, ast.Assign | ast.AnnAssign) and any(name.endswith("HEADINGS") for name in named(node)):
            yield from _literals(node.value)


def _literals(node: ast.AST | None) -> Iterator[str]:
    """A literal, those of a list, or the two that are chosen between."""
    inner: list[ast.expr] = []
    if isinstance(node, ast.Tuple):
        inner = node.elts
    elif isinstance(node, ast.IfExp):
        inner = [node.body, node.orelse]
    yield from (text for each in inner for text in _literals(each))
    yield _literal(node)


def _page() -> Iterator[str]:
    """The names of rows and columns on the page of an audit."""
    for node in ast.walk(ast.parse((ROOT / "clients" / "clio" / "verify" / "report_page.py").read_text())):
        if isinstance(node, ast.Tuple):
            yield from _literals(node)


def _uses() -> Iterator[str]:
    """What statistics count the use of."""
    for node in _trees(ROOT / "domain"):
        if isinstance(node, ast.Call) and called(node) == "ComponentUse":
            yield _literal(node.args[0])


def _helped() -> Iterator[str]:
    for command in [clio, *_commands(clio)]:
        yield inspect.cleandoc(command.help or "")
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield parameter.help or ""


def _commands(group: click.Group) -> Iterator[click.Command]:
    """Every command, and the commands of those that are groups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from _commands(command)


def _clicks_own() -> Iterator[str]:
    for part in CLICK_PARTS:
        for node in ast.walk(ast.parse(Path(import_module(f"click.{part}").__file__ or "").read_text())):
            if isinstance(node, ast.Call) and called(node) == "_":
                yield _literal(node.args[0])
            if isinstance(node, ast.Call) and called(node) == "ngettext":
                yield "\0".join(map(_literal, node.args[:2]))


def _rules() -> Iterator[str]:
    for file in sorted((ROOT / "domain").rglob("rulebook.json")):
        for rule in json.loads(file.read_text())["rules"]:
            yield from (rule["title"], rule["text"], rule.get("ruling", ""))


def _refusals() -> Iterator[str]:
    for folder in ("domain", "projections", "service"):
        for node in _trees(ROOT / folder):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejection":
                given = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
                yield _literal((given or [*node.args[1:2], None])[0])
            elif isinstance(node, ast.Call) and called(node) in ERROR_CALLS:
                place = ERROR_CALLS[called(node)]
                yield from _literals(node.args[place] if len(node.args) > place else None)
            elif isinstance(node, ast.Call) and called(node) == "partial" and called_name(node.args[0]) in ERROR_CALLS:
                yield _literal(node.args[1])


def _components() -> Iterator[str]:
    """The names of components, fields and events, as the contract has them."""
    seen: set[str] = set()
    for root in (Event.DESCRIPTOR, View.DESCRIPTOR):
        for field in root.fields:
            if field.containing_oneof is not None and field.message_type is not None:
                yield label(field.name)
                yield from _named(field.message_type, seen)
    for enum in (RuleSource.DESCRIPTOR, MatchStatus.DESCRIPTOR, GenerationStatus.DESCRIPTOR):
        yield from _ids(enum)
    # The heads of Amphipolis' columns are abbreviated colours and sizes.
    for tile in _ids(AmphipolisTile.DESCRIPTOR):
        yield from tile.split("-")
    yield from ("host", "server")


def _named(message: Descriptor, seen: set[str]) -> Iterator[str]:
    if message.full_name in seen or not message.full_name.startswith("clio."):
        return
    seen.add(message.full_name)
    for field in message.fields:
        yield label(field.name)
        if field.enum_type is not None:
            yield from _ids(field.enum_type)
        if field.message_type is not None:
            yield from _named(field.message_type, seen)


def _ids(enum: EnumDescriptor) -> Iterator[str]:
    yield from (component_id(enum, value.number) for value in enum.values)


def _notation() -> Iterator[str]:
    """The words of every move that the golden matches have."""
    for file in sorted((ROOT / "tests" / "golden").glob("*.txt")):
        for move in re.findall(r"«(.+?)»", file.read_text()):
            yield from (word for word in words_of(move) if word[0].isalpha() and not re.search(r"\d", word))
