"""The installed games and their rules, without a server."""

from clio.v1.game_pb2 import Game
from clio.v1.game_service_pb2 import GetGameResponse


def local_game(name: str) -> GetGameResponse | None:
    """A game with all its rules, as a server tells it; None where it is not installed here."""
    from clio.games.registry import GAMES  # noqa: PLC0415 (the rules are loaded only where they are needed)
    from clio.kernel.match.referee import KERNEL_RULES  # noqa: PLC0415
    from clio.server.codec.games import to_message, to_rules  # noqa: PLC0415

    game = GAMES.get(name)
    if game is None:
        return None
    return GetGameResponse(game=to_message(game), rules=to_rules(game.rulebook), shared_rules=to_rules(KERNEL_RULES))


def local_games() -> list[Game]:
    """All installed games, by name."""
    return [found.game for name in local_game_names() if (found := local_game(name)) is not None]


def local_game_names() -> list[str]:
    """The names of all installed games."""
    from clio.games.registry import GAMES  # noqa: PLC0415 (the rules are loaded only where they are needed)

    return sorted(GAMES)
