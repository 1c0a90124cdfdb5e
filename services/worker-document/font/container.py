"""Reads the raw tables of a font from its container. No table is parsed, so none can change."""

import struct
import subprocess
import zlib

import brotli
import eot
from refusal import Refusal

# Largest font that the reference decoder of WOFF2 decompresses: kDefaultMaxSize of woff2 1.0.2.
MAX_WOFF2_BYTES = 30 * 1024 * 1024
MAX_METADATA_BYTES = 1024 * 1024
# OpenType and AAT together register fewer than 80.
MAX_TABLES = 256


class Font:
    """Tables by tag in file order, and WOFF's metadata and private data."""

    def __init__(self, version, tables, metadata=None, private=None, woff_version=None):
        self.version = version
        self.tables = tables
        self.metadata = metadata
        self.private = private
        self.woff_version = woff_version

    @property
    def is_cubic(self):
        return "CFF " in self.tables or "CFF2" in self.tables

    @property
    def is_signed(self):
        """Whether the signature table, which is often empty, contains a signature."""
        return self.tables.get("DSIG", b"")[4:6] not in (b"", b"\0\0")


def plain(path):
    """Path of a font that FreeType opens: that in an EOT, or the file itself."""
    with open(path, "rb") as file:
        data = file.read()
    if not eot.is_eot(data):
        return path
    inner = "/tmp/inner.ttf"
    with open(inner, "wb") as file:
        file.write(eot.unpack(data))
    return inner


def read(path):
    """Reads a font; refuses it if the decompressed tables differ from its directory."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"wOF2":
        return _read_woff2(path, data)
    if data[:4] == b"wOFF":
        return _read_woff(data)
    return read_tables(data)


def read_tables(data, start=0):
    """The font whose directory of tables is at `start`."""
    version, count = struct.unpack_from(">4sH", data, start)
    entries = list(struct.iter_unpack(">4s4xLL", data[start + 12 : start + 12 + 16 * _checked(count)]))
    tables = {}
    for tag, at, length in sorted(entries, key=lambda e: e[1]):
        _check_place(data, at, length)
        # Of two tables with one tag the first one counts, as in FreeType; tables may share bytes of the file.
        if next(entry for entry in entries if entry[0] == tag)[1:] == (at, length):
            tables[tag] = data[at : at + length]
    return Font(version, _by_name(tables))


def _checked(count):
    if not 0 < count <= MAX_TABLES:
        raise Refusal("corrupt", "%d tables" % count)
    return count


def _check_place(data, at, length):
    if at + length > len(data):
        raise Refusal("corrupt", "a table lies outside")


def _read_woff(data):
    version, count = struct.unpack_from(">4s4xH", data, 4)
    entries = struct.iter_unpack(">4sLLL4x", data[44 : 44 + 20 * _checked(count)])
    tables = {}
    for tag, at, packed, length in sorted(entries, key=lambda e: e[1]):
        _check_place(data, at, packed)
        raw = data[at : at + packed]
        tables[tag] = raw if packed == length else _inflate(zlib.decompressobj(), raw, length)
    woff_version = struct.unpack_from(">HH", data, 20)
    font = Font(version, _by_name(tables), woff_version=woff_version)
    _read_blocks(font, data, 24, lambda raw, length: _inflate(zlib.decompressobj(), raw, length))
    return font


def _read_woff2(path, data):
    """Uses the reference decoder, because fontTools takes quadratic time for outlines."""
    check_woff2_size(data)
    font = read(decompress_woff2(path))
    font.woff_version = struct.unpack_from(">HH", data, 24)
    _read_blocks(font, data, 28, _inflate_brotli)
    return font


def check_woff2_size(data):
    (total,) = struct.unpack_from(">L", data, 16)
    if total > MAX_WOFF2_BYTES:
        raise Refusal("large", "unpacks to %d bytes" % total)


def _read_blocks(font, data, at, inflate):
    """Metadata and private data, whose fields are the same in both versions of WOFF."""
    offset, packed, length, private, private_length = struct.unpack_from(">5L", data, at)
    if length > MAX_METADATA_BYTES:
        raise Refusal("large", "%d bytes of metadata" % length)
    if packed:
        font.metadata = inflate(data[offset : offset + packed], length)
    font.private = data[private : private + private_length] or None


def decompress_woff2(path):
    """Path of the decompressed font in /tmp; the program derives its output's name from the input's."""
    copy = "/tmp/unpacked.woff2"
    with open(path, "rb") as source, open(copy, "wb") as target:
        target.write(source.read())
    done = subprocess.run(["/usr/bin/woff2_decompress", copy], capture_output=True)
    if done.returncode != 0:
        raise Refusal("corrupt", "woff2_decompress: %r" % done.stderr[-500:])
    return "/tmp/unpacked.ttf"


def _inflate(inflater, data, length):
    unpacked = inflater.decompress(data, length)
    if len(unpacked) != length or inflater.decompress(inflater.unconsumed_tail, 1):
        raise Refusal("corrupt", "a table does not unpack to its length")
    return unpacked


def _inflate_brotli(data, length):
    """In small pieces, because this version of brotli has no output limit."""
    inflater, parts, total = brotli.Decompressor(), [], 0
    for at in range(0, len(data), 64):
        parts.append(inflater.process(data[at : at + 64]))
        total += len(parts[-1])
        if total > length:
            break
    if total != length:
        raise Refusal("corrupt", "metadata does not unpack to its length")
    return b"".join(parts)


def _by_name(tables):
    return {tag.decode("latin-1"): table for tag, table in tables.items()}
