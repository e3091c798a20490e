"""The ``clio`` program: its commands, its help and its error handling."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from clio.cli.click_support.lazy_group import LazyGroup, in_language, translate_help
from clio.cli.errors.exit_codes import MEANINGS, ExitCode, Failure
from clio.cli.extras import missing_extra
from clio.cli.i18n.translate import filled, set_language, t
from clio.cli.version import LANGUAGES, VERSION, WIDTH

COMMANDS: Final = (
    "serve",
    "play",
    "games",
    "rules",
    "components",
    "open",
    "join",
    "leave",
    "free",
    "rematch",
    "rotate",
    "list",
    "show",
    "moves",
    "move",
    "resign",
    "abort",
    "agree",
    "claim",
    "direct",
    "watch",
    "feed",
    "replay",
    "fork",
    "export",
    "import",
    "verify",
    "audit",
    "selfplay",
    "bot",
    "arena",
    "scores",
    "standings",
    "player",
    "stats",
    "admin",
)
_MODULES: Final = {name: f"clio.cli.commands.{name}" for name in COMMANDS} | {
    # `import` is a keyword.
    "import": "clio.cli.commands.import_records",
}
_FIRST_MATCH: Final = """\b
A first match, against a bot:
  clio play amphipolis
A match to watch, and one for two players:
  clio serve --demo                 in one terminal
  clio open amphipolis --seats 2    in another; prints the id of the match
  clio join MATCH --name Ada
  clio join MATCH --name Bob
  clio moves MATCH
  clio move MATCH 1
"""
_ENVIRONMENT: Final = """\b
Environment:
  CLIO_SERVER      the server, host:port (default 127.0.0.1:50051)
  CLIO_TOKEN       a token to use instead of the stored ones
  CLIO_KEY         an API key, for servers that require one
  XDG_STATE_HOME   tokens are stored in its folder clio/
  LANG             the language: English, or Spanish for es
  NO_COLOR         no colours
"""


def _epilog() -> str:
    codes = "".join(f"  {code.value:<4} {t(text)}\n" for code, text in MEANINGS.items())
    return f"{translate_help(_FIRST_MATCH)}\n\b\n{t('Exit codes:')}\n{codes}\n{translate_help(_ENVIRONMENT)}"


@click.group(
    cls=LazyGroup,
    modules=_MODULES,
    invoke_without_command=True,
    epilog=_epilog(),
    context_settings={"max_content_width": WIDTH, "help_option_names": ["-h", "--help"]},
)
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help="The language (default: from LANG).")
@click.version_option(VERSION, prog_name="clio", message="%(prog)s %(version)s")
@click.pass_context
def clio(context: click.Context) -> None:
    """Play Amphipolis, Akros and Akrotiri, and prove that nobody cheated.

    MATCH is the id of a match, or its first characters (at least 4).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def set_program_language(language: str) -> None:
    """Translates the program's own help; each command is translated when it is loaded."""
    set_language(language)
    in_language(clio)
    clio.epilog = _epilog()


def run_program(arguments: Sequence[str], language: str = LANGUAGES[0]) -> int:
    """Runs a command line and returns its exit code; prints no traceback."""
    set_program_language(language)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that the terminal cannot encode must not end the command.
        sys.stdout.reconfigure(errors="replace")
    as_json = "--json" in arguments
    try:
        code = clio.main(list(arguments), prog_name="clio", standalone_mode=False)
    except click.ClickException as error:
        if not as_json:
            error.show()
            return error.exit_code
        return _report(Failure(ExitCode.USAGE, "USAGE", error.format_message()), as_json=True)
    except Failure as failure:
        return _report(failure, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except Exception as error:
        missing = missing_extra(error) if isinstance(error, ModuleNotFoundError) else None
        if missing is not None:
            return _report(missing, as_json=as_json)
        if "CLIO_DEBUG" in os.environ:
            raise
        fault = f"{type(error).__name__}: {error}"
        message = filled("internal error ({fault}). Set CLIO_DEBUG=1 for details.", fault=fault)
        return _report(Failure(ExitCode.FAULT, "FAULT", message), as_json=as_json)
    return code if isinstance(code, int) else ExitCode.OK


def _report(failure: Failure, *, as_json: bool) -> int:
    from clio.cli.render.output import Output  # noqa: PLC0415 (for what goes wrong only)

    Output(as_json=as_json).failure(failure)
    return failure.code
