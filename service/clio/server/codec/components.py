"""Components as messages."""

from typing import Any

from clio.kernel.component_set import ComponentSet
from clio.kernel.game import Game
from clio.server.codec.struct_messages import fill
from clio.v1 import components_pb2


def find_components(game: Game[Any, Any], data_set: str, digest: str) -> ComponentSet | None:
    """The first component set with that name and that digest (hex); an empty one matches all."""
    for found in game.component_sets():
        if data_set in ("", found.name) and digest in ("", found.digest):
            return found
    return None


def to_message(game: Game[Any, Any], found: ComponentSet) -> components_pb2.Components:
    """The components of a data set."""
    message = components_pb2.Components(
        game=game.name, data_set=found.name, digest=bytes.fromhex(found.digest), content=found.content
    )
    if found.components is not None:
        fill(getattr(message, game.name), found.components)
    return message
