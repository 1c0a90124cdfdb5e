"""Approximates cubic curves by quadratic ones."""

import struct

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

# Maximum distance of the new curve from the old one, as a fraction of the em; rounding the points adds at most 0.7 units.
TOLERANCE_EM = 0.0005
LOSS = "outlines_approximated"
# Glyphs between two progress reports.
STEP = 256
# Smoothing and symmetric smoothing at every size, for fonts without instructions: OpenType, gasp.
SMOOTH = struct.pack(">HHHH", 1, 1, 0xFFFF, 0x000F)


def redraw(font, face, on_progress):
    """The tables of the new outlines by tag."""
    names = font.getGlyphOrder()
    tolerance = TOLERANCE_EM * face.units_per_em
    origins = _vertical_origins(font, names)
    has_names = "CFF " in font and not hasattr(font["CFF "].cff.topDictIndex[0], "ROS")
    glyphs = {}
    for glyph, name in enumerate(names):
        if glyph % STEP == 0:
            on_progress(glyph / len(names))
        target = TTGlyphPen(None)
        pen = Cu2QuPen(target, tolerance, reverse_direction=True)
        for points, kinds in face.draw(glyph):
            _contour(pen, points, kinds)
        glyphs[name] = target.glyph()
    changed = _install(font, names, glyphs)
    if has_names:
        changed.append("post")
        _name_in_post(font["post"], names)
    if origins:
        changed += ["vmtx", "vhea"]
        for name, origin in origins.items():
            font["vmtx"][name] = font["vmtx"][name][0], origin - getattr(glyphs[name], "yMax", origin)
    return {tag: font.getTableData(tag) for tag in changed} | {"gasp": SMOOTH}


def loses_hints(font):
    """Stems and alignment zones, which the rasterizer of TrueType does not use."""
    cff = font["CFF2" if "CFF2" in font else "CFF "].cff.topDictIndex[0]
    privates = [part.Private for part in cff.FDArray] if hasattr(cff, "FDArray") else [cff.Private]
    return any(hasattr(private, "BlueValues") or hasattr(private, "StdHW") for private in privates)


def _contour(pen, points, kinds):
    pen.moveTo(points[0])
    curve = []
    for point, kind in zip(points[1:] + points[:1], kinds[1:] + kinds[:1]):
        curve.append(point)
        if kind & 1:
            pen.curveTo(*curve) if len(curve) > 1 else pen.lineTo(point)
            curve = []
    pen.closePath()


def _vertical_origins(font, names):
    """Vertical origin of each glyph: fonts with quadratic outlines store the distance from it instead."""
    if "VORG" not in font or "vmtx" not in font:
        return {}
    special, usual = font["VORG"].VOriginRecords, font["VORG"].defaultVertOriginY
    return {name: special.get(name, usual) for name in names}


def _install(font, names, glyphs):
    """Adds the outlines, and the tables that count them.

    Returns the tags of the tables that this changes, in the order in which they must be compiled: the offsets of glyphs
    are declared by `head`, the number of widths by `hhea`.
    """
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in font:
            del font[tag]
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = names, glyphs
    metrics = font["hmtx"]
    for name in names:
        glyphs[name].recalcBounds(glyf)
        metrics[name] = metrics[name][0], getattr(glyphs[name], "xMin", 0)
    font["maxp"] = maxp = newTable("maxp")
    maxp.tableVersion = 0x00010000
    for field in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"):
        setattr(maxp, field, int(field == "maxZones"))
    for field in ("maxStackElements", "maxSizeOfInstructions", "maxComponentElements"):
        setattr(maxp, field, 0)
    maxp.recalc(font)
    return ["glyf", "loca", "head", "hmtx", "hhea", "maxp"]


def _name_in_post(post, names):
    """Adds the glyph names, which `CFF ` contained."""
    post.formatType, post.extraNames, post.mapping, post.glyphOrder = 2.0, [], {}, names
