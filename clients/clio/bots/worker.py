"""Chooses moves for the server's bots: ``python -m clio.bots.worker``.

A frame on standard input is a question, a frame on standard output the move: eight bytes of length, then the bytes. The
process sees what the seat sees, and nothing else of a match.
"""

import os
from random import Random
from typing import BinaryIO, Final

import msgspec

from clio.bots.bot import Bot
from clio.bots.registry import new_bot

_LENGTH_BYTES: Final = 8
_KINDS: Final = {"search": "search:0.3"}
"""The kinds of bots by their ids at a server, where they differ: a person waits for the move."""


class Question(msgspec.Struct):
    """What the server asks."""

    bot: str
    game: str
    seat: int
    moves: list[str]
    position: str
    seed: str


def main() -> None:
    """Answers until the input ends, with a low priority: people's moves come first."""
    os.nice(10)
    with open(0, "rb") as questions, open(1, "wb", buffering=0) as answers:
        while (content := _frame(questions)) is not None:
            move = choose(msgspec.msgpack.decode(content, type=Question)).encode()
            answers.write(len(move).to_bytes(_LENGTH_BYTES) + move)


def choose(question: Question) -> str:
    """The move of a bot."""
    rng = Random(question.seed)  # noqa: S311 (no secret)
    return _bot(question.bot, question.game, rng.random()).choose(question.seat, question.moves, question.position)


def _bot(kind: str, game: str, seed: float) -> Bot:
    return new_bot(_KINDS.get(kind, kind), game, Random(seed))  # noqa: S311 (no secret)


def _frame(pipe: BinaryIO) -> bytes | None:
    length = pipe.read(_LENGTH_BYTES)
    if len(length) < _LENGTH_BYTES:
        return None
    content = pipe.read(int.from_bytes(length))
    return content if len(content) == int.from_bytes(length) else None


if __name__ == "__main__":
    main()
