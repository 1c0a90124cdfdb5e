"""Checks composite glyphs before any program follows their references."""

import struct

from glyf import MORE_COMPONENTS, component_bytes, glyph_offsets
from refusal import Refusal

# Maximum parts of one glyph; the fonts of Debian have at most 12.
MAX_PARTS = 4096
UNDERWAY = -1


def check(tables):
    """Refuses a glyph that contains itself, directly or indirectly, or too many parts."""
    try:
        offsets = glyph_offsets(tables)
    except (struct.error, KeyError):
        raise Refusal("corrupt", "no places of glyphs") from None
    glyf, parts = tables["glyf"], {}
    for glyph in range(len(offsets) - 1):
        _count(glyph, glyf, offsets, parts)


def _count(first, glyf, offsets, parts):
    """Fills `parts` for a glyph and all its components, without recursion."""
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
    """Glyph numbers of the components; none for an unreadable glyph, which FreeType reports later."""
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
