"""The outlines of a TrueType font in the encoding of WOFF2 (W3C WOFF 2.0, section 5.1).

fontTools has an encoder, whose time grows with the square of the outlines: it appends to immutable bytes. This one works
on the bytes of the table, without an object per glyph.
"""

import struct
from itertools import accumulate

# A mark of points: OpenType, glyf.
OVERLAP_SIMPLE = 0x40
# Flags of components, those about the length of what follows last.
MORE_COMPONENTS, HAVE_INSTRUCTIONS = 0x20, 0x100
ARGS_ARE_WORDS, HAVE_SCALE, HAVE_XY_SCALE, HAVE_MATRIX = 0x1, 0x8, 0x40, 0x80


def transform(tables):
    """The encoded `glyf` table, or None for outlines of which it would not keep everything.

    That is so with the mark for overlapping contours, which the encoding forgets, and with data that no reader of
    glyphs would take; both stay as they are then.
    """
    try:
        return _Encoder(tables).table()
    except (struct.error, IndexError, KeyError, ValueError):
        return None


class _Encoder:
    def __init__(self, tables):
        (self.count,) = struct.unpack_from(">H", tables["maxp"], 4)
        self.glyf = tables["glyf"]
        self.offsets = glyph_offsets(tables)
        self.contours, self.points, self.flags = bytearray(), bytearray(), bytearray()
        self.glyphs, self.composites, self.boxes = bytearray(), bytearray(), bytearray()
        self.instructions = bytearray()
        self.has_box = bytearray(((self.count + 31) >> 5) << 2)
        self.moves = {}

    def table(self):
        for glyph in range(self.count):
            start, end = self.offsets[glyph], self.offsets[glyph + 1]
            if start == end:
                self.contours += b"\0\0"
                continue
            data = self.glyf[start:end]
            (contours,) = struct.unpack_from(">h", data)
            self.contours += data[:2]
            if contours > 0:
                self._simple(glyph, data, contours)
            elif contours == -1:
                self._composite(glyph, data)
            else:
                raise ValueError("contours")
        streams = [self.contours, self.points, self.flags, self.glyphs, self.composites]
        streams += [self.has_box + self.boxes, self.instructions]
        sizes = [len(stream) for stream in streams]
        # The format of `loca` is filled in by the writer, which may have to change it.
        return struct.pack(">LHH7L", 0, self.count, 0, *sizes) + b"".join(streams)

    def _simple(self, glyph, data, contours):
        ends = struct.unpack_from(">%dH" % contours, data, 10)
        at = 10 + 2 * contours
        (instructions,) = struct.unpack_from(">H", data, at)
        at += 2
        self.instructions += _whole(data, at, instructions)
        at += instructions
        before = -1
        for end in ends:
            if end <= before:
                raise ValueError("an empty contour")
            self.points += packed_short(end - before)
            before = end
        box = self._outline(data, at, ends[-1] + 1)
        if box != struct.unpack_from(">4h", data, 2):
            self._box(glyph, data)
        self.glyphs += packed_short(instructions)

    def _outline(self, data, at, count):
        """Appends the points and returns the box that they span."""
        marks = bytearray()
        while len(marks) < count:
            mark = data[at]
            at += 1
            marks.append(mark)
            if mark & 8:
                marks += bytes((mark,)) * data[at]
                at += 1
        if len(marks) != count or marks[0] & OVERLAP_SIMPLE:
            raise ValueError("marks")
        xs, at = _deltas(data, at, marks, 2, 16)
        ys, at = _deltas(data, at, marks, 4, 32)
        moves, flags, glyphs = self.moves, self.flags, self.glyphs
        for key in zip((mark & 1 for mark in marks), xs, ys):
            move = moves.get(key)
            if move is None:
                move = moves[key] = _move(*key)
            flags.append(move[0])
            glyphs += move[1]
        x, y = list(accumulate(xs)), list(accumulate(ys))
        return min(x), min(y), max(x), max(y)

    def _composite(self, glyph, data):
        at, more, instructed = 10, True, False
        while more:
            flags, _ = struct.unpack_from(">HH", data, at)
            at += 4 + component_bytes(flags)
            more = flags & MORE_COMPONENTS
            instructed = instructed or flags & HAVE_INSTRUCTIONS
        self.composites += _whole(data, 10, at - 10)
        self._box(glyph, data)
        if instructed:
            (length,) = struct.unpack_from(">H", data, at)
            self.glyphs += packed_short(length)
            self.instructions += _whole(data, at + 2, length)

    def _box(self, glyph, data):
        self.has_box[glyph >> 3] |= 0x80 >> (glyph & 7)
        self.boxes += _whole(data, 2, 8)


def glyph_offsets(tables):
    """Where each glyph begins in `glyf`, and where the last one ends."""
    (count,) = struct.unpack_from(">H", tables["maxp"], 4)
    (long,) = struct.unpack_from(">h", tables["head"], 50)
    loca = tables["loca"]
    if long:
        return struct.unpack_from(">%dL" % (count + 1), loca)
    return [2 * offset for offset in struct.unpack_from(">%dH" % (count + 1), loca)]


def component_bytes(flags):
    """Length of what follows the flags and glyph of a component."""
    matrix = 8 if flags & HAVE_MATRIX else 4 if flags & HAVE_XY_SCALE else 2 if flags & HAVE_SCALE else 0
    return (4 if flags & ARGS_ARE_WORDS else 2) + matrix


def _whole(data, at, length):
    if at + length > len(data):
        raise ValueError("cut short")
    return data[at : at + length]


def _deltas(data, at, marks, short, same):
    deltas = []
    for mark in marks:
        if mark & short:
            deltas.append(data[at] if mark & same else -data[at])
            at += 1
        elif mark & same:
            deltas.append(0)
        else:
            deltas.append((data[at] ^ 0x80) * 256 + data[at + 1] - 0x8000)
            at += 2
    return deltas, at


def packed_short(value):
    """255UInt16: WOFF 2.0, section 6.1.1."""
    if value < 253:
        return bytes((value,))
    if value < 506:
        return bytes((255, value - 253))
    if value < 762:
        return bytes((254, value - 506))
    return struct.pack(">BH", 253, value)


def _move(on, dx, dy):
    """Flag and bytes of one step from point to point: WOFF 2.0, section 5.2."""
    curve = 0 if on else 128
    x, y = abs(dx), abs(dy)
    x_sign, y_sign = int(dx >= 0), int(dy >= 0)
    signs = x_sign + 2 * y_sign
    if x == 0 and y < 1280:
        return curve + ((y & 0xF00) >> 7) + y_sign, bytes((y & 0xFF,))
    if y == 0 and x < 1280:
        return curve + 10 + ((x & 0xF00) >> 7) + x_sign, bytes((x & 0xFF,))
    if x < 65 and y < 65:
        flag = curve + 20 + ((x - 1) & 0x30) + (((y - 1) & 0x30) >> 2) + signs
        return flag, bytes((((x - 1) & 0xF) << 4 | (y - 1) & 0xF,))
    if x < 769 and y < 769:
        flag = curve + 84 + 12 * (((x - 1) & 0x300) >> 8) + (((y - 1) & 0x300) >> 6) + signs
        return flag, bytes(((x - 1) & 0xFF, (y - 1) & 0xFF))
    if x < 4096 and y < 4096:
        return curve + 120 + signs, bytes((x >> 4, (x & 0xF) << 4 | y >> 8, y & 0xFF))
    return curve + 124 + signs, struct.pack(">HH", x & 0xFFFF, y & 0xFFFF)
