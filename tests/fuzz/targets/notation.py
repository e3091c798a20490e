"""Moves and positions as strangers write them: understood, or refused by a rule of the game."""

from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING
from clio.kernel.rejection import Rejection
from tests.fuzz.field_values import notations, positions


def one(data: bytes) -> None:
    text = data.decode(errors="replace")
    for game in GAMES.values():
        move = game.parse_move(text)
        if isinstance(move, Rejection):
            assert game.rulebook.rule(move.rule)
        else:
            assert game.parse_move(game.format_move(move)) == move
        state = game.parse_position(text)
        if isinstance(state, Rejection):
            assert game.rulebook.rule(state.rule)
            continue
        assert game.parse_position(game.format_position(state, EVERYTHING)) == state
        for seat in game.to_move(state):
            game.legal_moves(state, seat)
            game.view(state, seat)


SEEDS = tuple(text.encode() for text in (*notations(), *positions()))
