from clio.supervision.backoff import Backoff


def test_pauses_double_up_to_the_longest_and_start_over_after_a_success() -> None:
    backoff = Backoff(first=1.0, longest=4.0)
    pauses = [backoff.pause() for _ in range(5)]
    for pause, expected in zip(pauses, (1.0, 2.0, 4.0, 4.0, 4.0), strict=True):
        assert 0.7 * expected <= pause <= 1.3 * expected
    backoff.reset()
    assert 0.7 <= backoff.pause() <= 1.3


def test_pauses_have_jitter_so_that_servers_do_not_retry_in_step() -> None:
    assert len({Backoff(first=1.0).pause() for _ in range(20)}) > 1
