"""Events as sentences, for those who follow a match."""

from collections.abc import Mapping
from typing import Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clients.cli.event_text import end_in_words, innermost
from clients.cli.language import filled, t
from clients.cli.plain import fields_of
from clients.cli.words import Names, field_in_words, label, message_in_words
from clio.v1.event_pb2 import Event

_SEATS: Final = frozenset({"seat", "first_seat", "jinn", "ifrit"})

SENTENCES: Final[Mapping[str, str]] = {
    "match.Opened": "The match is opened.",
    "match.Joined": "{name} takes seat {number}.",
    "match.Left": "Seat {number} is free again.",
    "match.Started": "All seats are taken: play begins.",
    "match.Resigned": "{seat} gives up.",
    "amphipolis.SiteOpened": "The site is open: {tiles}. {first_seat} begins.",
    "amphipolis.TilesDrawn": "{seat} draws {tiles}.",
    "amphipolis.TilesTaken": "{seat} takes {tiles} from {area}.",
    "amphipolis.TurnPassed": "{seat} finds nothing to take.",
    "amphipolis.CharacterUsed": "{seat} uses the {character} and takes {tiles}.",
    "amphipolis.TurnEnded": "{seat} uses no character.",
    "amphipolis.RobberStruck": "The grave robber takes {tiles}.",
    "amphipolis.SeatRetired": "{seat} leaves the dig.",
    "amphipolis.SiteClosed": "{seat} drew the last landslide: the site is closed.",
    "akros.BoardLaid": "{jinn} plays Jinn, {ifrit} plays Ifrit; the board is {board}.",
    "akros.TilesDrawn": "Turn {turn}: {tiles} from the bag.",
    "akros.BagRemoved": "The bag leaves the game with {tiles} tiles in it.",
    "akros.PileTaken": "Turn {turn}: {tiles} from pile {pile} of the Temple of Time.",
    "akros.TileKept": "{seat} keeps {tile}.",
    "akros.TileDiscarded": "{tile} goes to pile {pile} of the Temple of Time.",
    "akros.TilePlaced": "{seat} places {tile} on {target} and moves there from {origin}.",
    "akros.TileRemoved": "{seat} can place {tile} nowhere; it leaves the game.",
}


def event_sentence(event: Event, names: Names) -> str:
    """What happened, in a sentence."""
    if end := end_in_words(event, names):
        return f"{end}."
    payload = _payload(event)
    template = SENTENCES.get(event.type)
    if template is None or payload is None:
        facts = message_in_words(payload, names) if payload is not None else ""
        return f"{t(label(event.type.rpartition('.')[2]))}: {facts}" if facts else event.type
    values = {field.name: _value(field, getattr(payload, field.name), names) for field in fields_of(payload)}
    return filled(template, number=getattr(payload, "seat", ""), **values)


def _payload(event: Event) -> Message | None:
    which = event.WhichOneof("payload")
    return innermost(getattr(event, which)) if which else None


def _value(field: FieldDescriptor, value: object, names: Names) -> str:
    if field.name in _SEATS and isinstance(value, int):
        return names.get(value) or filled("seat {seat}", seat=value)
    return field_in_words(field, value, names) or t("nothing")
