"""Finds the font in what is more than one font, or another kind of font: a collection, a suitcase of macOS, Type 1,
a bitmap font, a UFO, a font of SVG."""

import struct

import container as containers
from fontTools.misc.macRes import ResourceReader
from refusal import Refusal
from writing import by_fonttools

INNER = "/tmp/first.ttf"
COLLECTION = b"ttcf"
# More than any collection in use.
MAX_FONTS = 256
# A suitcase begins with four offsets and lengths; its data follow at 256.
SUITCASE = b"\0\0\1\0"
# What may stand before the first tag of XML: white space and the mark of UTF-8, and how much of it.
BEFORE_XML, WHITE = b"\xef\xbb\xbf \t\r\n", 200


def plain(path, say):
    """Path of a font that FreeType opens as one font; tells what else was in the file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] == b"wOF2" + COLLECTION:
        containers.check_woff2_size(data)
        with open(containers.decompress_woff2(path), "rb") as file:
            data = file.read()
    if data[:4] == COLLECTION:
        return _first_of_collection(data, say)
    if data[:4] == SUITCASE:
        return _first_of_suitcase(path, say)
    if data[:2] in (b"\x80\1", b"%!"):
        import type1

        return type1.to_otf(data, say)
    if data[:10] == b"STARTFONT ":
        import bdf

        return bdf.to_ttf(data)
    if data[:4] == b"PK\3\4":
        import ufo

        return ufo.to_opentype(path, say)
    if data[:WHITE].lstrip(BEFORE_XML).startswith(b"<"):
        import svg

        return svg.to_opentype(path, say)
    return containers.plain(path)


def _first_of_collection(data, say):
    (count,) = struct.unpack_from(">L", data, 8)
    if not 0 < count <= MAX_FONTS:
        raise Refusal("corrupt", "%d fonts" % count)
    (first,) = struct.unpack_from(">L", data, 12)
    font = containers.read_tables(data, first)
    # A signature is that of the whole collection.
    font.tables.pop("DSIG", None)
    _tell(count - 1, say)
    return _written(by_fonttools(font, font.tables, None))


def _first_of_suitcase(path, say):
    fonts = ResourceReader(path).get("sfnt", [])
    if not fonts:
        raise Refusal("corrupt", "no font in it")
    _tell(len(fonts) - 1, say)
    return _written(fonts[0].data)


def _written(font):
    with open(INNER, "wb") as file:
        file.write(font)
    return INNER


def _tell(others, say):
    if others > 0:
        say("loss", "fonts_left_out", others)
