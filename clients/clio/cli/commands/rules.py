"""clio rules."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.local.games import local_game
from clio.cli.render.component_counts import component_id
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Output
from clio.cli.session.completion import complete_games, complete_rules
from clio.cli.session.session import json_option, key_option, run_command, server_option, server_session
from clio.cli.session.similar_names import did_you_mean
from clio.client.address_probe import answers
from clio.client.client import DEFAULT_ADDRESS
from clio.v1.game_pb2 import Game, Rule, RuleSource


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
@click.option("--rule", "rule_id", shell_complete=complete_rules, metavar="ID", help="Only this rule, by its id.")
@json_option
@key_option
@server_option
def command(*, game: str, rule_id: str | None, server: str | None, key_file: str, as_json: bool) -> None:
    """Read the rules of GAME. No server is needed.

    Rulings cover what the rulebook leaves open. With --server the rules are that server's.

    \b
    Example:
      clio rules amphipolis
      clio rules amphipolis --rule AMP-TAKE-AREA
    """  # noqa: D301 (Click's mark for lines to keep)
    out = Output(as_json=as_json)
    run_command(out, _read(out, game, rule_id, server, key_file), game)


async def _read(out: Output, game: str, rule_id: str | None, server: str | None, key_file: str) -> None:
    known = local_game(game) if server is None else None
    if known is None and server is None and not await answers(DEFAULT_ADDRESS):
        raise Failure(ExitCode.NOT_FOUND, "GAME_NOT_FOUND", filled("There is no game called {game}.", game=game))
    if known is None:
        async with server_session(out, server, key_file) as session:
            known = await session.client.get_game(game)
    rules, shared = list(known.rules), list(known.shared_rules)
    if rule_id is not None:
        ids = [rule.rule for rule in rules + shared]
        rules, shared = _named(rules, rule_id), _named(shared, rule_id)
        if not rules and not shared:
            message = filled("{game} has no rule {rule}.", game=known.game.title, rule=rule_id)
            raise Failure(ExitCode.NOT_FOUND, "RULE_NOT_FOUND", message + did_you_mean(rule_id, ids))
    if out.as_json:
        out.document(
            {
                "game": to_json_value(known.game),
                "rules": [to_json_value(rule) for rule in rules],
                "shared_rules": [to_json_value(rule) for rule in shared],
            }
        )
        return
    with out.paged():
        _show(out, known.game, rules + shared)


def _show(out: Output, game: Game, rules: list[Rule]) -> None:
    out.line(filled("{game}, rules version {version}", game=game.title, version=game.rules_version))
    for rule in rules:
        out.line()
        out.line(f"{rule.rule}  {t(rule.title)}  [{t(component_id(RuleSource.DESCRIPTOR, rule.source))}]")
        out.line(f"  {t(rule.text)}")
        if rule.ruling:
            out.line(f"  {t('Ruling')}: {t(rule.ruling)}")


def _named(rules: list[Rule], rule_id: str) -> list[Rule]:
    return [rule for rule in rules if rule.rule.lower() == rule_id.lower()]
