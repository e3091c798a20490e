"""Everything that a player can read, found where it is written."""

import ast
import inspect
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias, get_args

import click
from babel.messages.extract import extract_from_file
from google.protobuf.descriptor import Descriptor, EnumDescriptor

from clio.cli.boards.akros import _LETTERS as LETTERS
from clio.cli.boards.akrotiri_cards import SIDES
from clio.cli.click_support.lazy_group import to_catalog
from clio.cli.commands import list as listing
from clio.cli.errors.exit_codes import MEANINGS
from clio.cli.errors.system_errors import KNOWN as SYSTEM_ERRORS
from clio.cli.play.choice import words_of
from clio.cli.program import _ENVIRONMENT, _FIRST_MATCH, clio
from clio.cli.render.json_output import component_id
from clio.cli.text.backup_text import REASONS as BACKUP_REASONS
from clio.cli.text.error_text import HINTS, REASONS
from clio.cli.text.event_sentences import SENTENCES, SINGULAR, STEPS
from clio.cli.text.message_text import label
from clio.cli.text.score_text import score_messages
from clio.games.akrotiri.rules import _WANTED as WANTED
from clio.games.registry import GAMES
from clio.server.errors import LIMIT_TEMPLATES
from clio.v1.amphipolis_pb2 import AmphipolisTile
from clio.v1.components_pb2 import Components
from clio.v1.event_pb2 import Event
from clio.v1.game_pb2 import RuleSource
from clio.v1.match_pb2 import MatchStatus
from clio.v1.projection_service_pb2 import GenerationStatus
from clio.v1.view_pb2 import View
from clio.verify.report_page import MEANINGS as MEANINGS_OF_LEVELS
from clio.verify.verdicts import LEVELS, Verdict
from tests.unit.repository.tree import ROOT

Message: TypeAlias = str | tuple[str, str]
"""A message id; singular and plural where it has a number."""
Keyword: TypeAlias = tuple[int, ...] | None
KEYWORDS: dict[str, Keyword] = {
    **dict.fromkeys(("t", "filled", "gettext_noop", "say", "_say", "_heading", "_folded"), None),
    **dict.fromkeys(("NoSuchBotError", "WrongChoiceError", "failing", "ArenaError"), None),
    "counted": (1, 2),
}
"""Functions of the client that translate their first arguments, for Babel."""
CLICK_KEYWORDS: dict[str, Keyword] = {"_": None, "ngettext": (1, 2)}
ERROR_CALLS = {
    "ServiceError": 2,
    **dict.fromkeys(("malformed", "projection_not_ready", "key_not_possible", "token_missing", "token_wrong"), 0),
    **dict.fromkeys(("Message", "message", "NotPossibleError", "SettingsError", "CopyError"), 0),
    **dict.fromkeys(("FlawError", "excuse"), 1),
}
"""Calls that make an error of the service, and which argument is the template."""
STAND_ALONE = "verify_match.py"
"""A program of its own, in English."""
CLICK_PARTS = ("core", "decorators", "exceptions", "formatting", "parser", "types")
REJECTION: dict[str, Keyword] = {"Rejection": (2,)}
VERDICTS = [f"verdict|{verdict}" for verdict in get_args(Verdict)]


def messages() -> set[Message]:
    """All messages; one without letters needs no translation."""
    found = {
        *_client(),
        *_page(),
        *_uses(),
        *_helped(),
        *_clicks_own(),
        *_rules(),
        *_refusals(),
        *_components(),
        *_notation(),
        *SENTENCES.values(),
        *(option.help for game in GAMES.values() for option in game.options),
        *(template for _, template in SINGULAR.values()),
        *STEPS.values(),
        *MEANINGS.values(),
        *REASONS.values(),
        *HINTS.values(),
        *LIMIT_TEMPLATES.values(),
        *BACKUP_REASONS.values(),
        *SYSTEM_ERRORS,
        *SIDES.values(),
        *LETTERS.values(),
        *WANTED.values(),
        *score_messages(),
        *LEVELS,
        *MEANINGS_OF_LEVELS.values(),
        *VERDICTS,
        *((one, several) for one, several, _ in listing.AGES),
        to_catalog(_FIRST_MATCH),
        to_catalog(_ENVIRONMENT),
    }
    return {message for message in found if re.search(r"[a-zA-Z]{2}", str(message))}


def of_games_and_server() -> set[Message]:
    """The messages of rules, components, refusals and errors, which the server sends or names."""
    return {*_rules(), *_refusals(), *_components(), *WANTED.values()}


def extract_calls(
    source: BinaryIO, keywords: Collection[str], *_: object, **__: object
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """A Babel extraction method for Python; unlike Babel's own it sees calls inside f-strings."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call) and called(node) in keywords:
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            yield node.lineno, called(node), [_literal(argument) or None for argument in arguments], []


def _extracted(folder: Path, keywords: dict[str, Keyword]) -> Iterator[Message]:
    """The messages of the calls of some functions."""
    for file in [folder] if folder.is_file() else sorted(folder.rglob("*.py")):
        for _, message, _, _ in extract_from_file(extract_calls, file, keywords=keywords):
            yield message


def _trees(folder: Path) -> Iterator[ast.AST]:
    for file in sorted(folder.rglob("*.py")):
        if file.name == STAND_ALONE:
            continue
        yield from ast.walk(ast.parse(file.read_text()))


def _literal(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _client() -> Iterator[Message]:
    """The messages of the client's source, and the headings of its tables."""
    for folder in ("bots", "cli", "verify"):
        yield from _extracted(ROOT / "clients" / "clio" / folder, KEYWORDS)
    yield from headings()


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
        yield to_catalog(inspect.cleandoc(command.help or ""))
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


def _clicks_own() -> Iterator[Message]:
    for part in CLICK_PARTS:
        yield from _extracted(Path(click.__file__).with_name(f"{part}.py"), CLICK_KEYWORDS)


def _rules() -> Iterator[str]:
    for file in sorted((ROOT / "domain").rglob("rulebook.json")):
        for rule in json.loads(file.read_text())["rules"]:
            yield from (rule["title"], rule["text"], rule.get("ruling", ""))


def _refusals() -> Iterator[Message]:
    for folder in ("domain", "projections", "service"):
        yield from _extracted(ROOT / folder, REJECTION)
    yield from _error_templates()


def _error_templates() -> Iterator[str]:
    """The templates of the server's errors: literal arguments of the calls that make them."""
    for folder in ("domain", "projections", "service", "clients/clio/verify"):
        for node in _trees(ROOT / folder):
            if isinstance(node, ast.Call) and called(node) in ERROR_CALLS:
                place = ERROR_CALLS[called(node)]
                yield from _literals(node.args[place] if len(node.args) > place else None)
            elif isinstance(node, ast.Call) and called(node) == "partial" and called_name(node.args[0]) in ERROR_CALLS:
                yield _literal(node.args[1])


def _components() -> Iterator[str]:
    """The names of components, fields and events, as the contract has them."""
    seen: set[str] = set()
    for root in (Event.DESCRIPTOR, View.DESCRIPTOR, Components.DESCRIPTOR):
        for field in root.fields:
            if field.containing_oneof is not None and field.message_type is not None:
                yield label(field.name)
                yield from _named(field.message_type, seen)
    for enum in (RuleSource.DESCRIPTOR, MatchStatus.DESCRIPTOR, GenerationStatus.DESCRIPTOR):
        yield from _ids(enum)
    # The heads of Amphipolis' columns are abbreviated colours and sizes.
    for tile in _ids(AmphipolisTile.DESCRIPTOR):
        yield from tile.split("-")
    for components in GAMES["akros"].component_sets():
        yield from (components.components.title, components.components.about)
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
