"""What statistics count beside results: a component that a seat used, and what it brought."""

import msgspec


class ComponentUse(msgspec.Struct, frozen=True):
    """A seat used ``item``, one of its ``kind`` (a character, a map), and got ``amount`` of what such items give."""

    kind: str
    item: str
    seat: int
    amount: int
