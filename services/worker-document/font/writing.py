"""Raw tables into the containers, by fontTools."""

import struct
from io import BytesIO

import brotli
from fontTools.ttLib import woff2
from fontTools.ttLib.sfnt import SFNTWriter, WOFFFlavorData
from glyf_transform import transform

MB = 1024 * 1024
# Bytes up to which an effort of brotli is taken, and the bytes that it is given at once, after which it can tell how far it
# is. Measured: 11 packs 0.4 MB a second, 9 packs 2, 7 packs 7; of 16 MB of CJK outlines 9 leaves 12.6 MB, 7 leaves 12.8.
EFFORTS = ((2 * MB, 11, MB // 4), (8 * MB, 9, MB), (1024 * MB, 7, MB // 16))


def write(font, path, target, exact, report):
    """Writes `font` as `ttf`, `otf`, `woff` or `woff2`; `exact` keeps every byte of the outlines in a woff2."""
    flavor = target if target in ("woff", "woff2") else None
    tables = font.tables
    if target == "woff2":
        tables = {tag: table for tag, table in tables.items() if tag != "DSIG"}
    file = _File()
    args = (file, len(tables), font.version.decode("latin-1"), flavor, _beside(font) if flavor else None)
    woff2.brotli = _Brotli(report)
    writer = _Woff2Writer(*args, exact=exact) if target == "woff2" else SFNTWriter(*args)
    for tag, table in tables.items():
        writer[tag] = table
    writer.close()
    with open(path, "wb") as out:
        out.write(file.getvalue())


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


class _Brotli:
    """What fontTools takes of `brotli`, with an effort that fits the size and word of how far it is."""

    MODE_FONT, MODE_TEXT = brotli.MODE_FONT, brotli.MODE_TEXT

    def __init__(self, report):
        self._report = report

    def compress(self, data, mode):
        quality, step = next((quality, step) for limit, quality, step in EFFORTS if len(data) < limit)
        compressor, parts = brotli.Compressor(mode=mode, quality=quality), []
        for at in range(0, len(data), step):
            self._report(at / len(data))
            parts.append(compressor.process(data[at : at + step]))
        return b"".join((*parts, compressor.finish()))


class _Woff2Writer(woff2.WOFF2Writer):
    """Moves outlines into WOFF2's own encoding where that keeps all of them, and leaves them as they are elsewhere."""

    def __new__(cls, *args, exact):
        return object.__new__(cls)

    def __init__(self, *args, exact):
        super().__init__(*args)
        beside = args[4]
        # fontTools 4.38 copies the minor version over the major one.
        self.flavorData.majorVersion, self.flavorData.minorVersion = beside.majorVersion, beside.minorVersion
        self._exact = exact
        self._glyf = None

    def close(self):
        if "glyf" in self.tables and not self._exact:
            tables = {tag: entry.data for tag, entry in self.tables.items()}
            self._glyf = transform(tables)
        if self._glyf is None:
            self.flavorData.transformedTables = set()
        super().close()

    def transformTable(self, tag):
        if tag != "glyf":
            return super().transformTable(tag)
        index_format = self.ttFont["head"].indexToLocFormat
        return self._glyf[:6] + struct.pack(">H", index_format) + self._glyf[8:]
