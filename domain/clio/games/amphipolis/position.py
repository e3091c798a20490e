"""The notation of positions, one line of ``key=value`` fields, without the order of the bag.

Counts are one digit a kind (a, b, c for 10, 11, 12), area by area: ``201/10/000010/1000``. ``teams`` has them for each
seat, ``site`` for the sorting areas. ``opening`` are the four tiles of the set-up, ``entrance`` the covered spaces,
``aside`` the landslides out of play, ``drawn`` the tiles drawn from the bag, ``characters`` the initials of the unused
ones (``R`` for the archaeologist).
"""

from typing import Final

from clio.games.amphipolis.components import AREAS, SPAN
from clio.games.amphipolis.position_validation import fault_in
from clio.games.amphipolis.state import ARCHAEOLOGIST, ASSISTANT, DIGGER, NOTHING, PROFESSOR, Counts, Phase, State
from clio.kernel.rejection import Rejection

_DIGITS: Final = "0123456789abc"
_TEAM: Final = (("A", ASSISTANT), ("R", ARCHAEOLOGIST), ("D", DIGGER), ("P", PROFESSOR))
_NONE: Final = "-"
_PHASES: Final[dict[str, Phase]] = {"draw": "draw", "take": "take", "character": "character", "closed": "closed"}
_KEYS: Final = (
    "seats",
    "first",
    "opening",
    "turn",
    "seat",
    "phase",
    "area",
    "site",
    "entrance",
    "aside",
    "drawn",
    "teams",
    "characters",
    "robber",
    "retired",
)


def format_position(state: State) -> str:
    """The position in notation."""
    values = (
        state.seats,
        state.first_seat,
        ",".join(state.opening),
        state.turn,
        state.seat,
        state.phase,
        state.chosen or _NONE,
        _digits(state.site),
        state.entrance,
        state.set_aside,
        state.drawn,
        ",".join(map(_digits, state.collections)),
        ",".join(map(_letters, state.characters)),
        _digits(state.robber),
        ",".join(map(str, state.retired)) or _NONE,
    )
    return " ".join(f"{key}={value}" for key, value in zip(_KEYS, values, strict=True))


def parse_position(text: str) -> State | Rejection:
    """Parses and validates a position."""
    try:
        state = _read(text)
    except (ValueError, KeyError):
        return Rejection("AMP-NOTATION", "This line is not a position of Amphipolis: {text}", {"text": text})
    if (fault := fault_in(state)) is not None:
        return Rejection("AMP-POSITION", "No match can stand so: {fault}.", {"fault": fault})
    return state


def _read(text: str) -> State:
    words = [word.partition("=") for word in text.split()]
    if tuple(key for key, _, _ in words) != _KEYS:
        raise ValueError(text)
    value = {key: rest for key, _, rest in words}
    return State(
        seats=_number(value["seats"]),
        first_seat=_number(value["first"]),
        opening=tuple(value["opening"].split(",")),
        turn=_number(value["turn"]),
        seat=_number(value["seat"]),
        phase=_PHASES[value["phase"]],
        chosen=_area(value["area"]),
        site=_counts(value["site"]),
        entrance=_number(value["entrance"]),
        set_aside=_number(value["aside"]),
        drawn=_number(value["drawn"]),
        collections=tuple(map(_counts, value["teams"].split(","))),
        characters=tuple(map(_bits, value["characters"].split(","))),
        robber=_counts(value["robber"]),
        retired=() if value["retired"] == _NONE else tuple(map(_number, value["retired"].split(","))),
    )


def _digits(counts: Counts) -> str:
    return "/".join("".join(_DIGITS[count] for count in counts[SPAN[area]]) for area in AREAS)


def _letters(team: int) -> str:
    return "".join(letter for letter, bit in _TEAM if team & bit) or _NONE


def _number(text: str) -> int:
    number = int(text)
    if str(number) != text or number < 0:
        raise ValueError(text)
    return number


def _area(text: str) -> str:
    if text != _NONE and text not in SPAN:
        raise ValueError(text)
    return "" if text == _NONE else text


def _counts(text: str) -> Counts:
    counts = tuple(_DIGITS.index(digit) for digit in text.replace("/", ""))
    if len(counts) != len(NOTHING) or _digits(counts) != text:
        raise ValueError(text)
    return counts


def _bits(text: str) -> int:
    bits = sum(bit for letter, bit in _TEAM if letter in text)
    if _letters(bits) != text:
        raise ValueError(text)
    return bits
