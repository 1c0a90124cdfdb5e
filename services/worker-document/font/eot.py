"""Embedded OpenType: a header with names, then the font. Its size is stored in the header."""

import struct

from refusal import Refusal

VERSION = 0x00020001
SIZES_AND_FLAGS = "<4L"
COMPRESSED, XORED = 0x4, 0x10000000
XOR_KEY = 0x50
MAGIC, HEADER_BYTES = 0x504C, 82
NAMES = 1, 2, 5, 4
WINDOWS_UNICODE, ENGLISH = 3, 0x409


def is_eot(data):
    return len(data) > HEADER_BYTES and struct.unpack_from("<H", data, 34) == (MAGIC,)


def unpack(data):
    """The font; refuses Monotype's compression, which no free program reads."""
    total, length, _, flags = struct.unpack_from(SIZES_AND_FLAGS, data)
    if flags & COMPRESSED:
        raise Refusal("packed", "MicroType Express")
    if not HEADER_BYTES + length <= total <= len(data):
        raise Refusal("corrupt", "the font lies outside")
    font = data[total - length : total]
    return font.translate(bytes(i ^ XOR_KEY for i in range(256))) if flags & XORED else font


def pack(font, tables):
    """A font with the header that describes it."""
    os2 = tables.get("OS/2", b"").ljust(86, b"\0")
    weight, kind = struct.unpack_from(">H", os2, 4)[0], struct.unpack_from(">H", os2, 8)[0]
    ranges = struct.unpack_from(">4L", os2, 42)
    (selection,) = struct.unpack_from(">H", os2, 62)
    pages = struct.unpack_from(">2L", os2, 78)
    (adjustment,) = struct.unpack_from(">L", font, font.index(tables["head"][:8]) + 8)
    head = struct.pack(
        "<10sBBLHH4L2LL16xH", os2[32:42], 1, selection & 1, weight, kind, MAGIC, *ranges, *pages, adjustment, 0
    )
    names = b"".join(_sized(_name(tables.get("name", b""), number)) for number in NAMES)
    # No root string: the font may be used by every site.
    body = head + names + struct.pack("<H", 0) + font
    size = struct.calcsize(SIZES_AND_FLAGS) + len(body)
    return struct.pack(SIZES_AND_FLAGS, size, len(font), VERSION, 0) + body


def _sized(name):
    """A name with its length, and the padding before the next one."""
    return struct.pack("<H", len(name)) + name + b"\0\0"


def _name(table, number):
    """A Windows name in UTF-16, little endian; the first of any language if there is none in English."""
    if len(table) < 6:
        return b""
    count, strings = struct.unpack_from(">HH", table, 2)
    found = b""
    for platform, _, language, name, length, at in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        if platform != WINDOWS_UNICODE or name != number or (found and language != ENGLISH):
            continue
        text = table[strings + at : strings + at + length]
        found = text.decode("utf-16-be", "replace").encode("utf-16-le")
        if language == ENGLISH:
            break
    return found
