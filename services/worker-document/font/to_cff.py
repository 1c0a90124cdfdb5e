"""Converts quadratic curves to cubic ones, exactly except for rounding to whole units."""

from collections import Counter

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from refusal import Refusal

LOSS = "outlines_rounded"
# String numbers of glyph names end at 64,999, and 391 are predefined: Adobe's Technical Note 5176, section 10.
MAX_NAMES = 64_609
# Characters of a PostScript name: OpenType, name, 6.
MAX_NAME = 63
# Glyphs between two progress reports.
STEP = 256


def redraw(font, face, on_progress):
    """The tables of the new outlines by tag."""
    names = font.getGlyphOrder()
    if len(names) > MAX_NAMES:
        raise Refusal("large", "%d glyphs have no names in CFF" % len(names))
    widths = font["hmtx"].metrics
    usual = Counter(width for width, _ in widths.values()).most_common(1)[0][0]
    strings = {}
    for glyph, name in enumerate(names):
        if glyph % STEP == 0:
            on_progress(glyph / len(names))
        width = widths[name][0]
        pen = T2CharStringPen(None if width == usual else width, None)
        for points, kinds in face.draw(glyph):
            _contour(pen, points, kinds)
        strings[name] = pen.getCharString()
    return {"CFF ": _cff(font, strings, usual), "maxp": _maxp(len(names)), "post": _post(font)}


def loses_hints(font):
    """Instructions and their data, which the rasterizer of CFF does not use."""
    return any(tag in font for tag in ("cvt ", "fpgm", "prep"))


def _contour(pen, points, kinds):
    """Reversed, because the two formats have opposite contour directions."""
    points, kinds = points[::-1], kinds[::-1]
    first = next((at for at, kind in enumerate(kinds) if kind & 1), None)
    if first is None:
        pen.qCurveTo(*points, None)
        pen.closePath()
        return
    points = points[first:] + points[:first]
    kinds = kinds[first:] + kinds[:first]
    pen.moveTo(points[0])
    curve = []
    for point, kind in zip(points[1:] + points[:1], kinds[1:] + kinds[:1]):
        curve.append(point)
        if kind & 1:
            pen.qCurveTo(*curve) if len(curve) > 1 else pen.lineTo(point)
            curve = []
    pen.closePath()


def _cff(font, strings, usual_width):
    name, head = font["name"], font["head"]
    info = {
        "FullName": _plain(name.getDebugName(4)),
        "FamilyName": _plain(name.getDebugName(1)),
        "FontBBox": [head.xMin, head.yMin, head.xMax, head.yMax],
    }
    postscript = "".join(_plain(name.getDebugName(6)).split())[:MAX_NAME]
    for tag in ("glyf", "loca"):
        del font[tag]
    private = {"defaultWidthX": usual_width, "nominalWidthX": 0}
    present = {key: value for key, value in info.items() if value}
    FontBuilder(font=font).setupCFF(postscript or "Font", present, strings, private)
    return font.getTableData("CFF ")


def _plain(text):
    """Removes characters with a meaning in PostScript, and all that are not ASCII."""
    return "".join(char for char in text or "" if " " <= char <= "~" and char not in "[](){}<>/%")


def _maxp(count):
    return b"\0\0\x50\0" + count.to_bytes(2, "big")


def _post(font):
    """Removes the glyph names, which `CFF ` contains."""
    return b"\0\3\0\0" + font.reader["post"][4:32]
