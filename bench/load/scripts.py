"""Matches to be played: opened on a server, with every move to come worked out beforehand."""

import random
from collections import deque
from typing import Any, NamedTuple

from bench.seed import SEED
from clio.games.registry import GAMES
from clio.kernel.integrity.chance import Chance, match_seed
from clio.kernel.rejection import Rejection
from clio.server.identifiers import match_id_for, token_hash, token_namespace
from clio.v1 import match_service_pb2 as pb

TICK = "tick"
TRIVIAL_MOVES = 200
"""A match of the trivial game is as long on both sides: boardgame.io copies the log of a match for every move of it."""
SEATS = {"trivial": 1, "akros": 2, "amphipolis": 2, "akrotiri": 2}


class Script(NamedTuple):
    """A match that waits for its next move, and the moves to come: token and notation."""

    match_id: str
    moves: deque[tuple[str, str]]

    def next(self) -> tuple[str, str]:
        """The next move, which is then played; IndexError after the last."""
        return self.moves.popleft()


async def opened(stub: Any, game: str, request_id: str) -> Script:  # noqa: ANN401 (an untyped stub)
    """A new match of a game, its seats taken."""
    token = request_id.ljust(40, "h")
    match_id = match_id_for(token_namespace(token_hash(token)), request_id)
    seats = SEATS[game]
    await stub.OpenMatch(pb.OpenMatchRequest(game=game, seats=seats, request_id=request_id, host_token=token))
    tokens = [
        (await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=f"Player {seat}"))).seat_token
        for seat in range(seats)
    ]
    if game == "trivial":
        return Script(match_id, deque([(tokens[0], TICK)] * TRIVIAL_MOVES))
    return Script(match_id, deque((tokens[seat], notation) for seat, notation in random_moves(game, match_id)))


def random_moves(name: str, match_id: str) -> list[tuple[int, str]]:
    """Random legal moves from the first to the last, as the match of that id will accept them."""
    game, seats = GAMES[name], SEATS[name]
    chance = Chance(match_seed(match_id, SEED, [b""] * seats))
    rng, state, moves = random.Random(match_id), None, []
    for event in game.setup({option.name: option.default for option in game.options}, seats, chance):
        state = game.evolve(state, event)
    while to_move := game.to_move(state):
        move = rng.choice(game.legal_moves(state, to_move[0]))
        facts = game.decide(state, to_move[0], move, chance)
        assert not isinstance(facts, Rejection)
        moves.append((to_move[0], game.format_move(move)))
        for event in facts:
            state = game.evolve(state, event)
    return moves
