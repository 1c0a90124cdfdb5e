"""Writes raw tables into a container: TTF, OTF and WOFF with fontTools, WOFF2 with the reference encoder."""

import struct
import subprocess
from io import BytesIO

import brotli
import eot
from fontTools.ttLib.sfnt import SFNTWriter, WOFFFlavorData
from refusal import Refusal

PLAIN, PACKED = "/tmp/plain.ttf", "/tmp/plain.woff2"
# Offsets in the header: W3C WOFF 2.0, section 4.
LENGTH, VERSION, BLOCKS = 8, 24, 28


def write(font, path, container):
    """Writes `font` as `sfnt`, `woff`, `woff2`, `eot` or `kit`."""
    if container == "woff2":
        data = _woff2(font)
    elif container == "kit":
        import kit

        data = kit.pack(font, by_fonttools(font, font.tables, "woff"), bytes(_woff2(font)))
    elif container == "eot":
        data = eot.pack(by_fonttools(font, font.tables, None), font.tables)
    else:
        data = by_fonttools(font, font.tables, "woff" if container == "woff" else None)
    with open(path, "wb") as out:
        out.write(data)


def by_fonttools(font, tables, flavor):
    file = _File()
    beside = _beside(font) if flavor else None
    writer = SFNTWriter(file, len(tables), font.version.decode("latin-1"), flavor, beside)
    for tag, table in tables.items():
        writer[tag] = table
    writer.close()
    return file.getvalue()


def _woff2(font):
    """The program derives its output's name from the input's, and has no settings."""
    tables = {tag: table for tag, table in font.tables.items() if tag != "DSIG"}
    with open(PLAIN, "wb") as plain:
        plain.write(by_fonttools(font, tables, None))
    done = subprocess.run(["/usr/bin/woff2_compress", PLAIN], capture_output=True)
    if done.returncode != 0:
        raise Refusal("corrupt", "woff2_compress: %r" % done.stderr[-500:])
    with open(PACKED, "rb") as packed:
        return _with_beside(bytearray(packed.read()), font)


def _with_beside(data, font):
    """Appends metadata and private data, and sets the font's version; the program supports neither."""
    blocks = [0] * 5
    if font.metadata:
        packed = brotli.compress(font.metadata, mode=brotli.MODE_TEXT)
        blocks[:3] = _padded(data), len(packed), len(font.metadata)
        data += packed
    if font.private:
        blocks[3:] = _padded(data), len(font.private)
        data += font.private
    struct.pack_into(">5L", data, BLOCKS, *blocks)
    struct.pack_into(">L", data, LENGTH, len(data))
    if font.woff_version:
        struct.pack_into(">HH", data, VERSION, *font.woff_version)
    return data


def _padded(data):
    """Pads to a multiple of four bytes; returns the length."""
    data += bytes(-len(data) % 4)
    return len(data)


def _beside(font):
    beside = WOFFFlavorData()
    beside.metaData, beside.privData = font.metadata, font.private
    if font.woff_version:
        beside.majorVersion, beside.minorVersion = font.woff_version
    return beside


class _File(BytesIO):
    """fontTools 4.38 pads private data with text."""

    def write(self, data):
        return super().write(data.encode("latin-1") if isinstance(data, str) else data)
