"""The size of a state: how deep and how far it is counted, and the limit."""

import msgspec
import pytest

from clio.kernel.limits import MAX_STATE_ITEMS, LimitError
from clio.kernel.state_size import demand_bounded_state, state_items


class Node(msgspec.Struct, frozen=True):
    items: tuple[object, ...] | dict[str, int] = ()
    inner: object = None


@pytest.mark.parametrize(
    ("state", "items"),
    [
        (None, 0),
        (7, 0),
        (Node(), 0),
        (Node((1, 2, 3)), 3),
        (Node({"a": 1, "b": 2}), 2),
        (Node((1, 2), Node((1, 2))), 4),
        (Node((1, 2), Node((1, 2), Node((1, 2)))), 6),
        (Node((1, 2), Node((1, 2), Node((1, 2), Node((1, 2))))), 6),
        (((1, 2), (3,)), 5),
        (((((1, 2),),),), 1 + 1 + 1 + 2),
        ((((((1, 2),),),),), 1 + 1 + 1 + 1),
        ((Node((1, 2)), Node((1,))), 5),
        (((0,),) * 16, 32),
        (((0,),) * 17, 33),
        (((0,),) * 100, 116),
    ],
)
def test_a_state_is_counted_three_levels_deep_and_sixteen_elements_far(state: object, items: int) -> None:
    assert state_items(state) == items


def test_a_state_holds_as_many_elements_as_the_limit_allows() -> None:
    demand_bounded_state(Node((0,) * MAX_STATE_ITEMS))
    with pytest.raises(LimitError, match="holds 16385 elements; the limit is 16384"):
        demand_bounded_state(Node((0,) * (MAX_STATE_ITEMS + 1)))
