"""What was written is opened by FreeType and compared with what came, glyph by glyph and table by table."""

import time

from freetype import Face
from glyf_transform import glyph_offsets
from refusal import Refusal

# Seconds for all glyphs of one font: 65,535 of Noto Sans CJK take one.
GLYPHS_SECONDS = 8
# What writing itself changes: head's checkSumAdjustment, and the mark of WOFF2 that a font has been through it.
HEAD_CHECKSUM, HEAD_FLAGS, MODIFIED = slice(8, 12), 16, 0x08


class Unproved(Exception):
    """The output is not what it has to be."""


def same_glyphs(before, after, is_same):
    """Compares two faces; `is_same` looks at both after each has loaded a glyph."""
    if before.glyph_count != after.glyph_count:
        raise Unproved("%d glyphs, not %d" % (after.glyph_count, before.glyph_count))
    until = time.monotonic() + GLYPHS_SECONDS
    for glyph in range(before.glyph_count):
        loaded = before.load(glyph)
        if loaded != after.load(glyph) or loaded and not is_same(before, after):
            raise Unproved("glyph %d differs" % glyph)
        if time.monotonic() > until:
            raise Refusal("large", "glyph %d after %d s" % (glyph, GLYPHS_SECONDS))


def same_outline(before, after):
    """Point for point, with the advance width."""
    return before.advance == after.advance and before.outline == after.outline


def same_tables(font, face, dropped=()):
    """Every table as FreeType unpacks it against that of the input, byte for byte where it can be."""
    for tag, table in font.tables.items():
        written = face.table(tag)
        if tag in dropped:
            continue
        if written == table or tag == "head" and _head(written) == _head(table):
            continue
        if tag == "loca" or tag == "glyf" and _same_glyf(font.tables, written, face):
            continue
        raise Unproved("the table %s differs" % tag)


def _head(table):
    flags = table[HEAD_FLAGS] | MODIFIED
    return table[:8] + table[12:HEAD_FLAGS] + bytes((flags,)) + table[HEAD_FLAGS + 1 : 50] + table[52:]


def _same_glyf(before, glyf, face):
    """After WOFF2's encoding: the same but for how the points of a simple glyph are packed, which its outline shows."""
    after = {"glyf": glyf, "loca": face.table("loca"), "head": face.table("head"), "maxp": before["maxp"]}
    old, new = glyph_offsets(before), glyph_offsets(after)
    for at, end, new_at, new_end in zip(old, old[1:], new, new[1:]):
        if at == end:
            if new_at != new_end:
                return False
            continue
        part = before["glyf"][at:end]
        length = _compared(part)
        if part[:length] != glyf[new_at : new_at + length]:
            return False
    return True


def _compared(glyph):
    """Header, ends of contours and instructions of a simple glyph; all of a composite one but its padding."""
    contours = int.from_bytes(glyph[:2], "big", signed=True)
    if contours < 0:
        return len(glyph.rstrip(b"\0"))
    at = 10 + 2 * contours
    return at + 2 + int.from_bytes(glyph[at : at + 2], "big")
