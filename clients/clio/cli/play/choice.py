"""Incremental choice of a legal move, word by word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clio.cli.boards.registry import BoardRenderer
from clio.cli.i18n.translate import t
from clio.cli.render.options import Marks
from clio.v1.move_pb2 import Move

Words = tuple[str, ...]

_WORD: Final = re.compile(r"[^\s>]+|>\S+")
DONE: Final = ""
"""The word of the option that ends a move which could continue."""

_NOTHING: Final = "-"
"""The word for taking no tile."""

_PAIR: Final = 2


def words_of(notation: str) -> Words:
    """Splits a move into words; ``4>0`` gives two, because its parts are chosen one after the other."""
    return tuple(_WORD.findall(notation))


@dataclass(frozen=True, slots=True)
class Option:
    """A possible next word, and the moves that begin with it."""

    word: str
    moves: tuple[Move, ...]

    @property
    def text(self) -> str:
        """The translated word."""
        return t("done, take no more") if self.word == DONE else shown(self.word)


class Choice:
    """The words chosen so far; nothing is sent."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._legal: Final = tuple(moves)
        self._moves: Final = tuple((words, move) for move in moves for words in _orders(move))
        self._chosen: list[str] = []
        self._steps: list[int] = []
        self._advance()
        self._settled: Final = len(self._chosen)
        """Words that no choice precedes; they stay whatever is undone."""

    @property
    def moves(self) -> list[Move]:
        """All legal moves, regardless of the choice."""
        return list(self._legal)

    @property
    def chosen(self) -> Words:
        """The chosen words."""
        return tuple(self._chosen)

    @property
    def move(self) -> Move | None:
        """The move, once no choice is left."""
        left = self._left()
        if DONE in self._chosen or (len(left) == 1 and len(left[0][0]) == len(self._chosen)):
            return left[0][1]
        return None

    @property
    def text(self) -> str:
        """The chosen words, translated."""
        return " ".join(shown(word) for word in self._chosen if word != DONE)

    def options(self) -> list[Option]:
        """The possible next words, in the order of the moves."""
        if self.move is not None:
            return []
        depth = len(self._chosen)
        found: dict[str, list[Move]] = {}
        for words, move in self._left():
            found.setdefault(words[depth] if len(words) > depth else DONE, []).append(move)
        return [Option(word, tuple(moves)) for word, moves in found.items()]

    def choose(self, word: str) -> None:
        """Chooses a next word, and all words after it that have no alternative."""
        self._steps.append(len(self._chosen))
        self._chosen.append(word)
        self._advance()

    def take(self, notation: str) -> bool:
        """Chooses a whole move; returns whether it is a legal one."""
        words = words_of(notation)
        if words not in [known for known, _ in self._moves]:
            return False
        self._chosen, self._steps = list(words), [self._settled]
        if self.move is None:
            self._chosen.append(DONE)
        return True

    def undo(self) -> bool:
        """Undoes the last choice; returns whether there was one."""
        if not self._steps:
            return False
        del self._chosen[self._steps.pop() :]
        return True

    def marks(self, renderer: BoardRenderer | None, last: frozenset[str]) -> Marks:
        """Marks what the next word can choose on the board, and what is chosen."""
        if renderer is None or not self._moves:
            return Marks(last=last)
        settled = _all_touch(renderer, [move for _, move in self._left()]) if self._chosen else frozenset()
        targets = {
            place for option in self.options() for place in _all_touch(renderer, option.moves) if _names(option, place)
        }
        return Marks(last, frozenset(targets - settled), settled)

    def find(self, typed: str) -> Move | None:
        """Finds the legal move that was typed, in the notation or in the player's language."""
        wanted = _squeezed(typed)
        for words, move in self._moves:
            if wanted in (_squeezed(move.notation), _squeezed(" ".join(shown(word) for word in words))):
                return move
        return None

    def _advance(self) -> None:
        while len(options := self.options()) == 1 and options[0].word != DONE:
            self._chosen.append(options[0].word)

    def _left(self) -> list[tuple[Words, Move]]:
        if DONE in self._chosen:
            whole = tuple(self._chosen[:-1])
            return [(words, move) for words, move in self._moves if words == whole]
        depth = len(self._chosen)
        return [(words, move) for words, move in self._moves if list(words[:depth]) == self._chosen]


def _orders(move: Move) -> list[Words]:
    """The ways to say a move: a pair of tiles of Amphipolis is the same pair in the other order."""
    words = words_of(move.notation)
    if move.WhichOneof("game") != "amphipolis":
        return [words]
    action = move.amphipolis.WhichOneof("action")
    tiles = getattr(getattr(move.amphipolis, action), "tiles", ()) if action else ()
    *before, first, second = words if len(tiles) == _PAIR else (*words, "", "")
    return [words, (*before, second, first)] if first != second else [words]


def shown(word: str) -> str:
    """Translates a word of the notation."""
    if word == _NOTHING:
        return t("nothing")
    return f"> {word[1:]}" if word.startswith(">") else t(word)


def _all_touch(renderer: BoardRenderer, moves: Sequence[Move]) -> frozenset[str]:
    return frozenset.intersection(*(renderer.touched_by_move(move) for move in moves)) if moves else frozenset()


def _names(option: Option, place: str) -> bool:
    """Whether the option's word names the place; a move may touch others that are not to be chosen yet."""
    word = option.word.removeprefix(">")
    own = place.partition(":")[2] or place
    return word in (own, own.rpartition(",")[2], f"d{own}") or place in [move.notation for move in option.moves]


def _squeezed(text: str) -> str:
    return "".join(text.lower().split())
