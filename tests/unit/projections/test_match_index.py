import pytest

from clio.games.registry import GAMES
from clio.kernel.match.commands import Abort
from clio.projections.matches.match_index import MATCHES, MatchIndex, MissingEventError, result_of
from tests.kit.memory_view import folded
from tests.kit.table import Table


def match_index() -> MatchIndex:
    """An index whose cache holds every state: it never asks for a match's history."""
    return MatchIndex(GAMES, lambda _match_id, _before: ())


def test_a_finished_match_is_found_by_its_players_options_and_winner() -> None:
    table = Table("akros", 2).finish()
    (summary,) = folded(match_index(), table.events).documents(MATCHES)
    assert table.match.outcome
    winner = table.match.outcome.winners[0]
    assert MATCHES.tags is not None
    assert set(MATCHES.tags(summary)) == {
        "player:Player 0",
        "player:Player 1",
        "option:board=standard",
        "option:sides=seat-0-jinn",
        f"winner:Player {winner}",
    }
    assert result_of(summary) == "won"
    assert (summary.status, summary.seq, summary.position) == ("finished", len(table.events), 1)


def test_an_aborted_match_has_no_result() -> None:
    table = Table("akros", 2)
    table.do(Abort("enough"))
    (summary,) = folded(match_index(), table.events).documents(MATCHES)
    assert (summary.status, result_of(summary), summary.abort_reason) == ("aborted", "", "enough")


def test_an_event_that_is_missing_or_comes_twice_is_refused() -> None:
    events = Table("akros", 2).events
    for broken in ([*events[:3], *events[4:]], [*events[:4], events[3]], events[1:]):
        with pytest.raises(MissingEventError):
            folded(match_index(), broken)


def test_the_index_has_what_the_match_has() -> None:
    table = Table("amphipolis", 3).finish()
    (summary,) = folded(match_index(), table.events).documents(MATCHES)
    assert summary.outcome == table.match.outcome
    assert summary.digest == table.match.digest.hex()
    assert [seat.name for seat in summary.seats] == [seat.name for seat in table.match.seats if seat]
