"""Replays as animated GIFs: the first frame whole, then what each frame changes, written one after the other."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas
from clio.cli.replay.frames import film_size
from clio.cli.replay.gif_font import GifFont, gif_font
from clio.cli.replay.gif_painter import TRANSPARENT, GifPainter

if TYPE_CHECKING:
    from PIL.Image import Image

_MILLISECONDS: Final = 1000
_GLOBAL_PALETTE_OF_256: Final = 0xF7
_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER: Final = b";"
_KEEP: Final = 1
"""The disposal of a frame that the next one is drawn over."""


def gif(frames: Sequence[Canvas], seconds: float, last_seconds: float, font: GifFont | None = None) -> Iterator[bytes]:
    """Encodes the frames as an endless GIF with a duration per frame in seconds; yields it in parts.

    Two pictures are in memory at a time. Pillow's own writer holds all of them.
    """
    try:
        painter = GifPainter(font or gif_font(), film_size(frames))
    except ImportError as error:
        raise Failure(
            ExitCode.NOT_INSTALLED,
            "EXTRA_MISSING",
            t(
                "A .gif recording needs Pillow: pip install 'clio-referee[gif]'. "
                "Recordings in .svg and .cast need nothing."
            ),
        ) from error
    painter.collect_colours(frames)
    pause, last = round(seconds * _MILLISECONDS), round(last_seconds * _MILLISECONDS)
    return _parts(painter, frames, pause, last)


def _parts(painter: GifPainter, frames: Sequence[Canvas], pause: int, last: int) -> Iterator[bytes]:
    wide, high = painter.size
    yield b"GIF89a" + wide.to_bytes(2, "little") + high.to_bytes(2, "little") + bytes((_GLOBAL_PALETTE_OF_256, 0, 0))
    yield painter.palette()
    yield _FOR_EVER
    before: Image | None = None
    for number, frame in enumerate(frames, start=1):
        picture = painter.picture(frame)
        yield from _frame(painter, before, picture, pause + last * (number == len(frames)))
        before = picture
    yield _TRAILER


def _frame(painter: GifPainter, before: "Image | None", picture: "Image", milliseconds: int) -> Iterator[bytes]:
    """A frame: all of the first picture, and of the others the rectangle in which something changed."""
    from PIL import GifImagePlugin  # noqa: PLC0415 (optional)

    if before is None:
        yield from GifImagePlugin.getdata(picture, duration=milliseconds, disposal=_KEEP)
        return
    changed, offset = painter.changes(before, picture)
    yield from GifImagePlugin.getdata(changed, offset, duration=milliseconds, disposal=_KEEP, transparency=TRANSPARENT)
