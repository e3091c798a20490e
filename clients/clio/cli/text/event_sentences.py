"""Events as sentences, for players and spectators."""

import json
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clio.cli.i18n.translate import filled, t
from clio.cli.render.component_counts import component_id
from clio.cli.render.json_output import fields_of
from clio.cli.render.struct_values import plain_struct
from clio.cli.text.clock_text import duration_in_words
from clio.cli.text.event_text import WIDEST_SEQ, actor_in_words, end_in_words, innermost
from clio.cli.text.external_text import fields_in_words
from clio.cli.text.message_text import Names, field_in_words, label, message_in_words, seat_name
from clio.cli.text.time_used import time_in_words
from clio.v1.akrotiri_pb2 import AkrotiriColour, AkrotiriCube, AkrotiriRotation, AkrotiriStep, AkrotiriStepStarted
from clio.v1.event_pb2 import Event, Opening

_SEATS: Final = frozenset({"seat", "first_seat", "jinn", "ifrit"})

Openings = Mapping[tuple[int, str], Opening]
"""Openings of sealed fields, by event and field."""

SENTENCES: Final[Mapping[str, str]] = {
    "match.Opened": "The match is open.",
    "match.Joined": "{name} takes seat {number}.",
    "match.Left": "Seat {number} is free again.",
    "match.Started": "All seats are taken. The match starts.",
    "match.Resigned": "{seat} resigns.",
    "match.TokenRotated": "{actor} has a new token.",
    "match.Ready": "{seat} is ready.",
    "match.Lapsed": "Not everybody was ready in time; seats are free again.",
    "match.TimedOut": "The time of {seat} has run out.",
    "match.Abandoned": "{seat} has abandoned the match.",
    "match.Consented": "{seat} agrees to {to}: {reason}.",
    "match.Paused": "The match is paused: {reason}.",
    "match.Resumed": "The match goes on: {reason}.",
    "match.TimeAdded": "{seat} gets {milliseconds} more: {reason}.",
    "match.TimeCredited": "The clocks get {milliseconds} back: no move could be recorded.",
    "amphipolis.SiteOpened": "The site is open: {tiles}. {first_seat} begins.",
    "amphipolis.TilesDrawn": "{seat} draws {tiles}.",
    "amphipolis.TilesTaken": "{seat} takes {tiles} from {area}.",
    "amphipolis.TurnPassed": "{seat} finds nothing to take.",
    "amphipolis.CharacterUsed": "{seat} uses the {character} and takes {tiles}.",
    "amphipolis.TurnEnded": "{seat} uses no character.",
    "amphipolis.RobberStruck": "The grave robber takes {tiles}.",
    "amphipolis.SeatRetired": "{seat} leaves the dig.",
    "amphipolis.SiteClosed": "{seat} drew the last landslide: the site is closed.",
    "akrotiri.TableLaid": "The table is laid; {first_seat} begins.",
    "akrotiri.TileDrawn": "{seat} draws a land tile: {tile}.",
    "akrotiri.MapDrawn": "{seat} draws a map card ({deck}): {card}.",
    "akrotiri.GoalDrawn": "{seat} draws a goal card: {goal}.",
    "akrotiri.GoalKept": "{seat} keeps a goal card: {goal}.",
    "akrotiri.GoalsOpened": "Goal cards lie open: {goals}.",
    "akrotiri.GoalTaken": "{seat} takes the goal card {goal}.",
    "akrotiri.TilePlayed": "{seat} plays {tile} on {x},{y}, rotated {rotation}.",
    "akrotiri.CubePlaced": "A cube, {colour}, goes to {x},{y} {corner}.",
    "akrotiri.BoatDocked": "{seat} starts at dock d{dock}.",
    "akrotiri.TurnStarted": "Turn {turn}: {seat}.",
    "akrotiri.BoatMoved": "{seat} moves to dock d{dock} ({by}).",
    "akrotiri.CubesLoaded": "{seat} loads {cubes}.",
    "akrotiri.CubeUnloaded": "{seat} unloads {colour} at {x},{y} {corner}.",
    "akrotiri.CubeSold": "{seat} sells {colour} for {drachmas} drachmas.",
    "akrotiri.MapsBought": "{seat} buys map cards for {drachmas} drachmas.",
    "akrotiri.OracleConsulted": "{seat} asks the oracle for {terrain} and gets {kept}.",
    "akrotiri.TempleExcavated": "{seat} excavates temple {temple} on {x},{y} {corner} with {card}: {points} points.",
    "akrotiri.LastRoundCalled": "{seat} has built the last temple: the last round begins.",
    "akrotiri.TilesReshuffled": "The discarded tiles are reshuffled.",
    "akrotiri.GoalsRevealed": "{seat} shows the goal cards {goals}.",
    "akrotiri.GameEnded": "The game is over: {reason}.",
    "akros.BoardLaid": "{jinn} plays Jinn, {ifrit} plays Ifrit; the board is {board}.",
    "akros.TilesDrawn": "Turn {turn}: {tiles} from the bag.",
    "akros.BagRemoved": "The bag leaves the game with {tiles} tiles in it.",
    "akros.PileTaken": "Turn {turn}: {tiles} from pile {pile} of the Temple of Time.",
    "akros.TileKept": "{seat} keeps {tile}.",
    "akros.TileDiscarded": "{tile} goes to pile {pile} of the Temple of Time.",
    "akros.TilePlaced": "{seat} places {tile} on {target} and moves there from {origin}.",
    "akros.TileRemoved": "{seat} can place {tile} nowhere; it leaves the game.",
}
SINGULAR: Final[Mapping[str, tuple[str, str]]] = {
    "akrotiri.CubeSold": ("drachmas", "{seat} sells {colour} for {drachmas} drachma."),
    "akrotiri.MapsBought": ("drachmas", "{seat} buys map cards for {drachmas} drachma."),
    "akrotiri.TempleExcavated": (
        "points",
        "{seat} excavates temple {temple} on {x},{y} {corner} with {card}: {points} point.",
    ),
    "akros.BagRemoved": ("tiles", "The bag leaves the game with {tiles} tile in it."),
}
"""The sentence of an event with a count of one: the counting field, and the template."""
STEPS: Final[Mapping[str, str]] = {
    "tile": "{seat} must place a tile.",
    "cube": "{seat} must place a cube.",
    "goal": "{seat} must choose a goal card.",
    "dock": "{seat} must choose a dock.",
    "actions": "{seat} may take actions.",
}
"""Sentences of ``akrotiri.StepStarted`` by step."""


def event_line(event: Event, names: Names, took: timedelta | None = None, openings: Openings | None = None) -> str:
    """An event on one line: its number, its sentence, the move that led to it, and the time that the move took."""
    move = f" [{event.move}]" if event.move else ""
    times = [time_in_words(took)] if took is not None else []
    if event.HasField("remaining"):
        times.append(filled("{time} left", time=duration_in_words(event.remaining)))
    time = f" ({', '.join(times)})" if times else ""
    return f"{event.seq:>{WIDEST_SEQ}}  {event_sentence(event, names, openings)}{move}{time}"


def event_sentence(event: Event, names: Names, openings: Openings | None = None) -> str:
    """Describes an event in a sentence, with the sealed values that the reader may see."""
    if end := end_in_words(event, names):
        return f"{end}."
    if event.WhichOneof("payload") == "external":
        return _external(event, names)
    payload = _payload(event)
    template = _template(event, payload)
    if template is None or payload is None:
        facts = message_in_words(payload, names) if payload is not None else ""
        return f"{t(label(event.type.rpartition('.')[2]))}: {facts}" if facts else event.type
    values = {
        field.name: _value(field, getattr(payload, field.name), names)
        if not field.has_presence or payload.HasField(field.name)
        else _opened((openings or {}).get((event.seq, field.name)))
        for field in fields_of(payload)
    }
    return filled(template, number=getattr(payload, "seat", ""), actor=actor_in_words(event, names), **values)


def _external(event: Event, names: Names) -> str:
    """An event of a game that Clio does not ship, for whom there are no sentences: whose it is, its name and fields."""
    fields = plain_struct(event.external.fields)
    seat = fields.get("seat")
    who = seat_name(int(seat), names) if isinstance(seat, int | float) else actor_in_words(event, names)
    facts = fields_in_words(fields, names, frozenset({"seat"}))
    return f"{who}: {t(label(event.type.rpartition('.')[2]))}" + (f": {facts}" if facts else "")


def _template(event: Event, payload: Message | None) -> str | None:
    if isinstance(payload, AkrotiriStepStarted):
        return STEPS.get(component_id(AkrotiriStep.DESCRIPTOR, payload.step))
    field, singular = SINGULAR.get(event.type, ("", ""))
    if singular and getattr(payload, field, None) == 1:
        return singular
    return SENTENCES.get(event.type)


def _payload(event: Event) -> Message | None:
    which = event.WhichOneof("payload")
    return innermost(getattr(event, which)) if which else None


def _opened(opening: Opening | None) -> str:
    if opening is None:
        return t("hidden")
    value = json.loads(opening.value)
    return t(value) if isinstance(value, str) else str(value)


def _value(field: FieldDescriptor, value: object, names: Names) -> str:
    if field.name in _SEATS and isinstance(value, int):
        return names.get(value) or filled("seat {seat}", seat=value)
    if field.enum_type is AkrotiriRotation.DESCRIPTOR and isinstance(value, int):
        return f"{component_id(AkrotiriRotation.DESCRIPTOR, value).removeprefix('r')}°"
    if field.message_type is AkrotiriCube.DESCRIPTOR and isinstance(value, Iterable):
        return ", ".join(t(component_id(AkrotiriColour.DESCRIPTOR, cube.colour)) for cube in value)
    if field.name == "milliseconds" and isinstance(value, int):
        return time_in_words(timedelta(milliseconds=value))
    return field_in_words(field, value, names) or t("nothing")
