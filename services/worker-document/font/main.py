"""Converts a font. It stands by: it loads its modules and then waits for its arguments on standard input, each ended by a NUL;
the end of input begins the conversion, and without arguments it ends the program. The arguments are `<input> <output>
<container> <outlines> <settings>`: two paths in the job's folder, then `sfnt`, `woff`, `woff2`, `eot`, `kit`, `ufo` or `svg`, `quadratic`, `cubic` or
`any`, and what the user wants changed, as JSON.

Answers line by line on standard output: `progress <0..1>`, `loss <code> [count]`, `glyphs <count>`, and `refused <code>` for a
font that is not converted. Runs in a jail, as `python3 -I -S`: no path of the caller's, nothing of site-packages' own.
"""

import gc
import json
import os
import sys
import traceback

sys.path[:0] = [__file__.rpartition("/")[0], "/usr/lib/python3/dist-packages"]
gc.disable()  # a short life with many small objects, none of them in circles

import composites  # noqa: E402
import container as containers  # noqa: E402
import edits  # noqa: E402
import outlines as redrawing  # noqa: E402
import proof  # noqa: E402
import sources  # noqa: E402
import type1  # noqa: E402, F401 - `sources` needs it for some fonts, and `outlines` the next one
import variations  # noqa: E402, F401
from freetype import Face  # noqa: E402
from refusal import Refusal  # noqa: E402
from writing import write  # noqa: E402

# Formats that describe glyphs in text.
DESCRIBED = ("ufo", "svg")


def say(*words):
    print(*words, flush=True)


def convert(before, after, container, outlines, settings):
    font, face = _reading(lambda: _open(before))
    _report_lost(font, container)
    changes = json.loads(settings)
    if edits.wanted(changes):
        font, face = _reading(lambda: _edited(font, changes))
    to_cubic = {"quadratic": False, "cubic": True}.get(outlines, font.is_cubic)
    redrawn = to_cubic != font.is_cubic
    if redrawn:
        font = _reading(lambda: redrawing.convert(font, face, to_cubic, say))
    if container in DESCRIBED:
        return _describe(font, face, after, container)
    write(font, after, container)
    say("progress", 0.9)
    for path, dropped in _written(after, container):
        written = Face(path)
        repacked = proof.same_tables(font, written, dropped)
        if redrawn or repacked:
            proof.same_glyphs(face, written, proof.near_outline if redrawn else proof.same_outline)
    say("glyphs", written.glyph_count)


def _describe(font, face, after, container):
    """Writes a font as text, and compares what is read from it again, glyph by glyph."""
    import described
    import svg
    import ufo

    description = _reading(lambda: described.extracted(font, face, say))
    if container == "ufo":
        ufo.write(description, after, "Font")
    else:
        svg.write(description, after)
    say("progress", 0.5)
    written = Face(sources.plain(after, lambda *_: None))
    # Every font of these formats has a glyph for missing characters, which is the first.
    added = written.glyph_count - face.glyph_count
    if added not in (0, 1):
        raise proof.Unproved("%d glyphs, not %d" % (written.glyph_count, face.glyph_count))
    for glyph in face.glyphs():
        loaded = face.load(glyph)
        if loaded != written.load(glyph + added) or loaded and not proof.near_outline(face, written):
            raise proof.Unproved("glyph %d differs" % glyph)
    say("glyphs", written.glyph_count)


def _written(after, container):
    """Paths of the fonts to compare with the input, and the tables that each lacks."""
    if container == "kit":
        import kit

        return (kit.WOFF, ()), (kit.WOFF2, ("DSIG",))
    if container == "eot":
        return ((containers.plain(after), ()),)
    return ((after, ("DSIG",) if container == "woff2" else ()),)


def _open(path):
    path = sources.plain(path, say)
    font = containers.read(path)
    if "glyf" in font.tables:
        composites.check(font.tables)
    return font, Face(path)


def _edited(font, changes):
    path = edits.edited(font, changes)
    changed = containers.read(path)
    changed.metadata, changed.private, changed.woff_version = font.metadata, font.private, font.woff_version
    return changed, Face(path)


def _reading(work):
    """Every error of fontTools while it reads a font means that the font is damaged."""
    try:
        return work()
    except (Refusal, MemoryError):
        raise
    except Exception as error:
        raise Refusal("corrupt", "unreadable") from error


def _report_lost(font, container):
    if container in ("sfnt", "eot", *DESCRIBED):
        if font.metadata:
            say("loss", "font_metadata_dropped")
        if font.private:
            say("loss", "private_data_dropped")
    elif container in ("woff2", "kit") and font.is_signed:
        say("loss", "signature_dropped")


def main():
    arguments = sys.stdin.buffer.read().split(b"\0")[:-1]
    if not arguments:
        return
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    try:
        convert(*(argument.decode() for argument in arguments))
    except Refusal as refusal:
        traceback.print_exc()
        say("refused", refusal.code)
    except MemoryError:
        say("refused", "large")


main()
