"""Entry point of ``clio``. Answers ``--help``, ``-h`` and ``--version`` without Click, which is slow to load."""

import os
import sys

from clio.cli.version import LANGUAGES, VERSION, WIDTH

VERSION_LINE = f"clio {VERSION}\n"
HELP_FILES = {"en": "help.txt", "es": "help.es.txt"}


def main() -> None:
    """Runs the command line of this process and exits with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Runs a command line and returns its exit code."""
    language, arguments = _language(arguments)
    if "--json" in arguments:
        # Programs parse it, so the texts must not depend on the user's language.
        language = LANGUAGES[0]
    prepared = _prepared(arguments, language)
    if prepared is not None:
        return _write(prepared)
    # The client retries and reports failures itself; gRPC's own log lines would repeat them.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from clio.cli.program import run_program  # noqa: PLC0415 (loads Click)

    return run_program(arguments, language)


def _language(arguments: list[str]) -> tuple[str, list[str]]:
    """Reads the language from --lang or the environment; returns it with the other arguments."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, given = argument.partition("=")
        words = 1 if equals else 2
        given = given if equals else "".join(arguments[place + 1 : place + 2])
        if name == "--lang" and given in LANGUAGES:
            return given, arguments[:place] + arguments[place + words :]
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            asked = os.environ[variable][:2].lower()
            return asked if asked in LANGUAGES else LANGUAGES[0], arguments
    return LANGUAGES[0], arguments


def _prepared(arguments: list[str], language: str) -> str | None:
    if arguments == ["--version"]:
        return VERSION_LINE
    if arguments in ([], ["-h"], ["--help"]) and _columns() >= WIDTH and "_CLIO_COMPLETE" not in os.environ:
        with open(f"{os.path.dirname(__file__)}/{HELP_FILES[language]}", encoding="utf-8") as file:  # noqa: PTH120, PTH123 (pathlib loads slowly)
            return file.read()
    return None


def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return WIDTH


def _write(text: str) -> int:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


if __name__ == "__main__":
    main()
