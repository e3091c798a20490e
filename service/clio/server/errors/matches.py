"""Errors about matches, games, bots and players that do not exist, or differ from what the caller expects."""

from collections.abc import Sequence

from clio.server.errors.service_error import ErrorKind, ServiceError


def match_not_found(match_id: str) -> ServiceError:
    """There is no such match."""
    return ServiceError(
        ErrorKind.NOT_FOUND, "MATCH_NOT_FOUND", "There is no match with that id.", metadata={"match_id": match_id[:64]}
    )


def stale(expected: int, actual: int) -> ServiceError:
    """The caller has not seen the latest event."""
    return ServiceError(
        ErrorKind.ABORTED,
        "STALE_SEQ",
        "The match has moved on: you expected event {expected}, but it is at {actual}. Load it again, then decide.",
        {"expected": expected, "actual": actual},
        metadata={"expected_seq": str(expected), "seq": str(actual)},
    )


def not_at(expected: int, head: int) -> ServiceError:
    """The caller expects another last event than the match has: one that it had before, or one that there is not."""
    return stale(expected, head) if 0 < expected < head else no_such_event(expected, head)


def history_differs(seq: int) -> ServiceError:
    """The caller's history is not the record's."""
    return ServiceError(
        ErrorKind.DATA_LOSS,
        "HISTORY_DIFFERS",
        "Your digest at event {seq} is not the record's: one of the two histories was changed. "
        "Keep yours, and verify both.",
        {"seq": seq},
        metadata={"seq": str(seq)},
    )


def feed_differs(position: int) -> ServiceError:
    """The caller's cursor is not one of this event log."""
    return ServiceError(
        ErrorKind.DATA_LOSS,
        "FEED_DIFFERS",
        "The event log does not have what your cursor at position {position} marks: it was restored or replaced. "
        "Start again from the beginning, and compare.",
        {"position": position},
        metadata={"position": str(position)},
    )


def player_name_taken() -> ServiceError:
    """Another player of the namespace has the name."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "NAME_TAKEN",
        "Another player of that namespace has this name. Erase that name first, or choose another one.",
    )


def no_such_seat(seat: int, seats: int) -> ServiceError:
    """The match has no such seat."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "SEAT_NOT_FOUND",
        "There is no seat {seat}; this match has seats 0 to {last}.",
        {"seat": seat, "last": seats - 1},
        metadata={"seat": str(seat)},
    )


def other_seat(seat: int) -> ServiceError:
    """The caller's seat in a rematch is another one than it says."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "OTHER_SEAT",
        "Your seat in the rematch is {seat}.",
        {"seat": seat},
        metadata={"rule": "CLIO-REMATCH", "seat": str(seat)},
    )


def no_such_event(seq: int, head: int) -> ServiceError:
    """The match has no such event."""
    return ServiceError(
        ErrorKind.OUT_OF_RANGE,
        "SEQ_OUT_OF_RANGE",
        "There is no event {seq}; this match has events 1 to {head}.",
        {"seq": seq, "head": head},
        metadata={"seq": str(seq), "head": str(head)},
    )


def player_not_found(name: str) -> ServiceError:
    """No player of that name has finished a match that counts."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "PLAYER_NOT_FOUND",
        "No player of that name has finished a match that counts.",
        metadata={"player": name[:64]},
    )


def game_not_found(known: str) -> ServiceError:
    """There is no such game."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "GAME_NOT_FOUND",
        "There is no game of that name. Available games: {games}.",
        {"games": known},
    )


def components_not_found(game: str, known: str) -> ServiceError:
    """The game has no such data set."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "COMPONENTS_NOT_FOUND",
        "{game} has no such data set. It has: {sets}.",
        {"game": game, "sets": known or "-"},
    )


def match_may_be_rated() -> ServiceError:
    """No bot of the server has a seat in the match."""
    return ServiceError(
        ErrorKind.FAILED_PRECONDITION,
        "MATCH_MAY_BE_RATED",
        "A bot suggests moves only in matches in which a bot of the server plays: this one may be rated.",
    )


def bot_not_found(bot: str, known: Sequence[str]) -> ServiceError:
    """There is no such bot, or the operator does not offer it."""
    return ServiceError(
        ErrorKind.NOT_FOUND,
        "BOT_NOT_FOUND",
        "This server has no bot called {bot}.",
        {"bot": ascii(bot)},
        metadata={"bots": ", ".join(known)},
    )
