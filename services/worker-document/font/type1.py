"""Turns a PostScript font of Type 1 into OpenType: the same cubic outlines, without hints, its names as characters."""

from collections import Counter

import proof
from fontTools.agl import toUnicode
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.t1Lib import T1Font
from freetype import Face
from refusal import Refusal

INNER = "/tmp/inner.otf"
# Unicode's private use, where fonts for Windows have characters without a name in Unicode.
SYMBOLS = 0xF000
# Weights by their names in PostScript: OpenType, OS/2, usWeightClass.
WEIGHTS = {"thin": 100, "light": 300, "medium": 500, "demi": 600, "bold": 700, "black": 900, "heavy": 900}
USUAL_WEIGHT, BOLD = 400, 700
# Bits of OS/2's fsSelection, and of head's macStyle.
IS_ITALIC, IS_BOLD, IS_REGULAR = 1, 32, 64
# String numbers of CFF end before.
MAX_GLYPHS = 64_000
NOTDEF = ".notdef"


def to_otf(data, say):
    """Path of an OpenType font with the glyphs of a Type 1 font; FreeType compares both."""
    # fontTools takes the encoding of the file from its extension.
    copy = "/tmp/in.pfb" if data[:1] == b"\x80" else "/tmp/in.pfa"
    with open(copy, "wb") as file:
        file.write(data)
    font = T1Font(copy)
    font.parse()
    names = _names(font["CharStrings"])
    glyphs, charstrings, metrics = font.getGlyphSet(), {}, {}
    for name in names:
        pen = T2CharStringPen(None, glyphs)
        bounds = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        glyphs[name].draw(bounds)
        charstrings[name] = pen
        metrics[name] = round(glyphs[name].width), round(bounds.bounds[0]) if bounds.bounds else 0
    _build(font, names, charstrings, metrics)
    say("loss", "hinting_dropped")
    _prove(Face(copy), Face(INNER), names)
    return INNER


def _names(charstrings):
    if not 0 < len(charstrings) <= MAX_GLYPHS:
        raise Refusal("large", "%d glyphs" % len(charstrings))
    return [NOTDEF] * (NOTDEF in charstrings) + [name for name in charstrings if name != NOTDEF]


def _build(font, names, pens, metrics):
    info = font["FontInfo"]
    scale = font["FontMatrix"][0]
    if not 0 < scale <= 1 / 16:
        raise Refusal("corrupt", "a matrix of %r" % scale)
    usual = Counter(width for width, _ in metrics.values()).most_common(1)[0][0]
    strings = {}
    for name in names:
        width = metrics[name][0]
        pens[name]._width = None if width == usual else width
        strings[name] = pens[name].getCharString()
    if NOTDEF not in strings:
        names.insert(0, NOTDEF)
        strings[NOTDEF] = T2CharStringPen(None, None).getCharString()
        metrics[NOTDEF] = usual, 0
    box = [round(side) for side in font["FontBBox"]]
    family, full = _text(info, "FamilyName", font["FontName"]), _text(info, "FullName", font["FontName"])
    style = full[len(family) :].strip(" -") if full.startswith(family) else ""
    builder = FontBuilder(round(1 / scale), isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(_characters(font["Encoding"], names))
    shown = {"FullName": full, "FamilyName": family, "Weight": _text(info, "Weight", "Regular"), "FontBBox": box}
    private = {"defaultWidthX": usual, "nominalWidthX": 0}
    builder.setupCFF(str(font["FontName"])[:63], shown, strings, private)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=max(box[3], 0), descent=min(box[1], 0))
    builder.setupNameTable(
        {
            "copyright": _text(info, "Notice", ""),
            "familyName": family,
            "styleName": style or "Regular",
            "uniqueFontIdentifier": str(font["FontName"]),
            "fullName": full,
            "psName": str(font["FontName"])[:63],
        }
    )
    weight, angle = _weight(shown["Weight"]), float(info.get("ItalicAngle", 0))
    is_bold, is_italic = weight >= BOLD, angle != 0
    builder.font["head"].macStyle = is_bold | is_italic << 1
    builder.setupOS2(
        sTypoAscender=box[3],
        sTypoDescender=box[1],
        usWinAscent=max(box[3], 0),
        usWinDescent=max(-box[1], 0),
        usWeightClass=weight,
        fsSelection=IS_ITALIC * is_italic | IS_BOLD * is_bold | IS_REGULAR * (not is_bold and not is_italic),
    )
    builder.setupPost(italicAngle=angle, isFixedPitch=bool(info.get("isFixedPitch", 0)))
    builder.save(INNER)


def _weight(name):
    return next((weight for word, weight in WEIGHTS.items() if word in name.lower()), USUAL_WEIGHT)


def _text(info, key, otherwise):
    return str(info.get(key, otherwise))


def _characters(encoding, names):
    """By the glyphs' names; a glyph without a name in Unicode has its code in private use."""
    characters = {}
    for name in names:
        text = toUnicode(name)
        if len(text) == 1 and name != NOTDEF:
            characters.setdefault(ord(text), name)
    known = set(characters.values()) | {NOTDEF}
    if isinstance(encoding, list):
        for code, name in enumerate(encoding):
            if name in names and name not in known:
                characters[SYMBOLS + code] = name
    return characters


def _prove(before, after, names):
    for glyph, name in enumerate(names):
        old = before.index_of(name)
        if old is None:
            continue
        loaded = before.load(old)
        if loaded != after.load(glyph) or loaded and not proof.near_outline(before, after):
            raise proof.Unproved("the glyph %s differs" % name)
