from hypothesis import given
from hypothesis import strategies as st

from clio.projections.statistics.histogram import Histogram, bin_end, bin_of

NUMBERS = st.integers(-(10**12), 10**12)


@given(NUMBERS)
def test_a_number_lies_in_its_bin_and_a_bin_begins_with_itself(number: int) -> None:
    low = bin_of(number)
    assert low <= number <= bin_end(low)
    assert bin_of(low) == low
    assert bin_of(bin_end(low)) == low


@given(NUMBERS)
def test_bins_touch_and_do_not_overlap(number: int) -> None:
    after = bin_end(bin_of(number)) + 1
    assert bin_of(after) == after


@given(st.lists(NUMBERS))
def test_a_histogram_counts_exactly(numbers: list[int]) -> None:
    histogram = Histogram()
    for number in numbers:
        histogram.add(number)
    assert (histogram.count, histogram.sum) == (len(numbers), sum(numbers))
    assert (histogram.least, histogram.most) == (min(numbers, default=0), max(numbers, default=0))
    for low, count in histogram.spread():
        assert count == sum(low <= number <= bin_end(low) for number in numbers)


@given(st.lists(NUMBERS), st.lists(NUMBERS))
def test_merged_histograms_are_the_histogram_of_all(first: list[int], second: list[int]) -> None:
    parts, whole = [Histogram(), Histogram()], Histogram()
    for histogram, numbers in zip(parts, (first, second), strict=True):
        for number in numbers:
            histogram.add(number)
            whole.add(number)
    parts[0].merge(parts[1])
    assert parts[0] == whole


def test_even_the_largest_numbers_need_few_bins() -> None:
    histogram = Histogram()
    for exponent in range(60):
        for step in range(64):
            histogram.add((1 << exponent) + step * (1 << exponent) // 64)
    assert len(histogram.bins) < 400
