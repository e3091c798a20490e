"""Every name that a page mentions exists: paths, modules, classes, settings, targets, commands, options, rules."""

import importlib
import os
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import click
import msgspec
import pytest

from clio.cli.program import clio
from clio.games.registry import GAMES
from clio.kernel.match.referee import KERNEL_RULES
from clio.server.settings import Settings
from tests.unit.repository.tree import ROOT, files

PAGES = sorted(
    file.relative_to(ROOT).as_posix()
    for file in files()
    if file.suffix == ".md" and file.name != "CHANGELOG.md" and file.parts[-2] not in {"rules", "results"}
)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
COMMAND = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(clio .*)")
PATH = re.compile(r"(?:(?:bench|clients|deploy|docs|domain|projections|proto|service|tests)/[\w./*-]*|[\w-]+\.py)")
MODULE = re.compile(r"clio\.(?:bots|cli|client|games|kernel|projections|server|verify)(?:\.(?![A-Z]+$)\w+)*")
CLASS = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+")
DOTTED = re.compile(r"[A-Z][A-Za-z]*[a-z](?:\.[A-Za-z_]+)+(?<!\.md)")
IMPORT = re.compile(r"^ *from (clio\.[\w.]+) import ([\w, ]+)$", re.MULTILINE)
NAME = re.compile(r"_?(?!test_|process_|python_)[a-z]+(?:_[a-z0-9]+)+(?:\(\))?")
WRITTEN = {"bench/results/", "bench/peers/boardgameio/node_modules", "deploy/.env", "deploy/secrets/ca.crt"}
"""What an operator or a command makes."""
ELSEWHERE = {
    "docs/dependencies.md": "names packages and modules of others",
    "docs/record.md": "names fields of records, which vectors check",
}
"""Pages whose plain names are those of others; their paths, settings and commands are checked all the same."""
OF_OTHERS = {
    "max_standby_streaming_delay",
    "memory_limiter",
    "pg_dump",
    "NetworkPolicy",
    "PgBouncer",
    "PodDisruptionBudget",
    "RetryInfo",
    "ErrorInfo",
}
"""Names of PostgreSQL, Kubernetes, gRPC and others."""


@cache
def _text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def _spans(page: str) -> tuple[str, ...]:
    """The code in the sentences of a page."""
    return tuple(" ".join(span.split()) for span in CODE.findall(FENCE.sub("", _text(page))))


def _commands(page: str) -> Iterator[list[str]]:
    """Every ``clio …`` of a page, in its sentences and in its blocks."""
    lines = [*_spans(page)]
    for _, block in FENCE.findall(_text(page)):
        lines += block.replace("\\\n", " ").splitlines()
    for line in lines:
        if found := COMMAND.match(line.strip()):
            yield _words(found[1])


def _words(command: str) -> list[str]:
    command = re.split(r"  +#| [|>&]|;", command)[0]
    try:
        return shlex.split(command)[1:]
    except ValueError:
        return command.split()[1:]


@cache
def _source() -> frozenset[str]:
    """Every word of the code, of the contract and of the deployment, except the examples of this test."""
    words: set[str] = set()
    for file in files():
        if (
            file != Path(__file__)
            and file.suffix in {".py", ".proto", ".yaml", ".yml", ".toml", ".json", ".conf", ".js"}
            and file.stat().st_size < 10**6
        ):
            words.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return frozenset(words)


def _missing(page: str, pattern: "re.Pattern[str]", exists: "Callable[[str], bool]") -> list[str]:
    return sorted({span for span in _spans(page) if pattern.fullmatch(span) and not exists(span)})


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists(page: str) -> None:
    assert _missing(page, PATH, _path_exists) == []


def _path_exists(path: str) -> bool:
    if "/" not in path:
        return any(file.name == path for file in files())
    if "*" in path:
        return any(ROOT.glob(path))
    return (ROOT / path).exists() or path in _ignored()


@cache
def _ignored() -> frozenset[str]:
    """What commands write into the tree; git ignores it."""
    return frozenset(line.strip("/") for line in _text(".gitignore").splitlines()) | WRITTEN


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file(page: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", FENCE.sub("", _text(page)))
    assert [target for target in targets if not Path(os.path.normpath(ROOT / page / ".." / target)).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_module_class_and_function_of_ours_exists(page: str) -> None:
    assert _missing(page, MODULE, _importable) == []


def _importable(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        try:
            return hasattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError:
            return False
    return True


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE])
def test_every_plain_name_of_a_class_or_function_is_in_the_code(page: str) -> None:
    known = _source() | OF_OTHERS
    assert _missing(page, CLASS, known.__contains__) == []
    assert _missing(page, NAME, lambda name: name.removesuffix("()") in known) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_field_method_and_rpc_of_a_named_class_exists(page: str) -> None:
    assert _missing(page, DOTTED, _has_member) == []


def _has_member(name: str) -> bool:
    """Whether ``Class.member`` is in the contract, or a member of a class that users of the code name."""
    first, *members = name.split(".")
    return _is_in_contract(first, members) or any(hasattr(owner, members[0]) for owner in _classes(first))


def _is_in_contract(owner: str, members: list[str]) -> bool:
    for member in members:
        fields = _contract().get(owner, {})
        if member not in fields:
            return False
        owner = fields[member]
    return True


@cache
def _contract() -> dict[str, dict[str, str]]:
    """By message its fields with their messages, by service its methods; events of games also by their own names."""
    known: dict[str, dict[str, str]] = {}
    for module in _contract_modules():
        file = module.DESCRIPTOR
        for name, message in file.message_types_by_name.items():
            fields = {each.name: each.message_type.name if each.message_type else "" for each in message.fields}
            known[name] = fields
            for game in GAMES:
                if name.startswith(game.capitalize()):
                    known.setdefault(name.removeprefix(game.capitalize()), fields)
        for name, service in file.services_by_name.items():
            known[name] = {method.name: "" for method in service.methods}
    return known


def _contract_modules() -> Iterator[ModuleType]:
    for proto in sorted((ROOT / "proto" / "clio" / "v1").glob("*.proto")):
        yield importlib.import_module(f"clio.v1.{proto.stem}_pb2")


def _classes(name: str) -> Iterator[object]:
    for module in ("clio.client", "clio.client.calls", "clio.kernel.game", "clio.client.retry"):
        found = getattr(importlib.import_module(module), name, None)
        if found is not None:
            yield found


@pytest.mark.parametrize("page", PAGES)
def test_every_import_of_an_example_works(page: str) -> None:
    imports = [
        found
        for language, block in FENCE.findall(_text(page))
        if language == "python"
        for found in IMPORT.findall(block)
    ]
    names = [f"{module}.{name.strip()}" for module, listed in imports for name in listed.split(",")]
    assert [name for name in names if not _importable(name)] == []


@pytest.mark.parametrize(
    ("pattern", "at_least"), [(PATH, 100), (MODULE, 40), (CLASS, 100), (NAME, 150), (DOTTED, 60)], ids=str
)
def test_the_pages_name_many_things_that_are_checked(pattern: "re.Pattern[str]", at_least: int) -> None:
    assert sum(bool(pattern.fullmatch(span)) for page in PAGES for span in _spans(page)) >= at_least


def test_the_pages_show_many_commands_that_are_checked() -> None:
    assert sum(1 for page in PAGES for _ in _commands(page)) >= 100


@pytest.mark.parametrize("name", ["Match.flavour", "MatchService.PlayChess", "Client.open_sesame", "Nonsense.field"])
def test_a_wrong_member_is_found(name: str) -> None:
    assert not _has_member(name)


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_exists(page: str) -> None:
    fields = {f"CLIO_{name.upper()}" for name in Settings.__struct_fields__}
    named = set(re.findall(r"\bCLIO_[A-Z_]+[A-Z]\b", _text(page)))
    assert named - fields - _client_settings() == set()


@cache
def _client_settings() -> frozenset[str]:
    """Variables that clients, tests and deployments read by name."""
    return frozenset(word for word in _source() if word.startswith("CLIO_"))


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):(?!=)", _text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^\$ )make ([a-z-]+)", _text(page), re.MULTILINE))
    assert named - targets == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_exists(page: str) -> None:
    assert [problem for words in _commands(page) if (problem := _problem(words))] == []


def _problem(words: list[str]) -> str:
    """What is wrong with a command line; nothing, if its commands and options exist."""
    command: click.Command = clio
    context = click.Context(clio)
    position = 0
    while isinstance(command, click.Group) and position < len(words) and re.fullmatch(r"[a-z][a-z-]*", words[position]):
        found = command.get_command(context, words[position])
        if found is None:
            return f"no command {words[position]} in: {' '.join(words)}"
        command, position = found, position + 1
    known = {option for parameter in (*clio.params, *command.params) for option in parameter.opts} | {"--help"}
    named = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    unknown = named - known - {"--version"}
    return f"no {sorted(unknown)} in: {' '.join(words)}" if unknown else ""


@pytest.mark.parametrize("page", [*PAGES, *(str(f.relative_to(ROOT)) for f in (ROOT / "clients").rglob("*.py"))])
def test_every_rule_id_exists(page: str) -> None:
    books = [KERNEL_RULES, *(game.rulebook for game in GAMES.values())]
    known = {rule.id for book in books for rule in book.rules}
    prefixes = "|".join(book.prefix for book in books if book.prefix != "CLIO")
    assert set(re.findall(rf"\b(?:{prefixes})-[A-Z0-9-]*[A-Z0-9]", _text(page))) - known == set()


def test_decisions_are_numbered_without_holes() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    assert [page.name for page in pages if not page.read_text().startswith(f"# {int(page.name[:4])}. ")] == []


@pytest.mark.parametrize(
    "words", [["shwo"], ["show", "k3vq", "--att", "3"], ["admin", "bakcup"], ["serve", "--demo", "--rotate"]]
)
def test_a_wrong_command_is_found(words: list[str]) -> None:
    assert _problem(words)


def test_a_wrong_module_is_found() -> None:
    assert _importable("clio.server.bootstrap")
    assert not _importable("clio.server.app.cloakroom")
    assert not _importable("clio.kernel.match.referee.Umpire")


def test_settings_are_read_from_the_struct() -> None:
    assert "cipher_key" in msgspec.structs.asdict(Settings())
