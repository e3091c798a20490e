"""The notation of positions, one line: fields `key=value`, lists with commas, `-` for nothing, `?` for unknown.

`limit` is the turn limit, 0 for none. `flags`: `f` a free move is left, `o` the oracle was asked this turn, `l` the
last round. `cell` is the tile just played. `pile`: which shuffle, how many tiles are drawn, the content where it is not
the first. `maps` and `market` count easy, medium, hard and orange, blue, green, grey; `goals` the cards drawn and left.
A tile is `id@x,y/rotation`, a cube `colour@x,y/corner`, a temple `seat:map@x,y/corner`. `p0` and `p1` are the players:
drachmas, dock of the boat, cargo, tile in hand (`!` if all know it), maps, secret goals, shown goals, goals to choose
from.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from clio.games.akrotiri.components import DATA_SETS, Components
from clio.games.akrotiri.data_validation import COLOURS, DIFFICULTIES
from clio.games.akrotiri.draws import GOALS_TO_CHOOSE_FROM
from clio.games.akrotiri.geometry.grid import CORNER_NAMED, CORNERS, ROTATION_NAMED, ROTATIONS, Cell
from clio.games.akrotiri.geometry.island_map import IslandMap
from clio.games.akrotiri.state import STEPS, UNKNOWN, Cube, Player, State, Temple, TilePile
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.game import Viewpoint
from clio.kernel.rejection import Rejection

_NOTHING: Final = "-"
_SHOWN: Final = "!"
_GAME: Final = "akrotiri"
_NUMBER: Final = re.compile(r"-?\d{1,6}")


def format_position(state: State, viewpoint: Viewpoint) -> str:
    """What the viewpoint knows of the position, in notation."""
    known = visible_state(state, viewpoint)
    fields = {
        "data": known.data,
        "variant": known.variant,
        "limit": known.turn_limit,
        "first": known.first_seat,
        "turn": known.turn,
        "seat": known.seat,
        "step": known.step,
        "actions": known.actions,
        "flags": _flags(known),
        "cell": _NOTHING if known.last_cell is None else _cell(known.last_cell),
        "ending": known.ending or _NOTHING,
        "pile": _pile(known.pile),
        "discards": _list(known.discards),
        "maps": _list(known.map_piles[deck] for deck in DIFFICULTIES),
        "goals": f"{known.goals_drawn},{known.goal_pile}",
        "open": _list(known.open_goals),
        "market": _list(known.market[colour] for colour in COLOURS),
        "tiles": _chain(
            f"{placed.tile}@{_cell(cell)}/{placed.rotation}" for cell, placed in known.archipelago.tiles.items()
        ),
        "cubes": _chain(f"{cube.colour}@{cube.x},{cube.y}/{cube.corner}" for cube in known.cubes),
        "temples": _chain(f"{spot.seat}:{spot.card}@{spot.x},{spot.y}/{spot.corner}" for spot in known.temples),
        "p0": _player(known.players[0]),
        "p1": _player(known.players[1]),
    }
    return " ".join((_GAME, *(f"{key}={value}" for key, value in fields.items())))


def _flags(state: State) -> str:
    letters = {"f": state.free_move, "o": state.oracle_used, "l": state.last_round}
    return "".join(letter for letter, is_set in letters.items() if is_set) or _NOTHING


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _list(items: Iterable[str | int]) -> str:
    return ",".join(map(str, items)) or _NOTHING


def _chain(items: Iterable[str]) -> str:
    return ";".join(items) or _NOTHING


def _pile(pile: TilePile) -> str:
    """Lists the content of later piles only, because the first one has every tile."""
    content = _NOTHING if pile.shuffle == 1 else _list(pile.content)
    return f"{pile.shuffle}:{pile.drawn}:{content}"


def _player(player: Player) -> str:
    tile = _NOTHING if player.tile is None else player.tile + _SHOWN * player.tile_shown
    return ":".join(
        (
            str(player.drachmas),
            str(player.boat),
            _list(player.cargo),
            tile,
            _list(player.maps),
            _list(player.secret_goals),
            _list(player.shown_goals),
            _list(player.choice),
        )
    )


def parse_position(text: str) -> State | Rejection:
    """Parses a position; what its viewpoint did not know stays ``?``."""
    game, _, rest = text.strip().partition(" ")
    if game != _GAME:
        return _refused(f"it begins with the word {_GAME}")
    try:
        return _state({key: value for key, _, value in (word.partition("=") for word in rest.split())})
    except KeyError as missing:
        return _refused(f"{missing.args[0]} is missing or unknown")
    except ValueError as flaw:
        return _refused(str(flaw))


def _refused(reason: str) -> Rejection:
    return Rejection("AKT-NOTATION", "This is not a position: {reason}.", {"reason": reason})


def _state(fields: dict[str, str]) -> State:
    components = DATA_SETS[fields["data"]]
    archipelago = _archipelago(fields["tiles"], components)
    temples = tuple(_temple(item, components, archipelago) for item in _split(fields["temples"], ";"))
    goals_drawn, goal_pile = _numbers(fields["goals"], 2)
    ending, cell = fields["ending"], fields["cell"]
    return State(
        data=components.name,
        variant=_one_of(fields["variant"], ("base", "strategist")),
        turn_limit=_number(fields["limit"]),
        first_seat=_seat(fields["first"]),
        archipelago=archipelago,
        players=(
            _read_player(fields["p0"], components, archipelago, sum(temple.seat == 0 for temple in temples)),
            _read_player(fields["p1"], components, archipelago, sum(temple.seat == 1 for temple in temples)),
        ),
        market=dict(zip(COLOURS, _numbers(fields["market"], len(COLOURS)), strict=True)),
        map_piles=dict(zip(DIFFICULTIES, _numbers(fields["maps"], len(DIFFICULTIES)), strict=True)),
        goals_drawn=goals_drawn,
        goal_pile=goal_pile,
        pile=_read_pile(fields["pile"], components),
        seat=_seat(fields["seat"]),
        step=_one_of(fields["step"], STEPS),
        cubes=tuple(_cube(item, archipelago) for item in _split(fields["cubes"], ";")),
        temples=temples,
        discards=_known(_split(fields["discards"]), components.tiles),
        open_goals=_known(_split(fields["open"]), components.goals),
        turn=_number(fields["turn"]),
        actions=_number(fields["actions"]),
        free_move="f" in fields["flags"],
        oracle_used="o" in fields["flags"],
        last_round="l" in fields["flags"],
        last_cell=None if cell == _NOTHING else _on_map(_read_cell(cell), archipelago),
        ending="" if ending == _NOTHING else _one_of(ending, ("last-temple", "turn-limit")),
    )


def _archipelago(text: str, components: Components) -> IslandMap:
    archipelago = components.thera
    for item in _split(text, ";"):
        tile, cell, rotation = _placed(item, ROTATIONS)
        if cell not in archipelago.open_cells:
            raise ValueError(f"no tile can lie at {_cell(cell)}")
        archipelago = components.map_with(archipelago, cell, tile, ROTATION_NAMED[rotation])
    return archipelago


def _read_pile(text: str, components: Components) -> TilePile:
    shuffle, drawn, content = _parts(text, 3)
    tiles = sorted(components.tiles) if content == _NOTHING else _known(_split(content), components.tiles)
    pile = TilePile(_number(shuffle), tuple(tiles), _number(drawn))
    if pile.shuffle < 1 or not 0 <= pile.drawn <= len(tiles):
        raise ValueError("more tiles are drawn than there were")
    return pile


def _parts(text: str, count: int) -> list[str]:
    parts = text.split(":")
    if len(parts) != count:
        raise ValueError(f"{text} does not have {count} parts")
    return parts


def _split(text: str, mark: str = ",") -> list[str]:
    return [] if text == _NOTHING else text.split(mark)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text} is not a number")
    return int(text)


def _numbers(text: str, count: int) -> tuple[int, ...]:
    numbers = tuple(_number(part) for part in text.split(","))
    if len(numbers) != count or min(numbers) < 0:
        raise ValueError(f"{text} is not a list of {count} numbers")
    return numbers


def _one_of(text: str, values: Sequence[str]) -> str:
    if text not in values:
        raise ValueError(f"{text} is none of {', '.join(values)}")
    return text


def _seat(text: str) -> int:
    return int(_one_of(text, ("0", "1")))


def _known(names: Iterable[str], among: Iterable[str], *unknown: str) -> tuple[str, ...]:
    allowed = {*among, *unknown}
    return tuple(_one_of(name, sorted(allowed)) for name in names)


def _read_cell(text: str) -> Cell:
    x, _, y = text.partition(",")
    return _number(x), _number(y)


def _on_map(cell: Cell, archipelago: IslandMap) -> Cell:
    if cell not in archipelago.tiles:
        raise ValueError(f"no tile lies at {_cell(cell)}")
    return cell


def _placed(item: str, ends: Sequence[str]) -> tuple[str, Cell, str]:
    name, _, place = item.partition("@")
    cell, _, end = place.partition("/")
    return name, _read_cell(cell), _one_of(end, ends)


def _cube(item: str, archipelago: IslandMap) -> Cube:
    colour, cell, corner = _placed(item, CORNERS)
    return Cube(_one_of(colour, COLOURS), *_on_map(cell, archipelago), CORNER_NAMED[corner])


def _temple(item: str, components: Components, archipelago: IslandMap) -> Temple:
    seat, rest = _parts(item, 2)
    card, cell, corner = _placed(rest, CORNERS)
    known = _one_of(card, tuple(components.maps))
    return Temple(_seat(seat), known, *_on_map(cell, archipelago), CORNER_NAMED[corner])


def _read_player(text: str, components: Components, archipelago: IslandMap, temples: int) -> Player:
    drachmas, boat, cargo, tile, maps, secret, shown, choice = _parts(text, 8)
    backs = [f"{deck}-{UNKNOWN}" for deck in DIFFICULTIES]
    dock = _number(boat)
    if dock and not archipelago.has_dock(dock):
        raise ValueError(f"there is no dock d{dock}")
    if len(_split(choice)) not in (0, GOALS_TO_CHOOSE_FROM):
        raise ValueError(f"a goal card is chosen from {GOALS_TO_CHOOSE_FROM}")
    if temples > components.temples:
        raise ValueError(f"a player has {components.temples} temples")
    return Player(
        drachmas=_number(drachmas),
        boat=dock,
        cargo=_known(_split(cargo), COLOURS),
        tile=None if tile == _NOTHING else _one_of(tile.removesuffix(_SHOWN), (UNKNOWN, *components.tiles)),
        tile_shown=tile.endswith(_SHOWN),
        maps=_known(_split(maps), components.maps, *backs),
        secret_goals=_known(_split(secret), components.goals, UNKNOWN),
        shown_goals=_known(_split(shown), components.goals),
        choice=_known(_split(choice), components.goals, UNKNOWN),
        temples=temples,
    )
