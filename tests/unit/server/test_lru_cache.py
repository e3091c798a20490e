"""The LRU cache."""

from clio.server.lru_cache import LruCache


def test_the_least_recently_used_value_is_evicted_first() -> None:
    cache: LruCache[str, str] = LruCache(2)
    cache.put("a", "first")
    cache.put("b", "second")
    assert cache.get("a") == "first"
    cache.put("c", "third")
    assert ("a" in cache, "b" in cache, "c" in cache) == (True, False, True)
    assert len(cache) == 2


def test_a_peek_is_no_use() -> None:
    cache: LruCache[str, str] = LruCache(2)
    cache.put("a", "first")
    cache.put("b", "second")
    assert cache.peek("a") == "first"
    cache.put("c", "third")
    assert "a" not in cache
    assert (cache.hits, cache.misses) == (0, 0)


def test_hits_and_misses_are_counted() -> None:
    cache: LruCache[str, str] = LruCache(2)
    cache.put("a", "first")
    assert (cache.get("a"), cache.get("b")) == ("first", None)
    assert (cache.hits, cache.misses) == (1, 1)


def test_a_value_that_was_read_late_does_not_replace_the_one_in_the_cache() -> None:
    cache: LruCache[str, list[str]] = LruCache(2)
    ahead, behind = ["ahead"], ["behind"]
    cache.put("a", ahead)
    assert cache.put_if_absent("a", behind) is ahead
    assert cache.get("a") is ahead
    cache.drop("a")
    assert cache.put_if_absent("a", behind) is behind


def test_without_capacity_nothing_stays() -> None:
    cache: LruCache[str, str] = LruCache(0)
    cache.put("a", "first")
    cache.put_if_absent("b", "second")
    assert len(cache) == 0


def test_weights_bound_the_cache_and_add_up() -> None:
    cache: LruCache[str, bytes] = LruCache(10, weigh=len)
    cache.put("a", b"1234")
    cache.put("b", b"12345")
    assert cache.weight == 9
    cache.put("a", b"12")
    assert cache.weight == 7
    cache.put_if_absent("a", b"123456")
    assert cache.weight == 7
    cache.put("c", b"1234")
    assert ("b" in cache, cache.weight) == (False, 6)
    cache.put("d", b"12345678901")
    assert (len(cache), cache.weight) == (0, 0)
    cache.put("e", b"1")
    cache.drop("e")
    assert cache.weight == 0


def test_a_value_in_use_is_passed_over() -> None:
    cache: LruCache[str, str] = LruCache(3)
    cache.put("a", "in use")
    cache.put("b", "idle")
    assert cache.evict_one(lambda value: value != "in use") == "idle"
    assert cache.evict_one(lambda value: value != "in use") is None
    assert "a" in cache
