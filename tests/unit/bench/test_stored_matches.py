import pytest

from bench.many_matches import STARTED, called_off, started_matches
from bench.stored_matches import Table, short_match
from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.commitments import salt_key
from clio.verify.verdicts import LEVELS
from clio.verify.verifier import verify_lines
from tests.kit.records import lines


def _verdicts(events: list[MatchEvent], number: int) -> list[str]:
    report = verify_lines(lines(events, salt_key(number.to_bytes(32, "big"))))
    return [getattr(report, level).verdict for level in LEVELS]


@pytest.mark.parametrize("number", range(2 * len(GAMES)))
def test_what_the_generator_writes_verifies_on_all_four_levels(number: int) -> None:
    assert _verdicts(short_match(number), number) == ["pass"] * 4
    assert _verdicts(called_off(number), number) == ["pass"] * 4


@pytest.mark.parametrize("game", GAMES)
def test_a_match_played_to_its_end_verifies_too(game: str) -> None:
    assert _verdicts(Table(game, 5).seat().play().events, 5) == ["pass"] * 4


def test_the_matches_that_are_asked_for_are_among_those_that_were_started() -> None:
    written = {short_match(number)[0].match_id for number in range(0, 100, STARTED)}
    asked = started_matches(100, 10)
    assert len(set(asked)) == 10
    assert set(asked) <= written
