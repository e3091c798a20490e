"""Draws canvases as pictures for GIFs, with Pillow: one palette for the whole film, each glyph drawn once."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.styles import rich_style
from clio.cli.replay.gif_font import GifFont

if TYPE_CHECKING:
    from PIL.Image import Image

TRANSPARENT: Final = 255
"""The index of pixels that stay as the frame before has them."""
_PALETTE_BYTES: Final = 3 * 256
_MARGIN: Final = 8
_PAPER: Final = "#121212"
_INK: Final = "#e0e0e0"
_BRIGHT: Final = "#ffffff"
_FAINT: Final = "#8a8a8a"
_LATIN: Final = "latin-1"
_SHADES: Final = 6
"""Steps from the ground to the ink: the edges of letters are smooth."""
_MAX_PAIRS: Final = TRANSPARENT // _SHADES
_LINES_KEPT: Final = 512


class GifPainter:
    """Draws canvases as images of palette indexes; the palette has each ink on its ground, in shades."""

    def __init__(self, font: GifFont, size: tuple[int, int]) -> None:
        # Pillow's modules are loaded by the first picture only.
        from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415 (optional)

        self._image: Final = Image
        self._chops: Final = ImageChops
        self._draw: Final = ImageDraw
        self._font: Final = font
        self._cell: Final = (font.cell[0] * font.scale, font.cell[1] * font.scale)
        self._wide: Final = size[0] * self._cell[0]
        self.size: Final = (self._wide + 2 * _MARGIN, size[1] * self._cell[1] + 2 * _MARGIN)
        self._pairs: Final[dict[tuple[str, str], int]] = {(_INK, _PAPER): 0}
        self._line: Final = lru_cache(_LINES_KEPT)(self._drawn_line)
        self._glyph: Final = lru_cache(None)(self._drawn_glyph)

    def collect_colours(self, frames: Sequence[Canvas]) -> None:
        """Gives every style of the frames its places in the palette."""
        for style in sorted({style for frame in frames for style in frame.styles()}):
            self._pair(*_colours(rich_style(style).split()))

    def palette(self) -> bytes:
        """The red, green and blue values of all colours."""
        values = (
            part for ink, ground in self._pairs for shade in range(_SHADES) for part in _mixed(ink, ground, shade)
        )
        return bytes(values).ljust(_PALETTE_BYTES, b"\0")

    def picture(self, frame: Canvas) -> "Image":
        """Draws a canvas, with a margin around it."""
        picture = self._image.new("L", self.size, 0)
        for y, spans in enumerate(frame.spans()):
            picture.paste(self._line(tuple(spans)), (_MARGIN, _MARGIN + y * self._cell[1]))
        return picture

    def changes(self, before: "Image", after: "Image") -> tuple["Image", tuple[int, int]]:
        """The rectangle in which two pictures differ, transparent where they do not, and its place."""
        difference = self._chops.difference(before, after)
        left, top, right, bottom = difference.getbbox() or (0, 0, 1, 1)
        box = (left, top, right, bottom)
        mask = difference.crop(box).point([0] + [255] * 255)
        changed = self._image.new("L", mask.size, TRANSPARENT)
        changed.paste(after.crop(box), (0, 0), mask)
        return changed, (left, top)

    def _drawn_line(self, spans: tuple[Span, ...]) -> "Image":
        line = self._image.new("L", (self._wide, self._cell[1]), 0)
        column = 0
        for span in spans:
            for character in span.text:
                line.paste(self._glyph(character, span.style), (column * self._cell[0], 0))
                column += 1
        return line

    def _drawn_glyph(self, character: str, style: str) -> "Image":
        words = rich_style(style).split()
        mask = self._image.new("L", self._font.cell, 0)
        draw = self._draw.Draw(mask)
        shown = character if self._font.has_lines else character.encode(_LATIN, "replace").decode(_LATIN)
        draw.text((0, 0), shown, fill=255, font=self._font.font)
        if "underline" in words:
            draw.line((0, mask.height - 1, mask.width, mask.height - 1), fill=255)
        first = self._pair(*_colours(words)) * _SHADES
        drawn = mask.point([first + level * (_SHADES - 1) // 255 for level in range(256)])
        return drawn.resize(self._cell, self._image.Resampling.NEAREST)

    def _pair(self, ink: str, ground: str) -> int:
        """The number of an ink on a ground; the palette has no place for more than the styles make."""
        if len(self._pairs) >= _MAX_PAIRS:
            return self._pairs.get((ink, ground), 0)
        return self._pairs.setdefault((ink, ground), len(self._pairs))


def _colours(words: Sequence[str]) -> tuple[str, str]:
    """The ink and the ground of a style."""
    hues = [word for word in words if word.startswith("#")]
    ground = words[words.index("on") + 1] if "on" in words else ""
    ink = next((hue for hue in hues if hue != ground), "")
    ink = ink or (_FAINT if "dim" in words else _BRIGHT if "bold" in words else _PAPER if ground else _INK)
    return (ground or _PAPER, ink) if "reverse" in words else (ink, ground or _PAPER)


def _mixed(ink: str, ground: str, shade: int) -> Iterator[int]:
    for one, other in zip(bytes.fromhex(ground[1:]), bytes.fromhex(ink[1:]), strict=True):
        yield round(one + (other - one) * shade / (_SHADES - 1))
