"""The layout of the table `glyf`, as far as iterating needs it: OpenType, "glyf" and "loca"."""

import struct

# Flags of components; the last ones determine the length of the data that follows.
MORE_COMPONENTS = 0x20
ARGS_ARE_WORDS, HAVE_SCALE, HAVE_XY_SCALE, HAVE_MATRIX = 0x1, 0x8, 0x40, 0x80


def glyph_offsets(tables):
    """Where each glyph begins in `glyf`, and where the last one ends."""
    (count,) = struct.unpack_from(">H", tables["maxp"], 4)
    (long,) = struct.unpack_from(">h", tables["head"], 50)
    loca = tables["loca"]
    if long:
        return struct.unpack_from(">%dL" % (count + 1), loca)
    return [2 * offset for offset in struct.unpack_from(">%dH" % (count + 1), loca)]


def component_bytes(flags):
    """Length of the data after the flags and glyph number of a component."""
    matrix = 8 if flags & HAVE_MATRIX else 4 if flags & HAVE_XY_SCALE else 2 if flags & HAVE_SCALE else 0
    return (4 if flags & ARGS_ARE_WORDS else 2) + matrix
