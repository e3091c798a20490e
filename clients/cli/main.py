"""Where ``clio`` starts; answers ``--help`` and ``--version`` by itself, because loading Click takes longer."""

import os
import sys

VERSION = "0.1.0"
VERSION_LINE = f"clio {VERSION}\n"
WIDTH = 80
"""The width that the prepared help is written for."""


def main() -> None:
    """Runs the command line of this process and exits."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Runs a command line and gives its exit code."""
    prepared = _prepared(arguments)
    if prepared is not None:
        return _say(prepared)
    # Connections are tried again and failures told by us; gRPC's own lines would only repeat them.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from clients.cli.program import run_program  # noqa: PLC0415 (loads Click)

    return run_program(arguments)


def _prepared(arguments: list[str]) -> str | None:
    if arguments == ["--version"]:
        return VERSION_LINE
    if arguments in ([], ["--help"]) and _columns() >= WIDTH and "_CLIO_COMPLETE" not in os.environ:
        with open(f"{os.path.dirname(__file__)}/help.txt", encoding="utf-8") as file:  # noqa: PTH120, PTH123 (pathlib loads slowly)
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


def _say(text: str) -> int:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


if __name__ == "__main__":
    main()
