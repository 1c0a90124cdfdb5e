"""Unified Font Object, version 3 as a zip and older ones: https://unifiedfontobject.org/versions/ufo3/."""

import os
import zipfile

import described
from refusal import Refusal
from ufoLib2 import Font

FOLDER = "/tmp/font.ufo"
# The first instant that a zip can hold: the same font makes the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)
MARK = "metainfo.plist"
# Of a zip, without those of the font as a whole.
MAX_FILES = 9_900


def _check(path):
    """Refuses a zip without a font (one folder with its mark, or the mark itself), and texts that declare entities."""
    with zipfile.ZipFile(path) as packed:
        names = packed.namelist()
        if not any(name.rpartition("/")[2] == MARK and name.count("/") <= 1 for name in names):
            raise Refusal("corrupt", "no font in the zip")
        for name in names:
            if name.endswith((".plist", ".glif")) and b"<!ENTITY" in packed.read(name):
                raise Refusal("corrupt", "entities in %s" % name)


def to_opentype(path, say):
    """Path of an OpenType font. Features that include other files are left out: there are none."""
    _check(path)
    font = Font.open(path, lazy=False)
    if "include" in font.features.text:
        font.features.text = ""
        say("loss", "layout_features_dropped")
    return described.compiled(font, say)


def write(font, path, name):
    """Writes a description as a zip with one folder."""
    if len(font) > MAX_FILES:
        raise Refusal("large", "%d glyphs, each a file" % len(font))
    font.save(FOLDER, overwrite=True)
    files = sorted(os.path.join(folder, file) for folder, _, files in os.walk(FOLDER) for file in files)
    with zipfile.ZipFile(path, "w") as packed:
        for file in files:
            entry = zipfile.ZipInfo("%s.ufo/%s" % (name, os.path.relpath(file, FOLDER)), TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with open(file, "rb") as source:
                packed.writestr(entry, source.read())
