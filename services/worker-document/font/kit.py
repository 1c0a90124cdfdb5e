"""A web font kit: WOFF2 and WOFF of one font, the rule of CSS that names them, and a page to look at, in a zip."""

import zipfile
from html import escape

import outlines

WOFF, WOFF2 = "/tmp/kit.woff", "/tmp/kit.woff2"
# The first instant that a zip can hold: the same font makes the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)
MAX_NAME = 100
# OS/2's fsSelection.
IS_ITALIC = 1
USUAL_WEIGHT = 400
SIZES = (14, 18, 24, 36, 60)
SAMPLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 !?&@%().,:;"

RULE = """@font-face {
  font-family: "%s";
  src: url("font.woff2") format("woff2"), url("font.woff") format("woff");
  font-weight: %s;
  font-style: %s;
  font-display: swap;
}
"""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%(title)s</title>
<link rel="stylesheet" href="font.css">
<style>
  body { font-family: "%(family)s"; margin: 2rem; }
  p { margin: 1rem 0; overflow-wrap: anywhere; }
</style>
<h1>%(title)s</h1>
%(samples)s
</html>
"""


def pack(font, woff, woff2):
    """The bytes of the zip; the two fonts also lie in /tmp, for the proof."""
    from io import BytesIO

    for path, data in ((WOFF, woff), (WOFF2, woff2)):
        with open(path, "wb") as file:
            file.write(data)
    family, weight, style = _looks(outlines.opened(font))
    samples = "\n".join('<p style="font-size: %dpx">%s</p>' % (size, escape(SAMPLE)) for size in SIZES)
    page = PAGE % {"title": escape(family), "family": family, "samples": samples}
    zipped = BytesIO()
    with zipfile.ZipFile(zipped, "w") as kit:
        for name, data, method in (
            ("font.woff2", woff2, zipfile.ZIP_STORED),
            ("font.woff", woff, zipfile.ZIP_STORED),
            ("font.css", (RULE % (family, weight, style)).encode(), zipfile.ZIP_DEFLATED),
            ("index.html", page.encode(), zipfile.ZIP_DEFLATED),
        ):
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = method
            entry.external_attr = 0o644 << 16
            kit.writestr(entry, data)
    return zipped.getvalue()


def _looks(font):
    names = font["name"] if "name" in font else None
    family = _plain((names and (names.getDebugName(16) or names.getDebugName(1))) or "")
    table = font["OS/2"] if "OS/2" in font else None
    weight = "%d" % (table.usWeightClass if table and 1 <= table.usWeightClass <= 1000 else USUAL_WEIGHT)
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if "wght" in axes:
        weight = "%d %d" % (axes["wght"].minValue, axes["wght"].maxValue)
    return family or "Font", weight, "italic" if table and table.fsSelection & IS_ITALIC else "normal"


def _plain(text):
    """Letters, digits and what stands between them: nothing that ends a string of CSS or begins a tag."""
    return "".join(char for char in text if char.isalnum() or char in " -_.")[:MAX_NAME].strip()
