"""Actors: every event type with every actor that may not cause it."""

from collections.abc import Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, LEGALITY, Case, Cases, Kind, all_events, game_events, moves, with_values

NO_ACTORS = ("", "seat", "seat:", "seat:-1", "seat:00", "seat:+0", "seat: 0", "seat:99", "seat:x", "Seat:0", "SERVER")
STRANGERS = ("player:0", "server ", "host\n", "admin", "seat:\u0660")

SEAT = "the seat"
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "match.Opened": ("server", "seat:0"),
    "match.Joined": ("server", "host", "another seat"),
    "match.Left": ("server", "another seat"),
    "match.Started": ("host", "seat:0"),
    "match.Resigned": ("server", "host", "another seat"),
    "match.TokenRotated": ("server", "the other one"),
    "match.Finished": ("host", "seat:0"),
    "match.Aborted": ("seat:0",),
}
"""Who cannot cause an event that all games share."""


def _other_seat(draft: Draft, place: int) -> str:
    seats = draft.entries[0].public["seats"]
    return f"seat:{(draft.entries[place].public['seat'] + 1) % seats}"


def _cases(type_: str, actor: str) -> Cases:
    def cases(draft: Draft) -> Iterator[Case]:
        for place in draft.find(type_):
            if actor == "another seat" and draft.entries[0].public["seats"] == 1:
                continue
            yield (place,)

    return cases


def _by(type_: str, actor: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        event = draft.entries[place].event
        if actor == "another seat":
            event["actor"] = _other_seat(draft, place)
        elif actor == "the other one":
            event["actor"] = "host" if "seat" in event["public"] else "seat:0"
        else:
            event["actor"] = actor

    return Kind(f"{type_} by {actor}", INTEGRITY, _cases(type_, actor), change)


def _set(draft: Draft, place: int, actor: str) -> None:
    draft.entries[place].event["actor"] = actor


def _own_moves(draft: Draft) -> Iterator[Case]:
    seats = draft.entries[0].public["seats"]
    for (place,) in moves(draft):
        for actor in ("server", *(f"seat:{seat}" for seat in range(seats))):
            if actor != draft.entries[place].event["actor"]:
                yield place, actor


KINDS = (
    *(_by(type_, actor) for type_, actors in FORBIDDEN.items() for actor in actors),
    Kind("an actor that is none", INTEGRITY, with_values(all_events, NO_ACTORS), _set),
    Kind("an actor nobody knows", INTEGRITY, with_values(all_events, STRANGERS), _set),
    Kind("a game's event by the host", INTEGRITY, with_values(game_events, ["host"]), _set),
    Kind("a move by another actor", LEGALITY, _own_moves, _set),
)
