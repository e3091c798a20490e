"""Buckets, accounts and addresses: what is counted, for whom, and how much memory it takes."""

import pytest

from clio.server.auth.client_address import ClientAddresses
from clio.server.auth.rate_limit import Limits, RateLimitAccounts, TokenBucket
from clio.server.settings import SettingsError


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("clio.server.auth.rate_limit.time", clock)
    return clock


def test_a_bucket_gives_its_burst_and_then_what_time_brings(clock: Clock) -> None:
    bucket = TokenBucket(rate=2.0, size=3.0)
    assert [bucket.spend() for _ in range(4)] == [0, 0, 0, 0.5]
    clock.now += 0.25
    assert bucket.spend() == 0.25
    clock.now += 0.25
    assert bucket.spend() == 0
    clock.now += 1_000
    assert [bucket.spend() for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_limit_below_one_still_lets_one_through(clock: Clock) -> None:
    bucket = TokenBucket(rate=0.1, size=0.2)
    assert [bucket.spend(), bucket.spend()] == [0, 10]
    clock.now += 10
    assert bucket.spend() == 0


def test_a_million_callers_take_no_more_room_than_there_is() -> None:
    accounts = RateLimitAccounts(Limits(calls_per_second=1.0), max_accounts=100)
    latest = accounts.of("the latest")
    for number in range(1_000_000):
        accounts.of(str(number))
        assert accounts.of("the latest") is latest
    assert len(accounts) <= 101


def test_the_own_limits_of_a_key_stand_over_the_usual_ones() -> None:
    accounts = RateLimitAccounts(Limits(calls_per_second=10, watchers=5))
    assert accounts.of_key("key", Limits(watchers=7)).limits == Limits(calls_per_second=10, watchers=7)


@pytest.mark.parametrize(
    ("peer", "caller"),
    [
        ("ipv4:192.0.2.7:4711", "192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:4711", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2:9:9:9:9]:4711", "2001:db8:1:2::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:4711", "192.0.2.7"),
        ("unix:", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_caller_is_an_address_without_its_port(peer: str, caller: str) -> None:
    assert ClientAddresses("").caller(peer, "203.0.113.5") == caller


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        ("ipv4:10.0.0.9:1", "203.0.113.5", "203.0.113.5"),
        ("ipv4:10.0.0.9:1", "198.51.100.1, 203.0.113.5", "203.0.113.5"),
        ("ipv4:10.0.0.9:1", "198.51.100.1, 203.0.113.5, 10.0.0.8", "203.0.113.5"),
        ("ipv4:10.0.0.9:1", "nonsense", "10.0.0.9"),
        ("ipv4:10.0.0.9:1", "", "10.0.0.9"),
        ("ipv4:10.0.0.9:1", "x" * 100_000, "10.0.0.9"),
        ("ipv4:192.0.2.7:1", "203.0.113.5", "192.0.2.7"),
    ],
)
def test_only_trusted_proxies_say_whom_they_speak_for(peer: str, forwarded: str, caller: str) -> None:
    assert ClientAddresses("10.0.0.0/24, 2001:db8::/32").caller(peer, forwarded) == caller


def test_proxies_that_are_no_networks_are_told() -> None:
    with pytest.raises(SettingsError, match="CLIO_TRUSTED_PROXIES"):
        ClientAddresses("the proxy")
