"""The stand-alone verifier: what it accepts, and at which level it notices each kind of damage."""

from __future__ import annotations

import ast
import copy
import gzip
import hashlib
import hmac
import io
import json
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.verify import verify_match
from clio.verify.verify_match import Report, signature_holds, verify_lines

MATCH = "m-1"
SERVER_SEED = bytes(range(32))
SERVER_KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"\x08" * 32)
ENTROPIES = [b"first", b""]
POOL = {
    "amphora-blue": 4,
    "amphora-red": 3,
    "caryatid": 2,
    "landslide": 5,
    "mosaic-black": 4,
    "mosaic-white": 4,
    "skeleton-lower": 3,
    "skeleton-upper": 3,
    "sphinx": 2,
}
ACTORS = {
    "match.Opened": "host",
    "match.Started": "server",
    "match.Finished": "server",
    "match.Aborted": "host",
    "amphipolis.SiteOpened": "server",
    "amphipolis.TilesDrawn": "seat:1",
    "akros.TilePlaced": "seat:1",
}
AREAS = {"mosaic": "m", "caryatid": "s", "sphinx": "s", "amphora": "a", "skeleton": "k"}


# A writer of records for these tests alone.


def canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def public_hex(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


@dataclass
class Draft:
    """A match about to be written down: its facts, each with type, public part and secrets."""

    match: str = MATCH
    game: str = "amphipolis"
    seed: bytes = SERVER_SEED
    entropies: list[bytes] = field(default_factory=lambda: list(ENTROPIES))
    facts: list[tuple[str, dict[str, Any], dict[str, Any]]] = field(default_factory=list)

    def say(self, kind: str, public: dict[str, Any] | None = None, **sealed: object) -> None:
        self.facts.append((kind, public or {}, sealed))

    def match_seed(self) -> bytes:
        joined = b"".join(bytes([len(entropy)]) + entropy for entropy in self.entropies)
        return mac(self.seed, b"clio-match/1" + self.match.encode() + joined)

    def words(self, label: str) -> list[int]:
        blocks = b"".join(mac(self.match_seed(), f"{label}/{i}".encode()) for i in range(40))
        return [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]

    def shuffled(self, label: str, pool: dict[str, int]) -> list[str]:
        items = sorted(name for name, number in pool.items() for _ in range(number))
        words = self.words(label)
        for i in reversed(range(1, len(items))):
            j = words.pop(0) % (i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def event(self, seq: int) -> dict[str, Any]:
        kind, public, secrets = self.facts[seq - 1]
        event: dict[str, Any] = {
            "actor": ACTORS.get(kind) or (f"seat:{public['seat']}" if "seat" in public else "host"),
            "at": f"2026-11-16T10:{seq // 60:02}:{seq % 60:02}.123456Z",
            "match": self.match,
            "public": public,
            "request": f"r-{seq}",
            "schema": 1,
            "seq": seq,
            "type": kind,
        }
        if secrets:
            event["sealed"] = {
                name: hashlib.sha256(
                    self.salt(seq, name) + canonical({"field": name, "seq": seq, "value": value})
                ).hexdigest()
                for name, value in secrets.items()
            }
        return event

    def salt(self, seq: int, name: str) -> bytes:
        return mac(mac(self.seed, b"clio-salt/1"), f"{seq}/{name}".encode())

    def openings(self, seq: int) -> list[dict[str, Any]]:
        secrets = self.facts[seq - 1][2]
        return [
            {"field": name, "salt": self.salt(seq, name).hex(), "seq": seq, "value": value}
            for name, value in sorted(secrets.items())
        ]

    def entries(self) -> list[dict[str, Any]]:
        numbers = range(1, len(self.facts) + 1)
        return [{"event": self.event(seq), "openings": self.openings(seq)} for seq in numbers]


def seal(
    entries: list[dict[str, Any]],
    match: str = MATCH,
    game: str = "amphipolis",
    key: Ed25519PrivateKey = SERVER_KEY,
    spell: Callable[[bytes], bytes] = bytes,
) -> list[bytes]:
    """Write the entries down with a right chain and a right signature, whatever they say and however it is spelt."""
    digest = hashlib.sha256(b"clio-record/1").digest()
    lines = [canonical({"format": "clio-record/1", "game": game, "match": match, "rules": "1"})]
    for entry in entries:
        body = spell(canonical(entry.get("event")))
        digest = hashlib.sha256(digest + body).digest()
        place = b'"%s"' % (b"-" * 64)
        line = canonical({**entry, "digest": digest.hex(), "event": "-" * 64} if "event" in entry else entry)
        lines.append(line.replace(place, body, 1))
    signature = key.sign(f"clio-head/1{match}/{len(entries)}/{digest.hex()}".encode())
    head = {"digest": digest.hex(), "key": public_hex(key), "seq": len(entries), "signature": signature.hex()}
    return [*lines, canonical({"head": head})]


def opened(draft: Draft, **options: object) -> None:
    """Open and fill a match."""
    commitment = hashlib.sha256(b"clio-seed/1" + draft.match.encode() + draft.seed).hexdigest()
    draft.say(
        "match.Opened",
        {
            "data": {"digest": "ab" * 32, "name": "standard"},
            "game": draft.game,
            "options": options,
            "rules": "1",
            "seats": len(draft.entropies),
            "seed_commitment": commitment,
        },
    )
    for seat, entropy in enumerate(draft.entropies):
        draft.say("match.Joined", {"entropy": entropy.hex(), "name": f"p{seat}", "seat": seat})
    draft.say("match.Started", {"names": [f"p{seat}" for seat in range(len(draft.entropies))]})


def finished(draft: Draft) -> None:
    lines = [{"detail": "an amphora", "points": 2, "rule": "AMP-1"}]
    scores = [{"lines": lines if seat else [], "seat": seat, "total": 2 * seat} for seat in (0, 1)]
    public = {"decided_by": "score", "scores": scores, "server_seed": draft.seed.hex(), "winners": [1]}
    draft.say("match.Finished", public)


def site_of(draft: Draft) -> tuple[list[str], list[str]]:
    """Give the four first tiles and the bag's order."""
    four: dict[str, str] = {}
    for tile in draft.shuffled("amphipolis/setup", POOL):
        area = AREAS.get(tile.split("-")[0])
        if area:
            four.setdefault(area, tile)
    rest = {name: number - list(four.values()).count(name) for name, number in POOL.items()}
    return list(four.values()), draft.shuffled("amphipolis/bag", rest)


def amphipolis(turns: int = 3, *, over: bool = True, **options: object) -> Draft:
    """A short match of Amphipolis: each turn draws four tiles, the second one is made in secret."""
    draft = Draft()
    opened(draft, **options)
    four, bag = site_of(draft)
    first_seat = int(str(options.get("first_seat", draft.words("order")[0] % 2)))
    draft.say("amphipolis.SiteOpened", {"first_seat": first_seat, "pool": dict(POOL), "tiles": four})
    for turn in range(turns):
        secret = {"move": "dig ε"} if turn == 1 else {}
        draft.say("amphipolis.TilesDrawn", {"tiles": bag[4 * turn : 4 * turn + 4]}, **secret)
    if over:
        finished(draft)
    return draft


def lines_of(draft: Draft) -> list[bytes]:
    return seal(draft.entries(), draft.match, draft.game)


def verdicts(report: Report) -> tuple[str, str]:
    return report.integrity.verdict, report.fairness.verdict


SITE, DRAWN, SECRET, PLAIN, LAST = 5, 6, 7, 8, 9


# Good records


def test_a_finished_match_passes_both_levels() -> None:
    report = verify_lines(lines_of(amphipolis()), key=public_hex(SERVER_KEY))
    assert verdicts(report) == ("pass", "pass"), report
    assert (report.game, report.match, report.events, report.exit_code) == ("amphipolis", MATCH, LAST, 0)
    assert report.key == public_hex(SERVER_KEY)


def test_a_running_match_passes_and_its_fairness_is_pending() -> None:
    report = verify_lines(lines_of(amphipolis(over=False)))
    assert verdicts(report) == ("pass", "pending")
    assert report.exit_code == 0


def test_a_running_match_may_keep_its_secrets() -> None:
    entries = amphipolis(over=False).entries()
    entries[SECRET - 1]["openings"] = []
    assert verify_lines(seal(entries)).integrity.verdict == "pass"


def test_an_aborted_match_that_never_started_is_fair() -> None:
    draft = Draft()
    opened(draft)
    del draft.facts[2:]
    draft.say("match.Aborted", {"reason": "nobody came", "server_seed": draft.seed.hex()})
    assert verdicts(verify_lines(lines_of(draft))) == ("pass", "pass")


def test_a_chosen_first_seat_is_not_drawn() -> None:
    due = amphipolis().words("order")[0] % 2
    assert verdicts(verify_lines(lines_of(amphipolis(first_seat=str(1 - due))))) == ("pass", "pass")


def test_a_seat_that_is_joined_again_counts_with_its_latest_entropy() -> None:
    draft = amphipolis()
    draft.facts[1:1] = [
        ("match.Joined", {"entropy": "ffff", "name": "early", "seat": 0}, {}),
        ("match.Left", {"seat": 0}, {}),
    ]
    assert verdicts(verify_lines(lines_of(draft))) == ("pass", "pass")


def test_lines_may_come_with_their_line_ends() -> None:
    assert verdicts(verify_lines(line + b"\n" for line in lines_of(amphipolis()))) == ("pass", "pass")


def test_the_whole_bag_can_be_drawn_but_not_one_tile_more() -> None:
    draft = amphipolis(over=False)
    _, bag = site_of(draft)
    draft.say("amphipolis.TilesDrawn", {"tiles": bag[12:]})
    whole = copy.deepcopy(draft)
    finished(whole)
    assert verdicts(verify_lines(lines_of(whole))) == ("pass", "pass")
    draft.say("amphipolis.TilesDrawn", {"tiles": ["sphinx"]})
    finished(draft)
    report = verify_lines(lines_of(draft))
    assert (report.integrity.verdict, report.fairness.verdict, report.fairness.seq) == ("pass", "fail", 10)


# Damage to the file: level 1


def flipped(content: bytes, position: int, bit: int) -> bytes:
    damaged = bytearray(content)
    damaged[position] ^= bit
    return bytes(damaged)


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("bit", [0x01, 0x20])
def test_a_flipped_byte_anywhere_breaks_integrity(over: bool, bit: int) -> None:  # noqa: FBT001
    content = b"".join(line + b"\n" for line in lines_of(amphipolis(over=over)))
    unnoticed = [
        position
        for position in range(len(content))
        if verify_lines(io.BytesIO(flipped(content, position, bit))).integrity.verdict != "fail"
    ]
    assert unnoticed == []


@pytest.mark.parametrize("position", range(1, LAST + 1))
def test_a_dropped_event_breaks_integrity_where_it_was(position: int) -> None:
    lines = lines_of(amphipolis())
    del lines[position]
    report = verify_lines(lines)
    assert report.integrity.verdict == "fail"
    if position in range(2, LAST):
        assert report.integrity.seq == position


@pytest.mark.parametrize("position", range(LAST + 2))
def test_a_doubled_line_breaks_integrity(position: int) -> None:
    lines = lines_of(amphipolis())
    lines.insert(position, lines[position])
    assert verify_lines(lines).integrity.verdict == "fail"


@pytest.mark.parametrize("position", range(LAST + 1))
def test_two_swapped_lines_break_integrity(position: int) -> None:
    lines = lines_of(amphipolis())
    lines[position], lines[position + 1] = lines[position + 1], lines[position]
    assert verify_lines(lines).integrity.verdict == "fail"


@pytest.mark.parametrize("kept", range(LAST + 2))
def test_a_record_cut_short_breaks_integrity(kept: int) -> None:
    assert verify_lines(lines_of(amphipolis())[:kept]).integrity.verdict == "fail"


def test_an_altered_event_is_found_at_its_place_and_fairness_is_not_judged() -> None:
    lines = lines_of(amphipolis())
    lines[SECRET] = lines[SECRET].replace(b'"r-7"', b'"r-8"')
    report = verify_lines(lines)
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SECRET)
    assert report.fairness.verdict == "not judged"
    assert report.exit_code == 1


def test_events_in_another_order_signed_again_break_integrity_by_their_numbers() -> None:
    entries = amphipolis().entries()
    entries[5], entries[6] = entries[6], entries[5]
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", 6)


def test_events_renumbered_after_reordering_break_the_sealed_field_and_the_draws() -> None:
    entries = amphipolis().entries()
    entries[5], entries[6] = entries[6], entries[5]
    for seq, entry in enumerate(entries, 1):
        entry["event"]["seq"] = seq
        for opening in entry["openings"]:
            opening["seq"] = seq
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", 6)
    assert report.fairness.verdict == "not judged"


def test_a_whole_chain_made_in_another_order_breaks_fairness() -> None:
    draft = amphipolis()
    draft.facts[5], draft.facts[6] = draft.facts[6], draft.facts[5]
    report = verify_lines(lines_of(draft))
    assert verdicts(report) == ("pass", "fail")
    assert (report.fairness.seq, report.exit_code) == (6, 2)


def test_a_record_signed_by_somebody_else_passes_only_while_no_key_is_demanded() -> None:
    lines = seal(amphipolis().entries(), key=OTHER_KEY)
    assert verify_lines(lines).integrity.verdict == "pass"
    report = verify_lines(lines, key=public_hex(SERVER_KEY))
    assert report.integrity.verdict == "fail"
    assert public_hex(OTHER_KEY) in report.integrity.why


def test_a_head_of_an_earlier_event_does_not_cover_the_record() -> None:
    shorter = amphipolis(over=False)
    lines = lines_of(amphipolis())
    lines[-1] = lines_of(shorter)[-1]
    assert verify_lines(lines).integrity.verdict == "fail"


def test_a_signature_of_another_match_is_refused() -> None:
    entries = amphipolis().entries()
    lines = seal(entries)
    lines[-1] = seal(entries, match="m-2")[-1]
    assert verify_lines(lines).integrity.why == "the signature of the head is false"


@pytest.mark.parametrize("name", ["game", "match", "rules"])
def test_a_header_that_does_not_agree_with_the_events_breaks_integrity(name: str) -> None:
    lines = lines_of(amphipolis())
    header = json.loads(lines[0])
    lines[0] = canonical({**header, name: "other"})
    report = verify_lines(lines)
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", 1)


def test_an_event_of_another_match_breaks_integrity() -> None:
    entries = amphipolis().entries()
    entries[5]["event"]["match"] = "m-2"
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", 6)


def with_fact(position: int, kind: str, public: dict[str, Any]) -> Report:
    draft = amphipolis()
    draft.facts.insert(position - 1, (kind, public, {}))
    return verify_lines(lines_of(draft))


def test_a_match_opens_once() -> None:
    report = with_fact(DRAWN, "match.Opened", amphipolis().facts[0][1])
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", DRAWN)


def test_nothing_follows_the_end() -> None:
    report = with_fact(LAST + 1, "match.Resigned", {"seat": 0})
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", LAST + 1)


def test_an_event_of_another_game_breaks_integrity() -> None:
    report = with_fact(DRAWN, "akros.TilePlaced", {})
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", DRAWN)


@pytest.mark.parametrize("public", [{"seat": 0}, {"seat": 1}, {}])
def test_a_rotated_token_is_of_a_seat_or_of_the_host(public: dict[str, Any]) -> None:
    assert with_fact(DRAWN, "match.TokenRotated", public).integrity.verdict == "pass"


@pytest.mark.parametrize("public", [{"seat": 2}, {"seat": -1}, {"seat": True}, {"seat": None}])
def test_a_rotated_token_of_no_seat_breaks_integrity(public: dict[str, Any]) -> None:
    report = with_fact(DRAWN, "match.TokenRotated", public)
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", DRAWN)


@pytest.mark.parametrize("public", [{"seat": 2}, {"seat": -1}, {"seat": True}, {}])
def test_a_seat_that_does_not_exist_breaks_integrity(public: dict[str, Any]) -> None:
    report = with_fact(DRAWN, "match.Resigned", public)
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", DRAWN)


@pytest.mark.parametrize("entropy", ["00" * 65, "0", "AB", "xy", None])
def test_entropy_is_at_most_64_bytes_of_hex(entropy: object) -> None:
    report = with_fact(2, "match.Joined", {"entropy": entropy, "name": "p", "seat": 0})
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", 2)


def test_an_empty_sealed_object_breaks_integrity() -> None:
    entries = amphipolis().entries()
    entries[PLAIN - 1]["event"]["sealed"] = {}
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", PLAIN)


@pytest.mark.parametrize(("seq", "digest"), [(LAST - 1, None), (LAST, "00" * 32)])
def test_a_signed_head_that_is_not_the_last_event_breaks_integrity(seq: int, digest: str | None) -> None:
    lines = lines_of(amphipolis())
    digest = digest or json.loads(lines[-1])["head"]["digest"]
    signature = SERVER_KEY.sign(f"clio-head/1{MATCH}/{seq}/{digest}".encode())
    head = {"digest": digest, "key": public_hex(SERVER_KEY), "seq": seq, "signature": signature.hex()}
    assert verify_lines([*lines[:-1], canonical({"head": head})]).integrity.verdict == "fail"


# Openings: level 1


def opening_damaged(**changes: object) -> Report:
    entries = amphipolis().entries()
    entries[SECRET - 1]["openings"][0].update(changes)
    return verify_lines(seal(entries))


@pytest.mark.parametrize(
    "changes",
    [
        {"value": "dig"},
        {"salt": "00" * 32},
        {"seq": 6},
        {"field": "other"},
        {"salt": "00"},
        {"salt": None},
        {"field": 1},
        {"seq": "7"},
        {"seq": True},
        {"extra": 1},
    ],
)
def test_a_wrong_opening_breaks_integrity(changes: dict[str, object]) -> None:
    report = opening_damaged(**changes)
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SECRET)


def test_an_opening_given_twice_breaks_integrity() -> None:
    entries = amphipolis().entries()
    entries[SECRET - 1]["openings"] *= 2
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SECRET)


def test_an_opening_of_nothing_breaks_integrity() -> None:
    entries = amphipolis().entries()
    entries[DRAWN - 1]["openings"] = [{**entries[SECRET - 1]["openings"][0], "seq": DRAWN}]
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", DRAWN)


def test_a_field_still_sealed_after_the_end_breaks_integrity() -> None:
    entries = amphipolis().entries()
    entries[SECRET - 1]["openings"] = []
    report = verify_lines(seal(entries))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SECRET)
    assert "no opening" in report.integrity.why


def test_a_salt_of_the_servers_own_choice_is_found_when_the_seed_is_known() -> None:
    class Sly(Draft):
        def salt(self, seq: int, name: str) -> bytes:
            return hashlib.sha256(f"{seq}{name}".encode()).digest()

    honest = amphipolis()
    sly = Sly(facts=honest.facts)
    assert verify_lines(seal(sly.entries()[:-1])).integrity.verdict == "pass"
    report = verify_lines(seal(sly.entries()))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SECRET)
    assert "salt" in report.integrity.why


# Chance: level 2


def test_a_changed_seed_is_not_the_one_committed_to() -> None:
    draft = amphipolis(turns=1)
    draft.facts[-1][1]["server_seed"] = "ff" * 32
    report = verify_lines(lines_of(draft))
    assert verdicts(report) == ("pass", "fail")
    assert "committed" in report.fairness.why


def test_a_changed_seed_also_breaks_the_salts() -> None:
    draft = amphipolis()
    draft.facts[-1][1]["server_seed"] = "ff" * 32
    assert verdicts(verify_lines(lines_of(draft))) == ("fail", "not judged")


def test_entropy_swallowed_by_the_server_shows_in_the_draws() -> None:
    draft = amphipolis()
    draft.facts[1][1]["entropy"] = b"second".hex()
    assert verdicts(verify_lines(lines_of(draft))) == ("pass", "fail")


def test_a_wrong_draw_is_found_at_its_event() -> None:
    draft = amphipolis()
    tiles = draft.facts[SECRET - 1][1]["tiles"]
    other = next(tile for tile in POOL if tile != tiles[2])
    tiles[2] = other
    report = verify_lines(lines_of(draft))
    assert verdicts(report) == ("pass", "fail")
    assert report.fairness.seq == SECRET
    assert "draw 7 of amphipolis/bag" in report.fairness.why


@pytest.mark.parametrize("first_seat", ["other", True, False, None, "0"])
def test_a_first_seat_that_was_not_drawn_is_unfair(first_seat: object) -> None:
    draft = amphipolis()
    public = draft.facts[SITE - 1][1]
    public["first_seat"] = 1 - public["first_seat"] if first_seat == "other" else first_seat
    report = verify_lines(lines_of(draft))
    assert verdicts(report) == ("pass", "fail")
    assert report.fairness.seq == SITE


def test_tiles_of_the_site_that_were_not_drawn_are_unfair() -> None:
    draft = amphipolis()
    draft.facts[SITE - 1][1]["tiles"].reverse()
    report = verify_lines(lines_of(draft))
    assert (report.integrity.verdict, report.fairness.seq) == ("pass", SITE)
    assert report.fairness.verdict == "fail"


@pytest.mark.parametrize(
    "pool",
    [
        None,
        [],
        {},
        {"sphinx": True},
        {"sphinx": "1"},
        {**POOL, "sphinx": 3},
    ],
)
def test_a_pool_that_cannot_be_is_unfair(pool: object) -> None:
    draft = amphipolis()
    draft.facts[SITE - 1][1]["pool"] = pool
    report = verify_lines(lines_of(draft))
    assert (report.integrity.verdict, report.fairness.verdict, report.fairness.seq) == ("pass", "fail", SITE)


@pytest.mark.parametrize(
    "pool", [{"sphinx": -1}, {"sphinx": 10**12}, {"sphinx": 4097}, {"sphinx": 2**53}, {str(i): 2000 for i in range(3)}]
)
def test_a_pool_beyond_its_bounds_breaks_integrity(pool: object) -> None:
    draft = amphipolis()
    draft.facts[SITE - 1][1]["pool"] = pool
    report = verify_lines(lines_of(draft))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", SITE)


def test_a_second_pool_is_unfair() -> None:
    draft = amphipolis()
    draft.facts.insert(SITE, copy.deepcopy(draft.facts[SITE - 1]))
    report = verify_lines(seal(draft.entries()))
    assert (report.fairness.verdict, report.fairness.seq) == ("fail", SITE + 1)


def test_tiles_drawn_from_no_bag_are_unfair() -> None:
    draft = amphipolis()
    del draft.facts[SITE - 1]
    report = verify_lines(lines_of(draft))
    assert (report.fairness.verdict, report.fairness.seq) == ("fail", SITE)


@pytest.mark.parametrize("tiles", [7, {"a": 1}, [["sphinx"]], [None], [1], None])
def test_draws_of_a_strange_shape_are_unfair(tiles: object) -> None:
    draft = amphipolis()
    draft.facts[DRAWN - 1][1]["tiles"] = tiles
    report = verify_lines(lines_of(draft))
    assert (report.integrity.verdict, report.fairness.verdict, report.fairness.seq) == ("pass", "fail", DRAWN)


def test_a_game_without_a_table_is_not_called_fair() -> None:
    draft = Draft(game="unknown")
    opened(draft)
    finished(draft)
    report = verify_lines(lines_of(draft))
    assert verdicts(report) == ("pass", "not judged")
    assert report.exit_code == 3


def test_a_word_at_or_over_the_last_whole_multiple_is_drawn_again() -> None:
    # Two words beyond the bound for 3 (2^64 = 3k + 1), then one below it.
    assert verify_match._below(iter([2**64 - 1, 2**64 - 1, 2**64 - 2]), 3) == 2


# Malformed files: a finding, never an exception


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"\xff",
        b"\xef\xbb\xbf{}",
        b"null",
        b"[]",
        b"1",
        b"{}",
        b'{"a":1}{}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"digest":NaN}',
        b'{"digest":1.0}',
        b'{"digest":1e3}',
        b'{"digest":' + b"9" * 5000 + b"}",
        b'{"digest":"\\ud800"}',
        b'{"digest":null,"event":null,"openings":null}',
        b'{"digest":"","event":{},"openings":[]}',
        b'{"digest":"","event":[],"openings":{}}',
        b'{"head":null}',
        b'{"head":{"digest":[],"key":{},"seq":[],"signature":null}}',
    ],
)
def test_a_malformed_line_anywhere_is_a_finding(line: bytes) -> None:
    good = lines_of(amphipolis())
    for position in range(len(good)):
        report = verify_lines([*good[:position], line, *good[position + 1 :]])
        assert report.integrity.verdict == "fail"


@pytest.mark.parametrize("seq", [DRAWN, PLAIN])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seq":N', b'"seq": N'),
        (b'"seq":N', b'"seq":N.0'),
        (b'"seq":N', b'"seq":Ne0'),
        (b'"seq":N', b'"seq":N,"seq":N'),
        (b'"schema":1,"seq":N', b'"seq":N,"schema":1'),
        (b'"r-N"', b'"\\u0072-N"'),
        (b'{"actor"', b'{ "actor"'),
        (b'"public":{', b'"public":{"a":1.5,'),
        (b'"public":{', b'"public":{"a":NaN,'),
        (b'"public":{', b'"public":{"z":1,'),
        (b'"public":{', b'"public":{"a":-0,'),
    ],
)
def test_another_spelling_of_the_same_event_breaks_integrity_though_chained_and_signed(
    old: bytes, new: bytes, seq: int
) -> None:
    number = b"%d" % seq
    old, new = old.replace(b"N", number), new.replace(b"N", number)
    here = b'"seq":%d,' % seq
    entries = amphipolis().entries()
    report = verify_lines(seal(entries, spell=lambda body: body.replace(old, new) if here in body else body))
    assert (report.integrity.verdict, report.integrity.seq) == ("fail", seq)
    assert verify_lines(seal(entries, spell=lambda body: body)).integrity.verdict == "pass"


@pytest.mark.parametrize("number", range(LAST + 2))
@pytest.mark.parametrize("stray", [b" ", b"\r", b"\n", b"\0"])
def test_a_stray_byte_around_a_line_breaks_integrity(number: int, stray: bytes) -> None:
    lines = lines_of(amphipolis())
    for line in (stray + lines[number], lines[number] + stray + b"\n"):
        assert verify_lines([*lines[:number], line, *lines[number + 1 :]]).integrity.verdict == "fail"


# What exhausts a reader


def pool_of(number: int) -> bytes:
    draft = amphipolis()
    draft.facts[SITE - 1][1]["pool"] = {**POOL, "sphinx": number}
    return b"".join(line + b"\n" for line in lines_of(draft))


def bomb() -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([*(squeeze.compress(bytes(1 << 20)) for _ in range(1024)), squeeze.flush()])


EXHAUSTING = {
    "a pool of 10^12": lambda: pool_of(10**12),
    "integers of a million digits": lambda: b'{"format":' + b"9" * 1_000_000 + b"}\n" + b"{}\n" * 2,
    "nesting": lambda: b"[" * 1_000_000 + b"\n" + b"{}\n" * 2,
    "line feeds alone": lambda: b"\n" * 33_000_000,
    "commas alone": lambda: b",\n" * 99_000 + b"," * 33_000_000 + b"\n",
    "one endless line": lambda: b"0" * 33_000_000 + b"\n",
    "a gzip bomb": bomb,
}


@pytest.mark.parametrize("name", EXHAUSTING)
def test_a_record_built_to_exhaust_fails_within_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "big.clio"
    path.write_bytes(EXHAUSTING[name]())
    limit = 512 * 1024 * 1024
    done = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert (done.returncode, done.stderr) == (1, "")


# Editions: what only earlier servers did is a note


def two_leavings(edition: dict[str, int]) -> Report:
    draft = amphipolis()
    draft.facts[0][1].update(edition)
    draft.facts.insert(1, ("match.Left", {"seat": 0}, {}))
    return verify_lines(lines_of(draft))


def backwards(edition: dict[str, int]) -> Report:
    draft = amphipolis()
    draft.facts[0][1].update(edition)
    entries = draft.entries()
    entries[PLAIN - 1]["event"]["at"] = "2025-01-01T00:00:00.000000Z"
    return verify_lines(seal(entries))


@pytest.mark.parametrize(("record", "seq"), [(two_leavings, 2), (backwards, PLAIN)])
def test_what_earlier_servers_did_is_a_note_in_edition_1_alone(record: Callable[..., Report], seq: int) -> None:
    report = record({})
    assert (verdicts(report), report.exit_code, [note.seq for note in report.notes]) == (("pass", "pass"), 0, [seq])
    report = record({"edition": 2})
    assert (verdicts(report), report.integrity.seq) == (("fail", "not judged"), seq)


def test_a_key_of_small_order_signs_nothing() -> None:
    neutral = (1).to_bytes(32, "little")
    assert not signature_holds(neutral, b"anything", neutral + bytes(32))


# The signature: vectors 1, 2, 3 and SHA(abc) of RFC 8032, section 7.1

VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_signatures_of_rfc_8032_hold_and_altered_ones_do_not(key: str, message: str, signature: str) -> None:
    raw_key, raw_message, raw = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert signature_holds(raw_key, raw_message, raw)
    assert not signature_holds(raw_key, raw_message + b"x", raw)
    for position in range(64):
        damaged = bytearray(raw)
        damaged[position] ^= 4
        assert not signature_holds(raw_key, raw_message, bytes(damaged))


def test_signatures_hold_with_the_small_and_with_the_big_tables() -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"\x55" * 32)
    raw = key.public_key().public_bytes_raw()
    for number in range(100):
        message = b"%d" % number
        signature = key.sign(message)
        assert signature_holds(raw, message, signature)
        assert not signature_holds(raw, message + b"0", signature)


def test_a_signature_with_the_group_order_added_is_refused() -> None:
    key, message, signature = VECTORS[1]
    raw = bytes.fromhex(signature)
    stretched = int.from_bytes(raw[32:], "little") + ORDER
    assert not signature_holds(bytes.fromhex(key), bytes.fromhex(message), raw[:32] + stretched.to_bytes(32, "little"))


@pytest.mark.parametrize(
    "key",
    [
        (2**255 - 19).to_bytes(32, "little"),
        (2**255 - 18).to_bytes(32, "little"),
        (1 + 2**255).to_bytes(32, "little"),
        (2).to_bytes(32, "little"),
        b"\x01" * 31,
        b"",
    ],
    ids=["y is p", "neutral over p", "minus zero", "not on the curve", "too short", "empty"],
)
def test_bytes_that_are_no_point_are_no_key(key: bytes) -> None:
    # The neutral point as R with s = 0 would hold under a key that wrongly decodes to the neutral point.
    assert not signature_holds(key, b"", (1).to_bytes(32, "little") + bytes(32))


def test_a_point_decodes_only_from_its_own_encoding() -> None:
    neutral, off_the_curve, over = ((value).to_bytes(32, "little") for value in (1, 2, 2**255 - 18))
    assert verify_match._decompress(neutral) == (0, 1, 1, 0)
    assert verify_match._decompress(off_the_curve) is None
    assert verify_match._decompress(over) is None


# The command


SCRIPT = Path(verify_match.__file__)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the file alone, without the project on the path."""
    command = [sys.executable, "-I", str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=SCRIPT.parent)


def write(path: Path, draft: Draft) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines_of(draft)))
    return path


def unfair() -> Draft:
    draft = amphipolis()
    draft.facts[DRAWN - 1][1]["tiles"].reverse()
    return draft


def test_the_command_tells_each_level_of_each_file(tmp_path: Path) -> None:
    good, running = write(tmp_path / "a.clio", amphipolis()), write(tmp_path / "b.clio", amphipolis(over=False))
    packed = tmp_path / "c.clio.gz"
    packed.write_bytes(gzip.compress(good.read_bytes()))
    done = run(good, running, packed, "--json", "--key", public_hex(SERVER_KEY).upper())
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [(each["integrity"]["verdict"], each["fairness"]["verdict"]) for each in told] == [
        ("pass", "pass"),
        ("pass", "pending"),
        ("pass", "pass"),
    ]
    assert told[0]["file"] == str(good)


def test_the_command_names_the_failing_event_in_words(tmp_path: Path) -> None:
    done = run(write(tmp_path / "a.clio", unfair()))
    assert done.returncode == 2
    assert "fairness   fail       event 6: draw 1 of amphipolis/bag is shown as" in done.stdout


def test_the_exit_code_tells_what_failed(tmp_path: Path) -> None:
    good, bad = write(tmp_path / "good.clio", amphipolis()), write(tmp_path / "unfair.clio", unfair())
    broken = tmp_path / "broken.clio"
    broken.write_bytes(good.read_bytes()[:-2])
    cut = tmp_path / "cut.clio.gz"
    cut.write_bytes(gzip.compress(good.read_bytes())[:-20])
    missing = tmp_path / "missing.clio"
    codes = [
        run(*arguments).returncode
        for arguments in (
            [good],
            [bad, good],
            [bad, broken],
            [cut],
            [good, missing],
            [missing, bad],
            [tmp_path],
            [],
            [good, "--key", "12"],
            [good, "--key", public_hex(OTHER_KEY)],
            [good, "--what"],
        )
    ]
    assert codes == [0, 2, 1, 1, 66, 2, 66, 64, 64, 1, 64]


def test_the_file_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text())
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert imported <= sys.stdlib_module_names
