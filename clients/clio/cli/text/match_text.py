"""Texts about a match: players, turn, result."""

from collections.abc import Sequence

from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.component_counts import component_id
from clio.cli.render.output import Output, Table
from clio.cli.text.message_text import Names, seat_name
from clio.v1.fair_play_pb2 import AbortCause
from clio.v1.match_pb2 import Match, MatchStatus
from clio.v1.outcome_pb2 import Outcome, SeatScore


def names_of(match: Match) -> dict[int, str]:
    """Player names by seat."""
    return {seat.seat: seat.name for seat in match.seats if seat.taken}


def status_of(match: Match) -> str:
    """The status of the match."""
    return t(component_id(MatchStatus.DESCRIPTOR, match.status))


def seats_in_words(match: Match) -> str:
    """Lists the players and the free seats."""
    free, resigned = f"({t('free')})", f" ({t('resigned')})"
    return ", ".join(seat.name + resigned * seat.resigned if seat.taken else free for seat in match.seats)


def turn_in_words(match: Match) -> str:
    """Describes what the match waits for, or how it ended."""
    names = names_of(match)
    match match.status:
        case MatchStatus.MATCH_STATUS_OPEN:
            free = sum(not seat.taken for seat in match.seats)
            return counted("waiting for {number} more player", "waiting for {number} more players", free)
        case MatchStatus.MATCH_STATUS_READYING:
            due = ", ".join(seat_name(seat, names) for seat in match.fair_play.due_seats)
            return filled("waiting for {seats} to get ready", seats=due) if due else t("getting ready")
        case MatchStatus.MATCH_STATUS_PLAYING if match.fair_play.HasField("pause_time"):
            return filled("paused: {reason}", reason=match.fair_play.pause_reason)
        case MatchStatus.MATCH_STATUS_PLAYING if not match.to_move:
            return t("in progress")
        case MatchStatus.MATCH_STATUS_PLAYING:
            return filled("waiting for {seats}", seats=", ".join(seat_name(seat, names) for seat in match.to_move))
        case MatchStatus.MATCH_STATUS_FINISHED:
            return outcome_in_words(match.outcome, names)
        case _:
            return abort_in_words(match.fair_play.abort_cause, match.abort_reason)


def abort_in_words(cause: AbortCause.ValueType, reason: str) -> str:
    """Describes how a match ended that was aborted."""
    match cause:
        case AbortCause.ABORT_CAUSE_DIRECTOR:
            return filled("voided by the director: {reason}", reason=reason)
        case AbortCause.ABORT_CAUSE_EXPIRED:
            return filled("expired: {reason}", reason=reason)
        case AbortCause.ABORT_CAUSE_CONSENT:
            return filled("aborted by agreement: {reason}", reason=reason)
        case _:
            return filled("aborted: {reason}", reason=reason)


def outcome_in_words(outcome: Outcome, names: Names) -> str:
    """Describes who won, with which scores, and by which rule."""
    winners = t(" and ").join(_called(seat, names) for seat in outcome.winners) or t("nobody")
    verb = t("win") if len(outcome.winners) > 1 else t("wins")
    scores = ", ".join(f"{_called(score.seat, names)} {score.total}" for score in outcome.scores)
    decided = f" [{outcome.decided_by}]" if outcome.decided_by else ""
    return f"{winners} {verb}{decided}" + (f": {scores}" if scores else "")


def _called(seat: int, names: Names) -> str:
    """A player's name, with the seat where the name is not unique."""
    name = names.get(seat)
    return name if name and list(names.values()).count(name) == 1 else seat_name(seat, names)


def show_scores(out: Output, scores: Sequence[SeatScore], names: Names) -> None:
    """Prints the points by rule and seat; one row per rule, because rules outnumber seats."""
    if not scores:
        return
    rules = list(dict.fromkeys(line.rule for score in scores for line in score.lines))
    rows = [[rule, *(_points(score, rule) for score in scores)] for rule in rules]
    totals = [t("total"), *(str(score.total) for score in scores)]
    out.line()
    heads = [_called(score.seat, names) for score in scores]
    out.table(Table(["", *heads], [*rows, totals], t("scores"), named=True))


def _points(score: SeatScore, rule: str) -> str:
    return str(sum(line.points for line in score.lines if line.rule == rule))
