"""The font of animated GIFs: a monospaced one of this machine, else the small one that Pillow brings along."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

_FILES: Final = (
    "DejaVuSansMono.ttf",
    "Menlo.ttc",
    "consola.ttf",
    "NotoSansMono-Regular.ttf",
    "LiberationMono-Regular.ttf",
)
"""Monospaced fonts of Linux, macOS and Windows that have the lines and blocks of boards."""
_SIZE: Final = 15


@dataclass(frozen=True, slots=True)
class GifFont:
    """A font, the size of its characters in pixels, and how often each pixel is repeated."""

    font: "FreeTypeFont | ImageFont"
    cell: tuple[int, int]
    scale: int
    has_lines: bool
    """Whether it has the characters of boards beyond ASCII."""


@cache
def gif_font(files: tuple[str, ...] = _FILES) -> GifFont:
    """The first font of the list that this machine has. ImportError without Pillow."""
    from PIL import ImageFont  # noqa: PLC0415 (optional)

    for file in files:
        try:
            font = ImageFont.truetype(file, _SIZE)
        except OSError:
            continue
        ascent, descent = font.getmetrics()
        return GifFont(font, (round(font.getlength("M")), ascent + descent), scale=1, has_lines=True)
    return GifFont(ImageFont.load_default_imagefont(), (6, 11), scale=2, has_lines=False)
