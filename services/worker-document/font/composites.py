"""Glyphs made of glyphs, counted before any program follows them."""

import struct

from glyf import MORE_COMPONENTS, component_bytes, glyph_offsets
from refusal import Refusal

# Parts that one glyph may have in the end; the most in a font of Debian's are 12.
MAX_PARTS = 4096
UNDERWAY = -1


def check(tables):
    """Refuses a glyph that contains itself, by whatever way, or more parts than any letter has."""
    try:
        offsets = glyph_offsets(tables)
    except (struct.error, KeyError):
        raise Refusal("corrupt", "no places of glyphs") from None
    glyf, parts = tables["glyf"], {}
    for glyph in range(len(offsets) - 1):
        _count(glyph, glyf, offsets, parts)


def _count(first, glyf, offsets, parts):
    """Fills `parts` for a glyph and all that it is made of, without recursion of our own."""
    stack = [first]
    while stack:
        glyph = stack[-1]
        if parts.get(glyph, UNDERWAY) != UNDERWAY:
            stack.pop()
            continue
        inside = [at for at in _components(glyf[offsets[glyph] : offsets[glyph + 1]]) if at < len(offsets) - 1]
        if glyph in parts:
            parts[glyph] = 1 + sum(parts[at] for at in inside)
            if parts[glyph] > MAX_PARTS:
                raise Refusal("corrupt", "glyph %d has %d parts" % (glyph, parts[glyph]))
            stack.pop()
            continue
        parts[glyph] = UNDERWAY
        for at in inside:
            if parts.get(at) == UNDERWAY:
                raise Refusal("corrupt", "glyph %d contains itself" % at)
            if at not in parts:
                stack.append(at)


def _components(data):
    """Numbers of the glyphs in a composite one; what cannot be read has none, and FreeType says so later."""
    found = []
    try:
        if data[:1] < b"\x80":
            return found
        at, more = 10, True
        while more:
            flags, glyph = struct.unpack_from(">HH", data, at)
            found.append(glyph)
            at += 4 + component_bytes(flags)
            more = flags & MORE_COMPONENTS
    except struct.error:
        pass
    return found
