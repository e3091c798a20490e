"""Entries of the option list that are not moves: the menu, the question before resigning, the end of the match."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from clio.cli.i18n.translate import gettext_noop, t
from clio.cli.play.controller import Opponents, PlayController
from clio.v1.fair_play_pb2 import Agreement
from clio.v1.match_pb2 import MatchStatus


class Entry(StrEnum):
    """An entry, by its id in the option list."""

    SEND = "send"
    UNDO = "undo"
    HINT = "hint"
    HELP = "help"
    POINTS = "points"
    RESIGN = "resign"
    RESIGN_NOW = "resign-now"
    ABORT = "abort"
    PAUSE = "pause"
    RESUME = "resume"
    LEAVE = "leave"
    BACK = "back"
    BOARD = "board"
    REPLAY = "replay"
    REMATCH = "rematch"
    EXPORT = "export"
    CLOSE = "close"


AGREEMENTS: Final = {
    Entry.ABORT: Agreement.AGREEMENT_ABORT,
    Entry.PAUSE: Agreement.AGREEMENT_PAUSE,
    Entry.RESUME: Agreement.AGREEMENT_RESUME,
}
_OFFERS: Final = {
    Entry.ABORT: (gettext_noop("offer to abort"), gettext_noop("agree to abort")),
    Entry.PAUSE: (gettext_noop("offer a pause"), gettext_noop("agree to a pause")),
    Entry.RESUME: (gettext_noop("offer to go on"), gettext_noop("agree to go on")),
}

Entries = Iterator[tuple[str, str]]


def menu_entries(controller: PlayController) -> Entries:
    """The menu during a match; offers only where a person can accept them."""
    if controller.my_turn and controller.opponents is Opponents.BOTS:
        yield Entry.HINT, t("ask a bot (?)")
    yield Entry.HELP, t("help (F1)")
    yield Entry.POINTS, t("points (F3)")
    if controller.match.status == MatchStatus.MATCH_STATUS_PLAYING:
        if controller.opponents is Opponents.PEOPLE:
            yield from _offers(controller)
        yield Entry.RESIGN, t("resign")
    yield Entry.LEAVE, t("leave, to resume")
    yield Entry.BACK, t("back")


def _offers(controller: PlayController) -> Entries:
    fair_play = controller.match.fair_play
    offered = {consent.to for consent in fair_play.consents if consent.seat != controller.seat}
    mine = {consent.to for consent in fair_play.consents if consent.seat == controller.seat}
    wanted = (Entry.ABORT, Entry.RESUME if fair_play.HasField("pause_time") else Entry.PAUSE)
    for entry in wanted:
        offer, agree = _OFFERS[entry]
        if AGREEMENTS[entry] not in mine:
            yield entry, t(agree) if AGREEMENTS[entry] in offered else t(offer)


def resign_entries() -> Entries:
    """The question before resigning."""
    yield Entry.BACK, t("no, play on")
    yield Entry.RESIGN_NOW, t("yes, resign")


def final_entries(controller: PlayController, *, board_hidden: bool, is_small: bool) -> Entries:
    """What can be done with a match that is over."""
    if is_small and controller.scores:
        yield Entry.BOARD, t("see the board") if board_hidden else t("see the points")
    yield Entry.REPLAY, t("replay")
    if controller.match.status == MatchStatus.MATCH_STATUS_FINISHED:
        yield Entry.REMATCH, t("rematch")
    yield Entry.EXPORT, t("export the record")
    yield Entry.CLOSE, t("close")


def sending_entries() -> Entries:
    """What can be done with a composed move."""
    yield Entry.SEND, t("send it")
    yield Entry.UNDO, t("undo")
