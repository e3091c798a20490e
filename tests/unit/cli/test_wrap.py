import pytest

from clio.cli.render.wrap import column_widths, fitted

TEXT = "  The rule says that nobody may take more than one tile of an area, whatever the others do."


def test_a_line_that_fits_is_left_alone() -> None:
    assert fitted("  two  blanks  stay", 40) == "  two  blanks  stay"


@pytest.mark.parametrize("width", [20, 33, 60])
def test_a_long_line_is_broken_between_words_and_hangs(width: int) -> None:
    lines = fitted(TEXT, width).split("\n")
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()) == TEXT.strip()
    assert all(line.startswith("    ") for line in lines[1:])


def test_a_word_is_not_broken_even_if_it_is_too_long() -> None:
    assert "x" * 64 in fitted(f"signed by {'x' * 64}", 40).split()


def test_columns_have_what_they_need_while_there_is_room() -> None:
    assert column_widths([["match", "players"], ["k3vq", "Ada, Bob and Clio"]], 80) == [5, 17]


def test_the_widest_column_gives_way_first_and_no_word_is_broken() -> None:
    table = [["match", "last event", "players"], ["k3vqk3vqk3vqk3vqk3vq", "3 minutes ago", "Alexandra, Bartholomew"]]
    assert column_widths(table, 48) == [20, 13, 15]
    assert column_widths(table, 10) == [20, 13, 11]


def test_a_very_long_word_may_be_broken() -> None:
    assert column_widths([["key"], ["f" * 64]], 10) == [24]
