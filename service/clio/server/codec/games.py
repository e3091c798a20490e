"""Games and their rules as messages."""

from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.option import OptionKind
from clio.kernel.rulebook import Rule, Rulebook, Source
from clio.v1 import game_pb2

_SOURCES: Final[dict[Source, game_pb2.RuleSource.ValueType]] = {
    "rulebook": game_pb2.RULE_SOURCE_RULEBOOK,
    "published": game_pb2.RULE_SOURCE_PUBLISHED,
    "ruling": game_pb2.RULE_SOURCE_RULING,
    "reconstruction": game_pb2.RULE_SOURCE_RECONSTRUCTION,
    "service": game_pb2.RULE_SOURCE_SERVICE,
}
_KINDS: Final[dict[OptionKind, game_pb2.GameOptionKind.ValueType]] = {
    "choice": game_pb2.GAME_OPTION_KIND_CHOICE,
    "int": game_pb2.GAME_OPTION_KIND_INT,
    "bool": game_pb2.GAME_OPTION_KIND_BOOL,
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
                option=option.name,
                default_value=option.default,
                values=option.values,
                help=option.help,
                kind=_KINDS[option.kind],
            )
            for option in game.options
        ],
        reconstructed=game.reconstructed,
        built_in=game.built_in,
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
