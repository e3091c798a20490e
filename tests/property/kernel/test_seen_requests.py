"""The compact table of requests, against a dictionary."""

from hypothesis import given
from hypothesis import strategies as st

from clio.kernel.match.seen_requests import SeenRequests

requests = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)


@given(st.lists(st.tuples(requests, st.integers(1, 3)), unique_by=lambda run: run[0], max_size=60), requests)
def test_it_answers_as_a_dictionary_does(runs: list[tuple[str, int]], other: str) -> None:
    seen, expected, seq = SeenRequests(), dict[str, int](), 0
    for request, events in runs:
        for _ in range(events):
            seq += 1
            seen.add(request, seq)
            expected.setdefault(request, seq)
    copy = seen.copy()
    copy.add("added later, with blanks", seq + 1)
    for request in (*expected, other):
        assert seen.get(request) == copy.get(request) == expected.get(request)
        assert (request in seen) == (request in expected)
    assert "added later, with blanks" in copy
    assert "added later, with blanks" not in seen


def test_a_key_across_two_others_is_not_found() -> None:
    """Two keys side by side hold seven false ones between them."""
    seen = SeenRequests()
    for number in range(2_000):
        seen.add(f"request-{number}", number + 1)
    seen._keys = bytearray(b"\0" + seen._keys[:-1])
    found = [seen.get(f"request-{number}") for number in range(2_000)]
    assert found == [None] * 2_000
