"""Converts outlines: quadratic (`glyf`) to cubic (`CFF `) and back. All other tables keep their bytes."""

from io import BytesIO

import to_cff
import to_glyf
from container import Font
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTWriter
from refusal import Refusal

# Points that can be redrawn within the 30 seconds of a font on a busy machine: measured 70,000 a second with DejaVu Sans.
MAX_POINTS = 1_200_000
# Tables of the outlines, of their hints and of a signature over the whole font.
QUADRATIC = {"glyf", "loca", "cvt ", "fpgm", "prep", "cvar", "gvar", "gasp", "hdmx", "LTSH", "VDMX", "DSIG"}
CUBIC = {"CFF ", "CFF2", "VORG", "DSIG"}


def convert(font, face, to_cubic, say):
    """A font with the tables of `font` and the outlines of `face`, which FreeType has read from the same file."""
    if not font.is_cubic and "glyf" not in font.tables:
        raise Refusal("bitmaps", "no outlines")
    _check_points(face)
    if font.is_signed:
        say("loss", "signature_dropped")
    target, old = (to_cff, QUADRATIC) if to_cubic else (to_glyf, CUBIC)
    say("loss", target.LOSS)
    if target.loses_hints(opened(font)):
        say("loss", "hinting_dropped")
    if "fvar" in font.tables:
        import variations

        say("loss", "variations_dropped")
        font = Font(font.version, variations.pinned(opened(font)))
    tables = target.redraw(opened(font), face, lambda part: say("progress", "%.3f" % part))
    kept = {tag: table for tag, table in font.tables.items() if tag not in old}
    return Font(b"OTTO" if to_cubic else b"\0\1\0\0", kept | tables)


def _check_points(face):
    points = 0
    for glyph in face.glyphs():
        if face.load(glyph):
            points += face.point_count
        if points > MAX_POINTS:
            raise Refusal("points", "more than %d points" % MAX_POINTS)


def opened(font):
    """The font as an object of fontTools, which reads tables on demand."""
    file = BytesIO()
    writer = SFNTWriter(file, len(font.tables), font.version.decode("latin-1"))
    for tag, table in font.tables.items():
        writer[tag] = table
    writer.close()
    return TTFont(file, lazy=True, recalcBBoxes=False, recalcTimestamp=False)
