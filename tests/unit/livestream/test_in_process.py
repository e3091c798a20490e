"""What reaches the watchers of one process: each event once, in order, and nothing across a gap."""

import pytest

from clio.kernel.integrity.chain import link
from clio.server.livestream.in_process import InProcessLiveStream
from clio.server.livestream.stream import HistoryReplacedError, LiveEvent


def digest(seq: int) -> bytes:
    """The chain's digest at an event whose canonical bytes are its number."""
    return link(digest(seq - 1), b"%d" % seq) if seq else b""


def event(seq: int) -> LiveEvent:
    return LiveEvent(
        seq=seq,
        digest=digest(seq),
        canonical=b"%d" % seq,
        has_secrets=False,
        ends_match=False,
        frame=lambda: b"",
    )


def events(*numbers: int) -> list[LiveEvent]:
    return [event(seq) for seq in numbers]


@pytest.fixture
def stream() -> InProcessLiveStream:
    return InProcessLiveStream()


async def told(stream: InProcessLiveStream, *published: list[LiveEvent]) -> list[int]:
    """What a watcher who has everything up to event 3 is told of all this."""
    subscription = stream.subscribe("m", 3, digest(3))
    for part in published:
        stream.publish("m", part)
    got = await subscription.next(0.01)
    assert got is not None
    return [one.seq for one in got]


async def test_what_comes_twice_is_told_once(stream: InProcessLiveStream) -> None:
    assert await told(stream, events(4, 5), events(4, 5), events(3, 4, 5, 6)) == [4, 5, 6]


@pytest.mark.parametrize(
    ("published", "expected", "asked_for"),
    [
        ([events(5)], [], [5]),
        ([events(4, 6)], [4], [6]),
        ([events(4), events(6, 7), events(5)], [4, 5], [7]),
        ([events(6), events(4, 5, 6)], [4, 5, 6], [6]),
    ],
)
async def test_a_gap_is_mended_before_anything_beyond_it_is_told(
    stream: InProcessLiveStream, published: list[list[LiveEvent]], expected: list[int], asked_for: list[int]
) -> None:
    asked: list[int] = []
    stream.on_gap = lambda _, seq: asked.append(seq)
    assert await told(stream, *published) == expected
    assert asked == asked_for


async def test_a_match_that_nobody_watches_takes_no_memory(stream: InProcessLiveStream) -> None:
    subscription = stream.subscribe("m", 0, b"")
    subscription.close()
    stream.publish("m", events(1, 2))
    assert not list(stream.topics())


async def test_watchers_are_sent_nothing_that_does_not_continue_what_they_have(stream: InProcessLiveStream) -> None:
    subscription = stream.subscribe("m", 3, b"another history")
    stream.publish("m", events(4, 5))
    with pytest.raises(HistoryReplacedError):
        await subscription.next(0.01)
    assert not list(stream.topics())
    subscription.close()
    assert await told(stream, events(4, 5)) == [4, 5]
