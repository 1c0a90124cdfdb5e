"""Opens the output with FreeType and compares it with the input, glyph by glyph and table by table."""

from glyf import glyph_offsets

# Fields that writing changes: head's checkSumAdjustment, WOFF2's flag for converted fonts, and the width of loca's offsets.
CHECKSUM, FLAGS, MODIFIED, PLACES = slice(8, 12), 16, 0x08, slice(50, 52)


class Unproved(Exception):
    """The output differs from the input."""


def same_glyphs(before, after, is_same):
    """Compares two faces; `is_same` looks at both after each has loaded a glyph."""
    if before.glyph_count != after.glyph_count:
        raise Unproved("%d glyphs, not %d" % (after.glyph_count, before.glyph_count))
    for glyph in before.glyphs():
        loaded = before.load(glyph)
        if loaded != after.load(glyph) or loaded and not is_same(before, after):
            raise Unproved("glyph %d differs" % glyph)


def same_outline(before, after):
    """Point for point, with the advance width."""
    return before.advance == after.advance and before.outline == after.outline


def near_outline(before, after):
    """The same advance width, and equal bounds within two units; for outlines of another kind."""
    room = 2 + before.units_per_em // 500
    return before.advance == after.advance and all(
        abs(old - new) <= room for old, new in zip(before.box, after.box)
    )


def same_tables(font, face, dropped=()):
    """Compares every decompressed table with that of the input, byte by byte if possible.

    Returns whether the points of glyphs are packed in another way, so that only their outlines can be compared.
    """
    repacked = False
    for tag, table in font.tables.items():
        if tag in dropped:
            continue
        written = face.table(tag)
        if written is None:
            raise Unproved("the table %s is gone" % tag)
        if written == table or tag == "head" and _head(written) == _head(table):
            continue
        # The offsets follow from the glyphs, which FreeType has found by them.
        if tag != "loca" and not (tag == "glyf" and _same_glyf(font.tables, written, face)):
            raise Unproved("the table %s differs" % tag)
        repacked = True
    return repacked


def _head(table):
    plain = bytearray(table)
    plain[FLAGS] |= MODIFIED
    plain[CHECKSUM], plain[PLACES] = bytes(4), bytes(2)
    return plain


def _same_glyf(before, glyf, face):
    """After WOFF2's encoding: equal except for the encoding of a simple glyph's points, which the outline check covers."""
    after = {"glyf": glyf, "loca": face.table("loca"), "head": face.table("head"), "maxp": before["maxp"]}
    old, new = glyph_offsets(before), glyph_offsets(after)
    for at, end, new_at in zip(old, old[1:], new):
        part = before["glyf"][at:end]
        length = _compared(part) if part else 0
        if part[:length] != glyf[new_at : new_at + length]:
            return False
    return True


def _compared(glyph):
    """Header, contour ends and instructions of a simple glyph; a composite one without its padding."""
    contours = int.from_bytes(glyph[:2], "big", signed=True)
    if contours < 0:
        return len(glyph.rstrip(b"\0"))
    at = 10 + 2 * contours
    return at + 2 + int.from_bytes(glyph[at : at + 2], "big")
