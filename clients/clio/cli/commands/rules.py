"""clio rules."""

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.component_counts import component_id
from clio.cli.render.json_output import to_json_value
from clio.cli.session.session import Session, server_command
from clio.v1.game_pb2 import Rule, RuleSource


@click.command("rules")
@click.argument("game")
@click.option("--rule", "rule_id", metavar="ID", help="Only this rule, by its id.")
@server_command
async def command(session: Session, game: str, rule_id: str | None) -> None:
    """Read the rules of GAME.

    Rulings cover what the rulebook leaves open.

    \b
    Example:
      clio rules amphipolis
      clio rules amphipolis --rule AMP-TAKE-AREA
    """  # noqa: D301 (Click's mark for lines to keep)
    known = await session.client.get_game(game)
    rules, shared = list(known.rules), list(known.shared_rules)
    if rule_id is not None:
        rules, shared = _named(rules, rule_id), _named(shared, rule_id)
        if not rules and not shared:
            raise Failure(
                ExitCode.NOT_FOUND,
                "RULE_NOT_FOUND",
                filled("{game} has no rule {rule}.", game=known.game.title, rule=rule_id),
            )
    if session.out.as_json:
        session.out.document(
            {
                "game": to_json_value(known.game),
                "rules": [to_json_value(rule) for rule in rules],
                "shared_rules": [to_json_value(rule) for rule in shared],
            }
        )
        return
    heading = filled("{game}, rules version {version}", game=known.game.title, version=known.game.rules_version)
    session.out.line(heading)
    for rule in rules + shared:
        session.out.line()
        session.out.line(f"{rule.rule}  {t(rule.title)}  [{t(component_id(RuleSource.DESCRIPTOR, rule.source))}]")
        session.out.line(f"  {t(rule.text)}")
        if rule.ruling:
            session.out.line(f"  {t('Ruling')}: {t(rule.ruling)}")


def _named(rules: list[Rule], rule_id: str) -> list[Rule]:
    return [rule for rule in rules if rule.rule.lower() == rule_id.lower()]
