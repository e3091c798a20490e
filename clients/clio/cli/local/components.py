"""Components of the installed games, for boards that are drawn without a server."""

from functools import cache

from clio.v1.components_pb2 import Components


@cache
def local_components(game: str, data_set: str) -> Components | None:
    """The components of a data set; None where this installation does not have it."""
    import msgspec  # noqa: PLC0415 (comes with the rules)

    from clio.cli.render.json_messages import fill  # noqa: PLC0415 (loaded with the rules only)
    from clio.games.registry import GAMES  # noqa: PLC0415 (the rules are loaded only where they are needed)

    known = GAMES.get(game)
    for found in known.component_sets() if known is not None else ():
        if found.name == data_set and found.components is not None:
            components = Components(game=game, data_set=data_set, digest=bytes.fromhex(found.digest))
            fill(getattr(components, game), msgspec.to_builtins(found.components))
            return components
    return None
