"""The size of a game's state: how many elements its lists and tables hold together."""

from typing import Any, Final

import msgspec

from clio.kernel.limits import MAX_STATE_ITEMS, LimitError

_DEPTH: Final = 3
"""How deep nested structs are counted: a state, its players, the regions of its map."""
_SAMPLE: Final = 16
"""Elements of a tuple that are counted in depth; tuples of tuples are one per seat or pile."""


def state_items(value: Any, depth: int = _DEPTH) -> int:  # noqa: ANN401 (any game's state)
    """The elements of all tuples and dicts in a struct, and in the structs that it holds."""
    if isinstance(value, tuple):
        items = len(value)
        return items if depth == 0 else items + sum(state_items(item, depth - 1) for item in value[:_SAMPLE])
    if isinstance(value, dict):
        return len(value)
    if not isinstance(value, msgspec.Struct) or depth == 0:
        return 0
    return sum(state_items(getattr(value, name), depth - 1) for name in value.__struct_fields__)


def demand_bounded_state(state: object) -> None:
    """Raises LimitError for a state that grew beyond any game's, as a forged record could make it."""
    items = state_items(state)
    if items > MAX_STATE_ITEMS:
        raise LimitError(f"the state holds {items} elements; the limit is {MAX_STATE_ITEMS}")
