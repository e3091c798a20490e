"""Which facts show which draws: a game's table, by which chance is checked without its rules."""

import msgspec


class Shown(msgspec.Struct, frozen=True):
    """A field of a type of fact; ``where`` (field, value) takes only facts whose other field has that value."""

    event: str
    field: str
    where: tuple[str, str] | None = None


class NumberDraw(msgspec.Struct, frozen=True):
    """One number below ``among`` (0: below the number of seats), left to chance where the option has that value."""

    label: str
    shown: Shown
    among: int = 0
    option: tuple[str, str] | None = None


class FirstOfEachDraw(msgspec.Struct, frozen=True):
    """Going through a shuffled pool: the first component of each group; a group lists how its ids begin."""

    label: str
    pool: Shown
    shown: Shown
    groups: tuple[tuple[str, ...], ...]


class DeckDraw(msgspec.Struct, frozen=True):
    """A pool (less ``less``), shuffled and drawn from the top; ``refill`` shuffles it anew as ``#2`` and so on."""

    label: str
    pool: Shown
    shown: tuple[Shown, ...]
    less: Shown | None = None
    refill: Shown | None = None


Draw = NumberDraw | FirstOfEachDraw | DeckDraw
