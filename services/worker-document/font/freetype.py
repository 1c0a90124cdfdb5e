"""Reads fonts with FreeType through ctypes, to check the result of fontTools: Debian has no Python module for FreeType."""

from ctypes import CDLL, POINTER, Structure, addressof, byref, c_char_p, c_int, c_long, c_short, c_uint, c_ulong, c_ushort
from ctypes import c_void_p, create_string_buffer, string_at

from itertools import pairwise
from struct import pack, unpack
from time import monotonic

from refusal import Refusal

NO_SCALE, NO_HINTING, NO_BITMAP = 1, 2, 8
# Time limit in seconds for all glyphs of one font: 65,535 of Noto Sans CJK take one second.
GLYPHS_SECONDS = 8
# Kinds of points, the two lowest bits of their tags: FT_CURVE_TAG.
ON, CONIC, CUBIC = 1, 0, 2


class _Outline(Structure):
    _fields_ = [
        ("contour_count", c_short),
        ("point_count", c_short),
        ("points", c_void_p),
        ("tags", c_void_p),
        ("contours", c_void_p),
        ("flags", c_int),
    ]


class _Slot(Structure):
    """FT_GlyphSlotRec up to the outline."""

    _fields_ = [
        ("unused", c_void_p * 6),
        ("metrics", c_long * 8),
        ("advances", c_long * 4),
        ("format", c_uint),
        ("bitmap", c_void_p * 5),
        ("bitmap_place", c_int * 2),
        ("outline", _Outline),
    ]


class _Face(Structure):
    """FT_FaceRec up to the slot."""

    _fields_ = [
        ("face_count", c_long),
        ("index", c_long),
        ("face_flags", c_long),
        ("style_flags", c_long),
        ("glyph_count", c_long),
        ("family", c_char_p),
        ("style", c_char_p),
        ("size_count", c_int),
        ("sizes", c_void_p),
        ("charmap_count", c_int),
        ("charmaps", c_void_p),
        ("generic", c_void_p * 2),
        ("box", c_long * 4),
        ("units_per_em", c_ushort),
        ("heights", c_short * 7),
        ("slot", POINTER(_Slot)),
    ]


_library = CDLL("libfreetype.so.6")
_freetype = c_void_p()
_library.FT_Init_FreeType(byref(_freetype))
_library.FT_Load_Sfnt_Table.argtypes = [c_void_p, c_ulong, c_long, c_void_p, POINTER(c_ulong)]
_library.FT_Get_Name_Index.argtypes = [c_void_p, c_char_p]
_library.FT_Load_Glyph.argtypes = [c_void_p, c_uint, c_int]
_library.FT_Outline_Get_BBox.argtypes = [c_void_p, c_void_p]


class Face:
    """One font file, opened by FreeType, in any container."""

    def __init__(self, path):
        face = POINTER(_Face)()
        error = _library.FT_New_Face(_freetype, path.encode(), c_long(0), byref(face))
        if error:
            raise Refusal("corrupt", "FreeType does not open it: error %d" % error)
        self._face = face
        self._slot = face.contents.slot.contents
        self.glyph_count = face.contents.glyph_count
        self.units_per_em = face.contents.units_per_em

    def table(self, tag):
        """The decompressed bytes of a table; None if it is missing."""
        code = int.from_bytes(tag.encode("latin-1"), "big")
        length = c_ulong(0)
        if _library.FT_Load_Sfnt_Table(self._face, code, 0, None, byref(length)):
            return None
        buffer = create_string_buffer(length.value)
        if _library.FT_Load_Sfnt_Table(self._face, code, 0, buffer, byref(length)):
            return None
        return buffer.raw

    def index_of(self, name):
        """The number of the glyph with a name; None without one."""
        glyph = _library.FT_Get_Name_Index(self._face, name.encode("latin-1", "replace"))
        return None if glyph == 0 and name != ".notdef" else glyph

    def draw(self, glyph):
        """The contours of a glyph, composites resolved: for each its points, in font units, and their kinds;
        contours of a single point, which draw nothing, are left out.

        At one pixel per unit of the em, FreeType's 26.6 fixed-point numbers are font units with fractions.
        """
        _library.FT_Set_Pixel_Sizes(self._face, 0, self.units_per_em)
        if _library.FT_Load_Glyph(self._face, glyph, NO_HINTING | NO_BITMAP):
            raise Refusal("corrupt", "FreeType does not draw glyph %d" % glyph)
        outline = self._slot.outline
        count = outline.point_count
        if count == 0:
            return []
        numbers = unpack("=%dq" % (2 * count), string_at(outline.points, 16 * count))
        points = [(x / 64, y / 64) for x, y in zip(numbers[::2], numbers[1::2])]
        kinds = [tag & 3 for tag in string_at(outline.tags, count)]
        spans = [slice(start + 1, end + 1) for start, end in pairwise((-1, *_contour_ends(outline)))]
        return [(points[span], kinds[span]) for span in spans if span.stop - span.start > 1]

    def glyphs(self):
        """Yields the numbers of all glyphs; refuses a font that takes longer than the limit."""
        deadline = monotonic() + GLYPHS_SECONDS
        for glyph in range(self.glyph_count):
            if monotonic() > deadline:
                raise Refusal("large", "glyph %d after %d s" % (glyph, GLYPHS_SECONDS))
            yield glyph

    def load(self, glyph):
        """Makes a glyph the current one, in font units; False if FreeType cannot read it."""
        return _library.FT_Load_Glyph(self._face, glyph, NO_SCALE) == 0

    @property
    def advance(self):
        """Advance width of the current glyph."""
        return self._slot.metrics[4]

    @property
    def point_count(self):
        return self._slot.outline.point_count

    @property
    def outline(self):
        """Points, their kinds and the ends of the contours of the current glyph, as bytes to compare."""
        outline = self._slot.outline
        points, contours = outline.point_count, outline.contour_count
        if points == 0:
            return b""
        return string_at(outline.points, 16 * points) + string_at(outline.tags, points) + string_at(
            outline.contours, 2 * contours
        )

    @property
    def box(self):
        """Bounds of the curves: minimum x and y, maximum x and y; without contours of a single point, which draw nothing."""
        box = (c_long * 4)()
        _library.FT_Outline_Get_BBox(byref(_without_single_points(self._slot.outline)), byref(box))
        return tuple(box)


def _contour_ends(outline):
    """For each contour, the index of its last point."""
    count = outline.contour_count
    return unpack("=%dh" % count, string_at(outline.contours, 2 * count)) if count else ()


def _without_single_points(outline):
    """A copy of an outline without contours of a single point, or the outline itself if it has none."""
    spans = [(start + 1, end + 1) for start, end in pairwise((-1, *_contour_ends(outline)))]
    drawn_spans = [(start, end) for start, end in spans if end - start > 1]
    if drawn_spans == spans:
        return outline
    points, tags, ends = bytearray(), bytearray(), bytearray()
    for start, end in drawn_spans:
        points += string_at(outline.points + 16 * start, 16 * (end - start))
        tags += string_at(outline.tags + start, end - start)
        ends += pack("=h", len(tags) - 1)
    copy = _Outline(len(drawn_spans), len(tags), flags=outline.flags)
    # The attribute keeps the buffers alive as long as the copy.
    copy.buffers = [create_string_buffer(bytes(part), len(part) or 1) for part in (points, tags, ends)]
    copy.points, copy.tags, copy.contours = (addressof(buffer) for buffer in copy.buffers)
    return copy
