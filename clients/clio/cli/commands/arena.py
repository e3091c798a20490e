"""clio arena."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import click

from clio.cli.click_support.options import pairs_option
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.extras import BOTS, require_extras
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import Plain
from clio.cli.render.output import Output, Table
from clio.cli.session.bot_errors import no_such_bot
from clio.cli.session.completion import complete_bots, complete_games
from clio.cli.session.session import json_option

if TYPE_CHECKING:
    from clio.bots.arena import Arena, Contender

HEADINGS = ("bot", "matches", "won", "share", "95 % interval", "points", "rating", "s per move", "longest")


@click.command("arena")
@click.argument("game", shell_complete=complete_games)
@click.argument("bots", nargs=-1, shell_complete=complete_bots, required=True, metavar="BOT BOT…")
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Number of matches per group of bots.",
)
@click.option(
    "--seats", type=click.IntRange(min=2), help="Number of bots per match (default: the minimum, at least 2)."
)
@pairs_option
@click.option("--seed", type=int, help="Seed of the chance and the bots' choices.")
@json_option
def command(  # noqa: PLR0913 (the options of the command line)
    *,
    game: str,
    bots: tuple[str, ...],
    matches: int,
    seats: int | None,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, and rank them.

    A BOT is random, greedy, search (half a second a move), search:0.2 (seconds a move), search:200it (iterations a
    move, the same on every machine) or a file with a bot of your own. They play in this process, without a server.
    Seats change from match to match. The interval is Wilson's; ratings are openskill's (mu, give or take two sigma);
    seconds are processor time, on average and of the longest move.

    \b
    Example:
      clio arena akros search:0.1 greedy random --matches 50
    """  # noqa: D301 (Click's mark for lines to keep)
    require_extras(BOTS)
    out = Output(as_json=as_json)
    # The rules and the bots are loaded only where they play.
    from clio.bots.arena import Arena  # noqa: PLC0415
    from clio.bots.bot import BotError, NoSuchBotError, WrongChoiceError  # noqa: PLC0415

    try:
        arena = Arena(game, bots, seats or 0, seed, options)
        for number, (seated, outcome) in enumerate(arena.play(matches), start=1):
            out.aside(f"{number}  {_result(seated, outcome.winners, [score.total for score in outcome.scores])}")
    except NoSuchBotError as error:
        _fail(out, no_such_bot(error))
    except WrongChoiceError as error:
        _fail(out, Failure(ExitCode.REFUSED, "WRONG_CHOICE", filled(error.template, **error.values)))
    except BotError as error:
        _fail(out, Failure(ExitCode.USAGE, "ARENA", filled(error.template, **error.values)))
    _print(out, arena)


def _fail(out: Output, failure: Failure) -> NoReturn:
    out.failure(failure)
    raise click.exceptions.Exit(failure.code)


def _result(seated: "Sequence[Contender]", winners: Sequence[int], totals: Sequence[int]) -> str:
    names = t(" and ").join(seated[seat].name for seat in winners) or t("nobody")
    points = ", ".join(f"{contender.name} {total}" for contender, total in zip(seated, totals, strict=True))
    return filled("won by {names} ({points})", names=names, points=points)


def _print(out: Output, arena: "Arena") -> None:
    ranking = sorted(arena.contenders, key=lambda contender: contender.rating.mu, reverse=True)
    if out.as_json:
        bots: list[Plain] = [_plain(contender) for contender in ranking]
        out.document({"game": arena.game.name, "seats": arena.seats, "bots": bots})
        return
    out.table(Table([t(name) for name in HEADINGS], [_row(contender) for contender in ranking]))


def _row(contender: "Contender") -> tuple[str, ...]:
    thinking, rating = contender.thinking, contender.rating
    return (
        contender.name,
        str(contender.matches),
        f"{contender.wins:g}",
        f"{contender.wins / contender.matches:.1%}",
        f"{100 * contender.interval.low:.1f}-{100 * contender.interval.high:.1f} %",
        f"{contender.points / contender.matches:.1f}",
        f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}",
        f"{thinking.seconds / max(1, thinking.moves):.3f}",
        f"{thinking.longest:.3f}",
    )


def _plain(contender: "Contender") -> dict[str, Plain]:
    thinking = contender.thinking
    return {
        "bot": contender.name,
        "matches": contender.matches,
        "wins": contender.wins,
        "share": contender.wins / contender.matches,
        "interval": list(contender.interval),
        "points": contender.points / contender.matches,
        "rating": {"mu": contender.rating.mu, "sigma": contender.rating.sigma},
        "seconds_a_move": thinking.seconds / max(1, thinking.moves),
        "longest_move_seconds": thinking.longest,
    }
