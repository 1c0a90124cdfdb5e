"""Fonts of SVG 1.1, https://www.w3.org/TR/SVG11/fonts.html: outlines as paths, kerning, and ligatures as glyphs of several
characters."""

import re
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import described
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.svgLib.path import parse_path
from refusal import Refusal
from ufoLib2 import Font

NOTDEF = ".notdef"
SAFE_NAME = re.compile(r"[A-Za-z_.][A-Za-z0-9._]{0,62}\Z")
RANGE = re.compile(r"U\+([0-9A-Fa-f?]{1,6})(?:-([0-9A-Fa-f]{1,6}))?\Z")
MAX_PAIRS, MAX_UNICODE = 200_000, 0x10FFFF
USUAL_UNITS, BOLD = 1000, 700
WEIGHTS = {"normal": 400, "bold": 700}


class _Reader:
    """The handlers of expat: the elements of the first font, and how many there are."""

    def __init__(self):
        self.font, self.face, self.missing, self.fonts = None, {}, None, 0
        self.glyphs, self.kerning = [], []

    def read(self, path):
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler, parser.EntityDeclHandler = self.open, self.refuse
        try:
            with open(path, "rb") as file:
                parser.ParseFile(file)
        except expat.ExpatError as error:
            raise Refusal("corrupt", str(error)) from error
        if not self.glyphs:
            raise Refusal("corrupt", "no glyphs")

    def refuse(self, *_):
        raise Refusal("corrupt", "it declares entities")

    def open(self, name, attributes):
        kind = name.rpartition(" ")[2]
        if kind == "font":
            self.fonts += 1
            self.font = self.font or attributes
        if self.fonts != 1:
            return
        if kind == "font-face":
            self.face = attributes
        elif kind == "missing-glyph":
            self.missing = attributes
        elif kind == "glyph":
            self.glyphs.append(attributes)
        elif kind == "hkern":
            self.kerning.append(attributes)
        if len(self.glyphs) > described.MAX_GLYPHS:
            raise Refusal("large", "more glyphs than a font holds")


def to_opentype(path, say):
    """Path of an OpenType font with the glyphs of the first font of a drawing."""
    source = _Reader()
    source.read(path)
    if source.fonts > 1:
        say("loss", "fonts_left_out", source.fonts - 1)
    font = Font()
    _name(font, source)
    names = _draw(font, source, say)
    _kern(font, source.kerning, names)
    return described.compiled(font, say)


def _number(attributes, name, otherwise):
    try:
        return float(attributes[name])
    except (KeyError, ValueError):
        return otherwise


def _name(font, source):
    face, info = source.face, font.info
    units = round(_number(face, "units-per-em", USUAL_UNITS))
    if not 16 <= units <= 16_384:
        raise Refusal("corrupt", "%d units" % units)
    weight = face.get("font-weight", "normal").split()[:1]
    weight = WEIGHTS.get(weight[0], None) if weight and not weight[0].isdecimal() else int(weight[0]) if weight else None
    is_bold = (weight or 400) >= BOLD
    is_italic = face.get("font-style", "") in ("italic", "oblique")
    info.unitsPerEm = units
    info.familyName = face.get("font-family", source.font.get("id", "")).strip("'\" ")[:100] or "Font"
    info.styleName = " ".join(["Bold"] * is_bold + ["Italic"] * is_italic) or "Regular"
    info.styleMapFamilyName = info.familyName
    info.styleMapStyleName = info.styleName.lower()
    info.openTypeOS2WeightClass = min(1000, max(1, weight or 400))
    info.ascender = round(_number(face, "ascent", units * 0.8))
    info.descender = -abs(round(_number(face, "descent", units * 0.2)))
    info.xHeight = round(_number(face, "x-height", units / 2))
    info.capHeight = round(_number(face, "cap-height", units * 0.7))


def _draw(font, source, say):
    """Draws the glyphs. Returns the names of those that have a character, and of all by their own names."""
    usual = _number(source.font, "horiz-adv-x", 0)
    _glyph(font, NOTDEF, source.missing or {}, usual)
    order, by_text, by_name, ligatures, seen = [NOTDEF], {}, {}, [], {}
    for number, attributes in enumerate(source.glyphs, 1):
        text, own = attributes.get("unicode", ""), attributes.get("glyph-name", "")
        # Of a glyph for several characters there is a copy for each.
        same = (own, attributes.get("d"), attributes.get("horiz-adv-x"))
        name = seen.get(same) if own else None
        if name is None:
            name = own if SAFE_NAME.match(own) and own not in font else "glyph%05d" % number
            _glyph(font, name, attributes, usual)
            order.append(name)
        seen[same] = name
        by_name.setdefault(own, name)
        if text in by_text or "arabic-form" in attributes:
            if by_text.get(text) != name:
                say("loss", "layout_features_dropped")
        elif text:
            by_text[text] = name
            if len(text) == 1:
                font[name].unicodes = [*font[name].unicodes, ord(text)]
            else:
                ligatures.append((text, name))
    parts = [([by_text.get(letter) for letter in text], name) for text, name in ligatures]
    rules = ["sub %s by %s;" % (" ".join(letters), name) for letters, name in parts if None not in letters]
    font.features.text = "feature liga {\n%s\n} liga;\n" % "\n".join(rules) if rules else ""
    font.lib["public.glyphOrder"] = order
    return by_text, by_name


def _glyph(font, name, attributes, usual):
    glyph = font.newGlyph(name)
    glyph.width = max(0, round(_number(attributes, "horiz-adv-x", usual)))
    try:
        parse_path(attributes.get("d", ""), glyph.getPen())
    except (ValueError, IndexError, AssertionError) as error:
        raise Refusal("corrupt", "the path of %s: %s" % (name, error)) from error


def _kern(font, pairs, names):
    by_text, by_name = names
    for attributes in pairs:
        firsts = _listed(attributes, "1", by_text, by_name)
        seconds = _listed(attributes, "2", by_text, by_name)
        if len(font.kerning) + len(firsts) * len(seconds) > MAX_PAIRS:
            raise Refusal("large", "more pairs than %d" % MAX_PAIRS)
        distance = -_number(attributes, "k", 0)
        font.kerning.update({(first, second): distance for first in firsts for second in seconds})


def _listed(attributes, side, by_text, by_name):
    """Glyphs that a list names by their characters, ranges of them, or names."""
    found = [by_name[name] for name in attributes.get("g" + side, "").split(",") if name in by_name]
    for text in attributes.get("u" + side, "").split(","):
        span = RANGE.match(text)
        if span:
            first, last = span[1].replace("?", "0"), span[2] or span[1].replace("?", "F")
            found += [name for each, name in by_text.items() if len(each) == 1 and int(first, 16) <= ord(each) <= int(last, 16)]
        elif text in by_text:
            found.append(by_text[text])
    return found


def write(font, path):
    """Writes a description as an SVG font; a glyph with several characters once for each."""
    info, order = font.info, [name for name in font.lib["public.glyphOrder"] if name in font]
    face = {
        "font-family": info.familyName or "Font",
        "font-weight": info.openTypeOS2WeightClass or 400,
        "font-style": "italic" if "italic" in (info.styleMapStyleName or "") else "normal",
        "units-per-em": info.unitsPerEm,
        "ascent": info.openTypeHheaAscender if info.ascender is None else info.ascender,
        "descent": info.openTypeHheaDescender if info.descender is None else info.descender,
        "x-height": info.xHeight,
        "cap-height": info.capHeight,
    }
    with open(path, "w", encoding="ascii", errors="xmlcharrefreplace") as file:
        file.write('<?xml version="1.0" standalone="no"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1">\n<defs>\n')
        file.write('<font id="font" horiz-adv-x="%d">\n%s\n' % (info.unitsPerEm, _element("font-face", face)))
        for name in order:
            drawn = SVGPathPen(font)
            font[name].draw(drawn)
            given = {"horiz-adv-x": round(font[name].width), "d": drawn.getCommands() or None}
            if name == NOTDEF:
                file.write(_element("missing-glyph", given) + "\n")
                continue
            for code in [code for code in font[name].unicodes if _is_text(code)] or [None]:
                text = None if code is None else "&#x%x;" % code
                file.write(_element("glyph", {"glyph-name": name, "unicode": text, **given}) + "\n")
        for (first, second), distance in font.kerning.items():
            sides = {"g1": _side(font, first), "g2": _side(font, second)}
            if all(sides.values()) and distance:
                file.write(_element("hkern", {**sides, "k": "%g" % -distance}) + "\n")
        file.write("</font>\n</defs>\n</svg>\n")


def _side(font, name):
    """The glyphs of a side of a pair, of which a comma parts two."""
    return ",".join(each for each in font.groups.get(name, [name]) if each in font and "," not in each)


def _is_text(code):
    """Whether XML can hold a character."""
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= MAX_UNICODE


def _element(name, attributes):
    given = " ".join(
        "%s=%s" % (key, '"%s"' % value if key == "unicode" else quoteattr(str(value)))
        for key, value in attributes.items()
        if value is not None
    )
    return "<%s %s/>" % (name, given)
