"""The ``clio`` program: its commands, its help, and what becomes of whatever goes wrong."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from clio.cli.exit_codes import MEANINGS, ExitCode, Failure
from clio.cli.extras import missing_extra
from clio.cli.i18n.translate import filled, set_language, t
from clio.cli.lazy_group import LazyGroup, in_language
from clio.cli.main import LANGUAGES, VERSION, WIDTH

COMMANDS: Final = (
    "serve",
    "play",
    "games",
    "rules",
    "open",
    "join",
    "leave",
    "rotate",
    "list",
    "show",
    "moves",
    "move",
    "resign",
    "abort",
    "watch",
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
    # Python keeps the word for itself.
    "import": "clio.cli.commands.import_records",
}
_FIRST_MATCH: Final = """\b
A first match, against a bot:
  clio play amphipolis
A match to watch, and one against yourself:
  clio serve --demo                 in one terminal
  clio open amphipolis --seats 2    in another; it tells the match's id
  clio join MATCH --name Ada
  clio join MATCH --name Bob
  clio moves MATCH
  clio move MATCH 1
"""
_ENVIRONMENT: Final = """\b
Environment:
  CLIO_SERVER      the server, host:port (default 127.0.0.1:50051)
  CLIO_TOKEN       a token to use instead of the remembered ones
  CLIO_KEY         an API key, for servers that ask for one
  XDG_STATE_HOME   tokens are remembered in its folder clio/
  LANG             the language: English, or Spanish for es
  NO_COLOR         no colours
"""


def _epilog() -> str:
    codes = "".join(f"  {code.value:<4} {t(text)}\n" for code, text in MEANINGS.items())
    return f"{t(_FIRST_MATCH)}\n\b\n{t('Exit codes:')}\n{codes}\n{t(_ENVIRONMENT)}"


@click.group(
    cls=LazyGroup,
    modules=_MODULES,
    invoke_without_command=True,
    epilog=_epilog(),
    context_settings={"max_content_width": WIDTH},
)
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help="The language; else as LANG says.")
@click.version_option(VERSION, prog_name="clio", message="%(prog)s %(version)s")
@click.pass_context
def clio(context: click.Context) -> None:
    """Play, watch and verify matches of board games refereed by Clio.

    A match is named by its id, or by the first characters of it (at least 4).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def speak_to_users(language: str) -> None:
    """Puts the program's own help into a language; its commands follow as they are loaded."""
    set_language(language)
    in_language(clio)
    clio.epilog = _epilog()


def run_program(arguments: Sequence[str], language: str = LANGUAGES[0]) -> int:
    """Runs a command line and gives its exit code; no traceback leaves it."""
    speak_to_users(language)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal cannot show must not end the command.
        sys.stdout.reconfigure(errors="replace")
    as_json = "--json" in arguments
    try:
        code = clio.main(list(arguments), prog_name="clio", standalone_mode=False)
    except click.ClickException as error:
        if not as_json:
            error.show()
            return error.exit_code
        return _told(Failure(ExitCode.USAGE, "USAGE", error.format_message()), as_json=True)
    except Failure as failure:
        return _told(failure, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except Exception as error:
        missing = missing_extra(error) if isinstance(error, ModuleNotFoundError) else None
        if missing is not None:
            return _told(missing, as_json=as_json)
        if "CLIO_DEBUG" in os.environ:
            raise
        fault = f"{type(error).__name__}: {error}"
        told = filled("a fault of its own, {fault}. CLIO_DEBUG=1 shows more.", fault=fault)
        return _told(Failure(ExitCode.FAULT, "FAULT", told), as_json=as_json)
    return code if isinstance(code, int) else ExitCode.OK


def _told(failure: Failure, *, as_json: bool) -> int:
    from clio.cli.render.output import Output  # noqa: PLC0415 (for what goes wrong only)

    Output(as_json=as_json).failure(failure)
    return failure.code
