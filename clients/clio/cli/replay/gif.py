"""Replays as animated GIFs, drawn with Pillow's built-in font.

That font has no box-drawing characters, so the frames are those of ``--ascii``; in return the file is the same on
every machine, whatever fonts it has.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.styles import rich_style
from clio.cli.replay.frames import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import ImageFont

_CELL: Final = (6, 11)
_MARGIN: Final = 4
_SCALE: Final = 2
_PAPER: Final = "#121212"
_INK: Final = "#e0e0e0"
_BRIGHT: Final = "#ffffff"
_FAINT: Final = "#8a8a8a"
_LATIN: Final = "latin-1"
_MILLISECONDS: Final = 1000


def gif(frames: Sequence[Canvas], seconds: float, last_seconds: float) -> bytes:
    """Encodes the frames as an endless GIF with a duration per frame in seconds."""
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 (optional)
    except ImportError as error:
        raise Failure(
            ExitCode.NOT_INSTALLED,
            "EXTRA_MISSING",
            t(
                "A .gif recording needs Pillow: pip install 'clio-referee[gif]'. "
                "Recordings in .svg and .cast need nothing."
            ),
        ) from error
    painter = _Painter(ImageFont.load_default_imagefont())
    lines = max([HEIGHT, *(frame.height for frame in frames)])
    size = (WIDTH * _CELL[0] + 2 * _MARGIN, lines * _CELL[1] + 2 * _MARGIN)
    pictures = []
    for frame in frames:
        picture = Image.new("P", size, painter.ink(_PAPER))
        painter.paint(ImageDraw.Draw(picture), frame)
        pictures.append(picture.resize((size[0] * _SCALE, size[1] * _SCALE), Image.Resampling.NEAREST))
    return _encode(pictures, painter.palette(), round(seconds * _MILLISECONDS), round(last_seconds * _MILLISECONDS))


def _encode(pictures: "Sequence[Image]", palette: list[int], pause: int, last: int) -> bytes:
    for picture in pictures:
        picture.putpalette(palette)
    held = BytesIO()
    pictures[0].save(
        held,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[pause] * (len(pictures) - 1) + [pause + last],
        loop=0,
    )
    return held.getvalue()


class _Painter:
    """Draws canvases as images and collects their colours in one palette."""

    def __init__(self, font: "ImageFont") -> None:
        self._font: Final = font
        self._colours: Final[dict[str, int]] = {}

    def ink(self, colour: str) -> int:
        """The index of a colour in the palette."""
        return self._colours.setdefault(colour, len(self._colours))

    def palette(self) -> list[int]:
        """The red, green and blue values of all colours."""
        return [part for colour in self._colours for part in bytes.fromhex(colour[1:])]

    def paint(self, draw: "ImageDraw", frame: Canvas) -> None:
        """Draws a canvas."""
        draw.fontmode = "1"
        for y, spans in enumerate(frame.spans()):
            column = 0
            for span in spans:
                self._paint_span(draw, column, y, span)
                column += len(span.text)

    def _paint_span(self, draw: "ImageDraw", column: int, line: int, span: Span) -> None:
        words = rich_style(span.style).split()
        hues = [word for word in words if word.startswith("#")]
        ground = words[words.index("on") + 1] if "on" in words else ""
        ink = next((hue for hue in hues if hue != ground), "")
        ink = ink or (_FAINT if "dim" in words else _BRIGHT if "bold" in words else _PAPER if ground else _INK)
        if "reverse" in words:
            ink, ground = ground or _PAPER, ink
        left, top = _MARGIN + column * _CELL[0], _MARGIN + line * _CELL[1]
        right, bottom = left + len(span.text) * _CELL[0] - 1, top + _CELL[1] - 1
        if ground:
            draw.rectangle((left, top, right, bottom), fill=self.ink(ground))
        text = span.text.encode(_LATIN, "replace").decode(_LATIN)
        draw.text((left, top), text, fill=self.ink(ink), font=self._font)
        if "underline" in words:
            draw.line((left, bottom, right, bottom), fill=self.ink(ink))
