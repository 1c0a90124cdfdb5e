"""Turns a bitmap font (Adobe's BDF 2.2) into OpenType: each glyph's outline is the edge of its pixels, so it looks the same at
the font's own size, and has sharp corners at others."""

from fontTools.agl import toUnicode
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from refusal import Refusal

INNER = "/tmp/inner.ttf"
START = b"STARTFONT "
NOTDEF = ".notdef"
# Numbers of glyphs have 16 bits, and the first is .notdef.
MAX_GLYPHS = 65_534
# A side of a glyph, its corners (their numbers have 16 bits), and those of all: GNU Unifont has two million.
MAX_SIDE, MAX_GLYPH_CORNERS, MAX_CORNERS = 512, 60_000, 8_000_000
# The em has about as many units.
UNITS = 2_048
# Where fonts for Windows have characters without a name in Unicode.
SYMBOLS = 0xF000
MAX_UNICODE = 0x10FFFF
WEIGHTS = {"thin": 100, "light": 300, "medium": 400, "demi": 600, "bold": 700, "black": 900, "heavy": 900}
BOLD = 700
# Bits of OS/2's fsSelection.
IS_ITALIC, IS_BOLD, IS_REGULAR = 1, 32, 64
MAX_TEXT = 200


class _Glyph:
    def __init__(self, name):
        self.name = name
        self.code = -1
        self.advance = None
        self.box = (0, 0, 0, 0)
        self.rows = []


def to_ttf(data):
    """Path of an OpenType font with the glyphs of a BDF font."""
    lines = iter(data.decode("latin-1").splitlines())
    head, properties, glyphs = _read(lines)
    box = _numbers(head.get("FONTBOUNDINGBOX", ""), 4)
    _check_box(box)
    ascent = _number(properties.get("FONT_ASCENT"), box[1] + box[3])
    descent = _number(properties.get("FONT_DESCENT"), -box[3])
    pixels = _number(properties.get("PIXEL_SIZE"), ascent + descent) or ascent + descent
    if not (0 < pixels <= MAX_SIDE and abs(ascent) <= MAX_SIDE and abs(descent) <= MAX_SIDE):
        raise Refusal("corrupt", "a size of %d pixels" % pixels)
    usual = _numbers(head.get("DWIDTH", "0 0"), 2)[0] or box[0]
    _build(glyphs, properties, head, (pixels, ascent, descent, usual))
    return INNER


def _read(lines):
    """The lines before the first glyph, the properties among them, and the glyphs."""
    head, properties, glyphs = {}, {}, []
    target = head
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "STARTPROPERTIES":
            target = properties
        elif word == "ENDPROPERTIES":
            target = head
        elif word == "STARTCHAR":
            if len(glyphs) >= MAX_GLYPHS:
                raise Refusal("large", "more than %d glyphs" % MAX_GLYPHS)
            glyphs.append(_read_glyph(lines, rest.strip()))
        elif word == "ENDFONT":
            break
        elif word and not glyphs:
            target.setdefault(word, rest.strip())
    else:
        raise Refusal("corrupt", "it ends too early")
    if not glyphs:
        raise Refusal("corrupt", "no glyphs")
    return head, properties, glyphs


def _read_glyph(lines, name):
    glyph = _Glyph(name)
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "ENCODING":
            numbers = rest.split()
            # A second number is the code in an encoding of the font's own.
            glyph.code = int(numbers[0])
        elif word == "DWIDTH":
            glyph.advance = _numbers(rest, 2)[0]
        elif word == "BBX":
            glyph.box = _numbers(rest, 4)
            _check_box(glyph.box)
        elif word == "BITMAP":
            glyph.rows = [_row(next(lines), glyph.box[0]) for _ in range(glyph.box[1])]
        elif word == "ENDCHAR":
            return glyph
        elif word in ("STARTCHAR", "ENDFONT"):
            break
    raise Refusal("corrupt", "a glyph without an end")


def _row(line, width):
    """The pixels of a row, the leftmost in the highest bit."""
    digits = (width + 7) // 8 * 2
    return int(line.strip()[:digits].ljust(digits, "0") or "0", 16) >> (digits * 4 - width)


def _numbers(text, count):
    numbers = [int(word) for word in text.split()[:count]]
    if len(numbers) != count:
        raise Refusal("corrupt", "%d numbers, not %d" % (len(numbers), count))
    return numbers


def _number(text, otherwise):
    return otherwise if text is None else int(text.split()[0])


def _check_box(box):
    if not all(0 <= side <= MAX_SIDE for side in box[:2]) or not all(abs(place) <= MAX_SIDE for place in box[2:]):
        raise Refusal("corrupt", "a box of %r" % (box,))


def _build(glyphs, properties, head, sizes):
    pixels, ascent, descent, usual = sizes
    unit = max(1, UNITS // pixels)
    order, drawn, metrics, characters = [NOTDEF], {NOTDEF: TTGlyphPen(None).glyph()}, {NOTDEF: (usual * unit, 0)}, {}
    charset = _text(properties.get("CHARSET_REGISTRY", "")).lower(), _text(properties.get("CHARSET_ENCODING", ""))
    corners = 0
    for number, glyph in enumerate(glyphs, 1):
        name = "glyph%05d" % number
        contours = _contours(glyph)
        own = sum(len(contour) for contour in contours)
        corners += own
        if own > MAX_GLYPH_CORNERS or corners > MAX_CORNERS:
            raise Refusal("points", "%d corners, of one glyph %d" % (corners, own))
        drawn[name] = _outline(contours, unit)
        advance = usual if glyph.advance is None else glyph.advance
        if not 0 <= advance <= MAX_SIDE:
            raise Refusal("corrupt", "a width of %d" % advance)
        left = min((x for contour in contours for x, _ in contour), default=0)
        metrics[name] = advance * unit, left * unit
        order.append(name)
        character = _character(glyph, charset)
        if character is not None:
            characters.setdefault(character, name)
    builder = FontBuilder(pixels * unit, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(characters)
    builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=ascent * unit, descent=-descent * unit)
    _name(builder, properties, head, (ascent * unit, descent * unit))
    builder.save(INNER)


def _name(builder, properties, head, heights):
    ascent, descent = heights
    # The name of X11: foundry, family, weight, slant, width …, each after a dash.
    fields = (head.get("FONT", "").split("-") + [""] * 5)[1:5]
    family = _text(properties.get("FAMILY_NAME", fields[1])) or _text(head.get("FONT", "")) or "Font"
    weight_name = _text(properties.get("WEIGHT_NAME", fields[2])) or "Medium"
    slant = (_text(properties.get("SLANT", fields[3])) or "R").upper()
    weight = next((number for word, number in WEIGHTS.items() if word in weight_name.lower()), 400)
    is_bold, is_italic = weight >= BOLD, slant[:1] in ("I", "O")
    style = " ".join((["Bold"] if is_bold else []) + (["Italic"] if is_italic else [])) or "Regular"
    plain = "".join(char for char in family if char.isascii() and char.isalnum()) or "Font"
    builder.setupNameTable(
        {
            "copyright": _text(properties.get("COPYRIGHT", "")),
            "familyName": family,
            "styleName": style,
            "uniqueFontIdentifier": "%s %s" % (family, style),
            "fullName": "%s %s" % (family, style),
            "psName": "%s-%s" % (plain[:40], style.replace(" ", "")),
        }
    )
    builder.font["head"].macStyle = is_bold | is_italic << 1
    builder.setupOS2(
        sTypoAscender=ascent,
        sTypoDescender=-descent,
        usWinAscent=max(ascent, 0),
        usWinDescent=max(descent, 0),
        usWeightClass=weight,
        fsSelection=IS_ITALIC * is_italic | IS_BOLD * is_bold | IS_REGULAR * (not is_bold and not is_italic),
    )
    builder.setupPost(keepGlyphNames=False, isFixedPitch=_text(properties.get("SPACING", "")).upper() in ("M", "C"))


def _text(value):
    """A property without its quotes."""
    return value.strip('" ')[:MAX_TEXT]


def _character(glyph, charset):
    registry, encoding = charset
    if 0 <= glyph.code <= MAX_UNICODE and registry in ("iso10646", ""):
        return glyph.code or None
    if 0 < glyph.code < 256 and registry in ("iso8859", "koi8"):
        try:
            return ord(bytes([glyph.code]).decode("%s-%s" % (registry, encoding.lower())))
        except (LookupError, UnicodeDecodeError):
            return None  # an encoding, or a code in it, that has no character
    text = toUnicode(glyph.name)
    if len(text) == 1:
        return ord(text)
    return SYMBOLS + glyph.code if 0 <= glyph.code < 256 else None


def _outline(contours, unit):
    pen = TTGlyphPen(None)
    for contour in contours:
        pen.moveTo((contour[0][0] * unit, contour[0][1] * unit))
        for x, y in contour[1:]:
            pen.lineTo((x * unit, y * unit))
        pen.closePath()
    return pen.glyph()


def _contours(glyph):
    """The corners along the edges of the pixels, clockwise around ink, in pixels from the origin."""
    ends = _edges(glyph)
    contours = []
    for start in list(ends):
        while ends[start]:
            contours.append(_contour(ends, start))
    return contours


def _contour(ends, start):
    corners, at, before, first = [], start, None, None
    while at != start or before is None:
        following = ends[at]
        # Where two pixels touch at a corner, turning right keeps them apart.
        after = following.pop(_right_turn(at, before, following))
        step = after[0] - at[0], after[1] - at[1]
        if step != before:
            corners.append(at)
        first = first or step
        at, before = after, step
    # The walk may have begun in the middle of a straight line.
    return corners[1:] if before == first else corners


def _right_turn(at, before, following):
    if before is None or len(following) == 1:
        return 0
    return following.index((at[0] + before[1], at[1] - before[0]))


def _edges(glyph):
    """From each point of the grid, where the edges lead that begin there; ink is on their right."""
    width, height, left, bottom = glyph.box
    ends = {}
    rows = [0, *glyph.rows, 0]
    for index in range(1, height + 1):
        row, above, below = rows[index], rows[index - 1], rows[index + 1]
        y = bottom + height - index
        for x in _columns(row & ~(row >> 1), width):
            ends.setdefault((left + x, y), []).append((left + x, y + 1))
        for x in _columns(row & ~above, width):
            ends.setdefault((left + x, y + 1), []).append((left + x + 1, y + 1))
        for x in _columns(row & ~(row << 1), width):
            ends.setdefault((left + x + 1, y + 1), []).append((left + x + 1, y))
        for x in _columns(row & ~below, width):
            ends.setdefault((left + x + 1, y), []).append((left + x, y))
    return ends


def _columns(bits, width):
    """The columns of the bits that are set, from the left."""
    bits &= (1 << width) - 1
    while bits:
        highest = bits.bit_length() - 1
        yield width - 1 - highest
        bits ^= 1 << highest
