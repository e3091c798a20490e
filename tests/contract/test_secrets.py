"""Non-interference: what a viewer is sent does not depend on what that viewer may not know.

Two worlds are played with the same public choices. They differ in one component that the viewer cannot know: where
the first world has ``a`` in somebody's hidden hand, the second has ``b``, and the other way round. Every byte that the
viewer is sent must be the same, apart from commitments and what is hashed from them.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import to_bytes
from clio.kernel.game import SPECTATOR, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.match.commands import Play
from clio.kernel.match.preview import Preview, preview_move
from clio.kernel.match.redaction import may_open, openings
from clio.kernel.rejection import Rejection
from clio.server.codec import event_encoder as event_wire
from clio.server.codec import moves as move_wire
from clio.server.codec import previews as preview_wire
from clio.server.codec import views as view_wire
from clio.server.codec.event_encoder import StoredEventEncoder
from clio.v1 import event_pb2
from clio.v1.match_service_pb2 import WatchMatchResponse
from tests.kit.table import REFEREE, Table

SECRETIVE = sorted(name for name, game in GAMES.items() if any(event.SEALED for event in game.events))
PAIRS = 12
PREVIEWS = 6
"""How many legal moves of a position are previewed, about."""
ENDS = 12
FRAMER = StoredEventEncoder(REFEREE.types)

Send = Callable[[Table, Sequence[MatchEvent], Viewpoint], bytes]


class Swap(NamedTuple):
    """Two components of one deck: the first is hidden in a hand, the second has not been drawn."""

    label: str
    a: str
    b: str

    def text(self, text: str) -> str:
        return text.replace(self.a, "\0").replace(self.b, self.a).replace("\0", self.b)


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_viewer_is_sent_the_same_bytes_in_both_worlds(game: str, viewer: Viewpoint) -> None:
    pairs = sum(differs(game, viewer, seed, sent) is False for seed in range(PAIRS))
    assert pairs >= PAIRS // 2, "too few pairs could be made"


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_leak_would_be_found(game: str, viewer: Viewpoint) -> None:
    """A copy of what is sent, with the other seat's board looked at from its own chair."""

    def leaking(table: Table, events: Sequence[MatchEvent], viewpoint: Viewpoint) -> bytes:
        other = 1 if viewpoint == 0 else 0
        return sent(table, events, viewpoint) + msgspec.json.encode(table.game.view(table.state, other))

    assert any(differs(game, viewer, seed, leaking) for seed in range(PAIRS))


def differs(game: str, viewer: Viewpoint, seed: int, send: Send) -> bool | None:
    """Whether the viewer could tell the worlds apart; None where this match has no fitting pair."""
    table = Table(game, 2, seed=seed)
    cutoff = 5 + seed * 7
    moves = [(event.actor, event.payload.move) for event in _played(table, cutoff)]
    swap = _find_swap(table, viewer)
    if swap is None:
        return None
    return _world(game, seed, moves, None, partial(_send, send, viewer)) != _world(
        game, seed, moves, swap, partial(_send, send, viewer)
    )


def _played(table: Table, most: int) -> Iterator[Any]:
    for decision in table.play_out(most):
        yield decision.events[0]


def _find_swap(table: Table, viewer: Viewpoint, only: str = "") -> Swap | None:
    """A component that was drawn in secret and never shown since, and one of its deck that never came up."""
    shown = " ".join(event.canonical.decode() for event in table.events if not _pools(event))
    known = [
        bytes(value).decode() for event in table.events if may_open(event, viewer) for value in event.secrets.values()
    ]
    hidden = [
        json.loads(bytes(value))
        for event in table.events
        if event.secrets and not may_open(event, viewer)
        for field, value in event.secrets.items()
        if field != "move"
    ]
    assert table.match.chance is not None
    for (label, _), order in table.match.chance._orders.items():
        unseen = [item for item in order if item not in shown and f'"{item}"' not in known]
        drawn = [item for item in unseen if item in hidden]
        resting = [item for item in unseen if item not in hidden]
        if drawn and resting and only in label:
            return Swap(label, table.rng.choice(drawn), table.rng.choice(resting))
    return None


def _pools(event: MatchEvent) -> bool:
    """Whether the event tells what a deck is made of, which names everything."""
    return any(isinstance(value, dict) for value in msgspec.structs.asdict(event.payload).values())


def _world(
    game: str, seed: int, moves: list[tuple[str, str]], swap: Swap | None, send: Callable[[Table, int], bytes]
) -> bytes:
    """All that is sent while the moves are played, in the world as it is or in the one with the swap."""
    with pytest.MonkeyPatch.context() as patch:
        if swap is not None:
            patch.setattr(Chance, "shuffle", _swapped(swap))
        table = Table(game, 2, seed=seed)
        parts = [send(table, 0)]
        for actor, text in moves:
            move = table.game.parse_move(swap.text(text) if swap is not None else text)
            assert not isinstance(move, Rejection)
            before = len(table.events)
            table.do(Play(int(actor.removeprefix("seat:")), move))
            parts.append(send(table, before))
    return b"".join(parts)


def _swapped(swap: Swap) -> Callable[[Chance, str, Sequence[str]], tuple[str, ...]]:
    shuffle = Chance.shuffle

    def swapped(chance: Chance, label: str, items: Sequence[str]) -> tuple[str, ...]:
        order = shuffle(chance, label, items)
        return tuple(map(swap.text, order)) if label == swap.label else order

    return swapped


def _send(send: Send, viewer: Viewpoint, table: Table, before: int) -> bytes:
    return send(table, table.events[before:], viewer)


def sent(table: Table, events: Sequence[MatchEvent], viewer: Viewpoint) -> bytes:
    """Everything that the service sends this viewer about these events and the board after them."""
    stored = FRAMER.frames([to_bytes(event) for event in events], events[0].seq - 1, None) if events else []
    messages = [*map(event_wire.to_message, events), *WatchMatchResponse.FromString(b"".join(stored)).events]
    parts = [_masked(message).SerializeToString(deterministic=True) for message in messages]
    parts += [
        event_wire.to_opening(opening).SerializeToString() for opening in openings(events, viewer, table.match.salt_key)
    ]
    view = view_wire.to_message(table.match, viewer)
    view.match.ClearField("digest")
    parts.append(view.SerializeToString(deterministic=True))
    if viewer in table.match.to_move:
        moves = table.game.legal_moves(table.state, viewer)
        parts += [move_wire.to_message(table.game, move).SerializeToString(deterministic=True) for move in moves]
        parts += [previewed(table, viewer, move) for move in moves[:: max(1, len(moves) // PREVIEWS)]]
    return b"".join(parts)


def previewed(table: Table, viewer: Viewpoint, move: msgspec.Struct) -> bytes:
    """What the service answers to PreviewMove."""
    preview = preview_move(table.game, table.state, viewer, move)
    assert isinstance(preview, Preview)
    message = preview_wire.to_message(view_wire.Snapshot.of(table.match), viewer, preview)
    message.view.match.ClearField("digest")
    return message.SerializeToString(deterministic=True)


def sent_before_the_last_move(table: Table, events: Sequence[MatchEvent], viewer: Viewpoint) -> bytes:
    """Previews of the move with which the match would be over, from both seats that might make it."""
    del events
    if table.state.turn < table.state.turn_limit or table.state.step != "actions":
        return b""
    return previewed(table, viewer, table.game.parse_move("end")) if viewer == table.state.seat else b"not to move"


def previews_differ(seed: int) -> bool | None:
    """Whether the seat that ends the match could tell by a preview which goal cards the other one has."""
    length = sum(1 for _ in Table("akrotiri", 2, seed=seed).play_out())
    table = Table("akrotiri", 2, seed=seed)
    moves = [(event.actor, event.payload.move) for event in _played(table, length - 1)]
    viewer = table.state.seat
    swap = _find_swap(table, viewer, "akrotiri/goals")
    if swap is None:
        return None
    send = partial(_send, sent_before_the_last_move, viewer)
    one, other = (_world("akrotiri", seed, moves, each, send) for each in (None, swap))
    assert one, "the last move was previewed"
    return one != other


def test_a_preview_of_the_last_move_reveals_no_goal_card() -> None:
    """At the end all goal cards are shown: a mover must not see them by asking what would be."""
    assert {previews_differ(seed) for seed in range(ENDS)} - {None} == {False}


def test_a_preview_that_revealed_the_goal_cards_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["akrotiri"]), "known_state", lambda _, state, __: state)
    assert True in {previews_differ(seed) for seed in range(ENDS)}


def _masked(message: event_pb2.Event) -> event_pb2.Event:
    """Without commitments and what is hashed from them; that they are there stays."""
    canonical = json.loads(message.canonical)
    if "sealed" in canonical:
        canonical["sealed"] = dict.fromkeys(canonical["sealed"], "")
    message.canonical = json.dumps(canonical, sort_keys=True).encode()
    for field in message.sealed:
        message.sealed[field] = b""
    message.digest = b""
    return message


def test_games_without_secrets_seal_nothing() -> None:
    for name in set(GAMES) - set(SECRETIVE):
        table = Table(name, GAMES[name].seats[-1]).finish()
        assert not any(event.sealed or event.secrets for event in table.events)
