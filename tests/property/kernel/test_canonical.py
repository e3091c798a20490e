"""Canonical bytes against Python's own JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from clio.kernel.integrity.canonical import canonical

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values)
def test_canonical_bytes_are_what_a_plain_json_writer_gives_with_sorted_keys(value: object) -> None:
    data = canonical(value)
    assert data == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert canonical(json.loads(data)) == data
    assert b"\n" not in data
