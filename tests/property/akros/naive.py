"""A second, slow Akros, written from the rules alone, to hold the first one against.

It shares the chance with the product and nothing else: the board is drawn here again, regions are told apart by their
places, servants and tiles are single objects in lists, and every move is found by trying all of them.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product

from clio.kernel.integrity.chance import Chance

DRAWING = """
      0M  1M  2F
    3S  4F  5S  6S
  7F  8M  --  9M 10F
   11S 12S 13F 14S
     15F 16M 17M
"""
FIRST_COLUMN = (0, -1, -2, -2, -2)
WORDS = {"F": "forest", "M": "mountain", "S": "sea"}


def _read(drawing: str) -> tuple[dict[int, str], dict[int, tuple[int, int]]]:
    environments, places = {}, {}
    for row, line in enumerate(drawing.strip("\n").splitlines()):
        for column, cell in enumerate(line.split()):
            if cell != "--":
                environments[int(cell[:-1])] = WORDS[cell[-1]]
                places[int(cell[:-1])] = (FIRST_COLUMN[row] + column, row - 2)
    return environments, places


ENVIRONMENT, PLACE = _read(DRAWING)


def touch(one: int, other: int) -> bool:
    """Whether two hexagons share a side."""
    q, r = PLACE[one][0] - PLACE[other][0], PLACE[one][1] - PLACE[other][1]
    return max(abs(q), abs(r), abs(q + r)) == 1


@dataclass
class Table:
    """Everything on the table, the bag in its order included."""

    bag: list[str]
    turn: int = 0
    step: str = "draw"
    jinn: list[int] = field(default_factory=lambda: [4, 8, 9, 13])
    ifrit: list[int] = field(default_factory=lambda: [0, 6, 11, 17])
    stacks: dict[int, list[str]] = field(default_factory=lambda: {region: [] for region in ENVIRONMENT})
    offer: list[str] = field(default_factory=list)
    jinn_tile: str = ""
    ifrit_tile: str = ""
    temple: dict[int, list[str]] = field(default_factory=lambda: {7: [], 8: [], 9: []})
    gone: list[str] = field(default_factory=list)

    def contested(self, region: int) -> bool:
        """Whether two or more Ifrit stand beside the region."""
        return len([servant for servant in self.ifrit if touch(servant, region)]) >= 2

    def may_place(self, origin: int, target: int) -> bool:
        """Whether the side at work may place its tile so."""
        if target in self.jinn or target in self.ifrit:
            return False
        if self.step == "ifrit places":
            return origin in self.ifrit and ENVIRONMENT[target] == self.ifrit_tile and touch(origin, target)
        in_need = [servant for servant in self.jinn if self.contested(servant)]
        if in_need and origin not in in_need:
            return False
        return origin in self.jinn and ENVIRONMENT[target] == self.jinn_tile and not self.contested(target)

    def choices(self) -> set[str]:
        """Every choice of the side that has to choose, in notation."""
        if self.step in {"jinn keeps", "ifrit keeps"}:
            return {f"keep {tile}" for tile in self.offer}
        if self.step in {"ifrit places", "jinn places"}:
            return {f"place {a}>{b}" for a, b in product(ENVIRONMENT, ENVIRONMENT) if self.may_place(a, b)}
        return set()

    def sums(self, environment: str) -> tuple[int, int]:
        """What Jinn and Ifrit have in an environment."""
        jinn = sum(1 + len(self.stacks[region]) for region in self.jinn if ENVIRONMENT[region] == environment)
        ifrit = sum(1 + len(self.stacks[region]) for region in self.ifrit if ENVIRONMENT[region] == environment)
        return jinn, ifrit

    def winner(self) -> str:
        """Who wins if the game ends like this."""
        pairs = [self.sums(environment) for environment in WORDS.values()]
        jinn, ifrit = sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)
        return "jinn" if jinn > ifrit else "ifrit"


def start(chance: Chance) -> Table:
    """The table at Jinn's first choice."""
    bag = list(chance.shuffle("akros/bag", ["forest"] * 6 + ["sea"] * 6 + ["mountain"] * 7))
    table = Table(bag)
    _go_on(table)
    return table


def play(before: Table, choice: str) -> Table:
    """The table after a choice and all that follows by itself."""
    table = deepcopy(before)
    verb, what = choice.split()
    if verb == "keep":
        table.offer.remove(what)
    if table.step == "jinn keeps":
        table.jinn_tile, table.step = what, "ifrit keeps"
        if table.turn == 9:
            table.ifrit_tile, table.step = table.offer.pop(), "ifrit places"
    elif table.step == "ifrit keeps":
        table.ifrit_tile, table.step = what, "ifrit places"
        pile = 7 if table.turn <= 3 else 8 if table.turn <= 6 else 9
        table.temple[pile].append(table.offer.pop())
    else:
        _move(table, *(int(region) for region in what.split(">")))
    _go_on(table)
    return table


def _move(table: Table, origin: int, target: int) -> None:
    ifrit = table.step == "ifrit places"
    servants = table.ifrit if ifrit else table.jinn
    servants[servants.index(origin)] = target
    table.stacks[target].append(table.ifrit_tile if ifrit else table.jinn_tile)
    _done(table)


def _done(table: Table) -> None:
    if table.step == "ifrit places":
        table.ifrit_tile, table.step = "", "jinn places"
    else:
        table.jinn_tile, table.step = "", "draw"


def _go_on(table: Table) -> None:
    while table.step.endswith("places") and not table.choices():
        table.gone.append(table.ifrit_tile if table.step == "ifrit places" else table.jinn_tile)
        _done(table)
    if table.step != "draw":
        return
    table.turn += 1
    if table.turn == 10:
        table.step = "over"
        return
    if table.turn == 7:
        table.gone += table.bag
        table.bag = []
    source = table.bag if table.turn <= 6 else table.temple[table.turn]
    table.offer, table.step = source[:3], "jinn keeps"
    del source[:3]
