"""Component usage, which statistics count beside results: a seat used a component and gained something by it."""

import msgspec


class ComponentUse(msgspec.Struct, frozen=True):
    """A seat used ``item``, a component of a ``kind`` (a character, a map), and gained ``amount`` by it."""

    kind: str
    item: str
    seat: int
    amount: int
