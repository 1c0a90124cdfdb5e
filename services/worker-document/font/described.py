"""Fonts as a description of their glyphs (a UFO in memory), between OpenType and the formats that are written as text."""

import io
import logging
import tempfile

import outlines
import to_cff
import to_glyf
from extractor.formats.opentype import extractFontFromOpenType
from refusal import Refusal
from ufo2ft import CFFOptimization, compileOTF, compileTTF
from ufoLib2 import Font
from writing import by_fonttools

# Numbers of glyphs have 16 bits; and text takes more time than tables do.
MAX_GLYPHS, MAX_POINTS = 65_535, 400_000
# Substitutions that only repeat kerning, and what a browser does by itself.
KERNING = {"kern"}

logging.disable(logging.CRITICAL)  # their warnings are not for users


def compiled(described, say):
    """Path of a new OpenType file: quadratic if all curves are, else cubic."""
    points = sum(len(contour) for glyph in described for contour in glyph)
    if not 0 < len(described) <= MAX_GLYPHS or points > MAX_POINTS:
        raise Refusal("large" if described else "corrupt", "%d glyphs, %d points" % (len(described), points))
    # The rest of the notes may name modules of Python, as filters that ufo2ft would load; and an order may lack glyphs.
    order = {name: None for name in described.lib.get("public.glyphOrder", ()) if name in described}
    described.lib = {"public.glyphOrder": list(order | dict.fromkeys(described.keys()))}
    try:
        font = _compile(described)
    except Exception:
        # Most often features that name what the font lacks.
        if not described.features.text:
            raise
        described.features.text = ""
        say("loss", "layout_features_dropped")
        font = _compile(described)
    font["head"].created = font["head"].modified = 0
    if "CFF " in font:
        _make_ascii(font["CFF "].cff.topDictIndex[0])
    # A file of its own: FreeType may still read an earlier one.
    with tempfile.NamedTemporaryFile(suffix=".otf", delete=False) as file:
        font.save(file, reorderTables=None)
    return file.name


def _make_ascii(top):
    """PostScript has no other letters, and the compiler takes the names as they are; the table of names keeps them."""
    for key in ("FullName", "FamilyName", "Weight", "Notice", "Copyright", "version"):
        if hasattr(top, key):
            setattr(top, key, str(getattr(top, key)).encode("ascii", "ignore").decode())


def _compile(described):
    given = {"useProductionNames": not all(name.isascii() for name in described.keys())}
    if _is_quadratic(described):
        return compileTTF(described, convertCubics=False, reverseDirection=False, flattenComponents=False, **given)
    return compileOTF(described, optimizeCFF=CFFOptimization.NONE, **given)


def _is_quadratic(described):
    kinds = {point.segmentType for glyph in described for contour in glyph for point in contour}
    return "qcurve" in kinds and "curve" not in kinds


def extracted(font, face, say):
    """The description of a font; tells what it lacks."""
    if not font.is_cubic and "glyf" not in font.tables:
        raise Refusal("bitmaps", "no outlines")
    if sum(face.point_count for glyph in face.glyphs() if face.load(glyph)) > MAX_POINTS:
        raise Refusal("points", "more than %d points" % MAX_POINTS)
    opened = outlines.opened(font)
    _tell_lost(font, opened, say)
    described = Font()
    plain = io.BytesIO(by_fonttools(font, font.tables, None))
    extractFontFromOpenType(plain, described, doInstructions=False)
    return described


def _tell_lost(font, opened, say):
    if (to_glyf if font.is_cubic else to_cff).loses_hints(opened):
        say("loss", "hinting_dropped")
    if "fvar" in font.tables:
        say("loss", "variations_dropped")
    if font.is_signed:
        say("loss", "signature_dropped")
    if _features(opened, "GSUB") or _features(opened, "GPOS") - KERNING or "morx" in font.tables:
        say("loss", "layout_features_dropped")


def _features(opened, tag):
    records = getattr(opened[tag].table, "FeatureList", None) if tag in opened else None
    return {record.FeatureTag for record in records.FeatureRecord} if records else set()
