"""Whatever text comes in, it is understood or refused by a rule."""

from hypothesis import given
from hypothesis import strategies as st

from clio.games.akrotiri.game import GAME
from clio.kernel.game import EVERYTHING
from clio.kernel.rejection import Rejection
from tests.property.akrotiri.plays import steps

POSITIONS = [GAME.format_position(step.state, EVERYTHING) for step in list(steps(1))[::20]]


@given(st.text())
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    """AKT-NOTATION."""
    for parsed in (GAME.parse_move(text), GAME.parse_position(text)):
        assert not isinstance(parsed, Rejection) or parsed.rule == "AKT-NOTATION"


@given(st.sampled_from(POSITIONS), st.data())
def test_a_damaged_position_is_refused_or_can_still_be_looked_at(position: str, data: st.DataObject) -> None:
    """AKT-NOTATION."""
    place = data.draw(st.integers(0, len(position) - 1))
    mark = data.draw(st.sampled_from("0123456789,:;@/-?!= az"))
    parsed = GAME.parse_position(position[:place] + mark + position[place + 1 :])
    if isinstance(parsed, Rejection):
        assert parsed.rule == "AKT-NOTATION"
        assert parsed.sentence
    else:
        GAME.legal_moves(parsed, parsed.seat)
        assert GAME.view(parsed, EVERYTHING).data == parsed.data
