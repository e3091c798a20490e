"""The grinding attack: operator and last seat together look for a deal. Once it worked; now it finds nothing."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count, islice

from clio.games.registry import GAMES
from clio.kernel.events.fair_play import Lapsed
from clio.kernel.events.lifecycle import Joined
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance, entropy_commitment, match_seed
from clio.kernel.match.commands import GetReady, Join, Lapse
from clio.kernel.match.fair_play import FairPlay
from tests.kit.fair_table import FairTable
from tests.kit.table import Table

WANTED = "amphora-blue"
TRIES = 2_000
ROUNDS = 150
ACCOMPLICE = 1
MINE = "mine"


def deal(match_id: str, server_seed: bytes, entropies: list[bytes]) -> tuple[GameEvent, ...]:
    """The set-up as the operator can compute it for any guess of the entropies."""
    chance = Chance(match_seed(match_id, server_seed, entropies))
    return GAMES["amphipolis"].setup({"first_seat": "random"}, len(entropies), chance)


def is_wanted(setup: tuple[GameEvent, ...]) -> bool:
    """The accomplice begins, and one chosen tile lies open: a deal of about one in sixty."""
    opened = setup[0]
    tiles = opened.tiles  # type: ignore[attr-defined]
    return opened.first_seat == ACCOMPLICE and tiles[0] == WANTED  # type: ignore[attr-defined]


def guesses() -> Iterator[bytes]:
    return (sha256(f"guess {number}".encode()).digest() for number in count())


def ground(deal_of: Callable[[bytes], tuple[GameEvent, ...]], tries: int = TRIES) -> tuple[int, bytes] | None:
    """The first guess that gives the wanted deal, and how many it took."""
    for number, guess in enumerate(islice(guesses(), tries), 1):
        if is_wanted(deal_of(guess)):
            return number, guess
    return None


def dealt(table: Table) -> tuple[GameEvent, ...]:
    return tuple(event.payload for event in table.events if isinstance(event.payload, GameEvent))


def test_in_the_old_way_the_last_seat_chooses_the_deal() -> None:
    table = FairTable(asked=FairPlay(commit_reveal=False), join=False)
    honest = sha256(b"honest").digest()
    table.do(Join(0, "Honest", honest, "11" * 32))
    seed = table.match.server_seed
    found = ground(lambda guess: deal(table.match.id, seed, [honest, guess]))
    assert found is not None, "the attack must work where it is said to"
    tries, entropy = found
    assert tries < 500
    table.do(Join(ACCOMPLICE, "Accomplice", entropy, "22" * 32))
    assert is_wanted(dealt(table)), "the deal is the one that was chosen"


def committed(name: str) -> tuple[FairTable, bytes]:
    """A match in which an honest seat is committed to entropy that nobody else knows."""
    table = FairTable(join=False)
    secret = sha256(f"secret of the honest seat {name}".encode()).digest()
    commitment = entropy_commitment(table.match.id, 0, secret)
    table.do(Join(0, "Honest", b"", "11" * 32, commitment))
    return table, secret


def test_with_commitments_nothing_that_is_known_when_bound_decides_the_deal() -> None:
    """Whatever the operator assumes of the honest seat, the deal that it grinds for does not come more often."""
    came = 0
    for number in range(ROUNDS):
        table, secret = committed(str(number))
        joined = table.events[-1].payload
        assert isinstance(joined, Joined)
        # All that the operator and the last seat know of the honest entropy is its commitment.
        known = bytes.fromhex(str(joined.commitment))
        found = ground(
            lambda guess, known=known, table=table: deal(table.match.id, table.match.server_seed, [known, guess])
        )  # type: ignore[misc]
        assert found is not None
        table.do(Join(1, "Accomplice", b"", "22" * 32, entropy_commitment(table.match.id, 1, found[1])))
        table.do(GetReady(0, secret, bytes(32)))
        # The deal is known only now, and the accomplice can no longer reveal anything else.
        for other in islice(guesses(), 20):
            if other != found[1]:
                assert table.refused(GetReady(1, other, bytes(32))) == "CLIO-REVEAL"
        table.do(GetReady(1, found[1], bytes(32)))
        came += is_wanted(dealt(table))
    assert came <= ROUNDS // 10, "a deal of about one in sixty comes about as often as that"


def test_refusing_to_reveal_and_rejoining_gives_no_match_that_counts() -> None:
    table, secret = committed("patient")
    rounds = 0
    for number in range(ROUNDS):
        mine = sha256(f"{MINE} {number}".encode()).digest()
        table.do(Join(1, "Accomplice", b"", f"{number:064x}", entropy_commitment(table.match.id, 1, mine)))
        following = sha256(secret).digest()
        table.do(GetReady(0, secret, entropy_commitment(table.match.id, 0, following)))
        if is_wanted(deal(table.match.id, table.match.server_seed, [secret, mine])):
            table.do(GetReady(1, mine, bytes(32)))
            break
        # Not the wanted deal: the accomplice keeps silent, loses the seat, and comes again.
        decision = table.wait(7 * 86_400).do(Lapse())
        assert decision.events[0].payload == Lapsed((1,))
        rounds += 1
        # The old reveal is void: nothing that is known by now is used again.
        assert table.refused(Join(1, "Eve", secret, "33" * 32)) == "CLIO-COMMIT"
        secret = following
    assert rounds >= 1
    assert table.match.void_rounds == rounds
    assert not table.match.counts
    assert sum(isinstance(event.payload, Lapsed) for event in table.events) == rounds, "each refusal is in the record"
