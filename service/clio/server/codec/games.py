"""Games and their rules as messages."""

from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.rulebook import Rule, Rulebook, Source
from clio.v1 import game_pb2

_SOURCES: Final[dict[Source, game_pb2.RuleSource.ValueType]] = {
    "rulebook": game_pb2.RULE_SOURCE_RULEBOOK,
    "published": game_pb2.RULE_SOURCE_PUBLISHED,
    "ruling": game_pb2.RULE_SOURCE_RULING,
    "reconstruction": game_pb2.RULE_SOURCE_RECONSTRUCTION,
    "service": game_pb2.RULE_SOURCE_SERVICE,
}


def to_message(game: Game[Any, Any]) -> game_pb2.Game:
    """The game without its rules."""
    return game_pb2.Game(
        game=game.name,
        title=game.title,
        designers=game.designers,
        publisher=game.publisher,
        year=game.year,
        rules_version=game.rules_version,
        seats=game.seats,
        options=[
            game_pb2.GameOption(
                option=option.name, default_value=option.default, values=option.values, help=option.help
            )
            for option in game.options
        ],
        reconstructed=game.reconstructed,
    )


def to_rules(rulebook: Rulebook) -> list[game_pb2.Rule]:
    """The rules in reading order."""
    return [to_rule(rule) for rule in rulebook.rules]


def to_rule(rule: Rule) -> game_pb2.Rule:
    """One rule."""
    return game_pb2.Rule(
        rule=rule.id,
        title=rule.title,
        text=rule.text,
        source=_SOURCES[rule.source],
        ruling=rule.ruling,
        reference=rule.reference,
    )
