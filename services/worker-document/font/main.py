"""Converts /job/in/in.<from> to /job/out/out.<to>: `main.py <from> <to> <exact>`, of which each is one of a closed set.

Answers line by line on standard output: `progress <0..1>`, `loss <code>`, `glyphs <count>`, and `refused <code>` for a
font that is not converted. Runs in a jail, as `python3 -I -S`: no path of the caller's, nothing of site-packages' own.
"""

import gc
import sys
import traceback

sys.path[:0] = [__file__.rpartition("/")[0], "/usr/lib/python3/dist-packages"]
gc.disable()  # a short life with many small objects, none of them in circles

import composites  # noqa: E402
import container  # noqa: E402
import proof  # noqa: E402
from freetype import Face  # noqa: E402
from refusal import Refusal  # noqa: E402
from writing import write  # noqa: E402


def say(*words):
    print(*words, flush=True)


def convert(source, target, exact):
    before, after = "/job/in/in." + source, "/job/out/out." + target
    font, face = _reading(lambda: _open(before))
    _report_lost(font, target)
    to_cubic = {"ttf": False, "otf": True}.get(target, font.is_cubic)
    redrawn = to_cubic != font.is_cubic
    if redrawn:
        import outlines

        font = _reading(lambda: outlines.convert(font, face, to_cubic, say))
    write(font, after, target, exact, lambda part: say("progress", "%.3f" % (0.9 * part)))
    written = Face(after)
    repacked = proof.same_tables(font, written, ("DSIG",) if target == "woff2" else ())
    if redrawn or repacked:
        proof.same_glyphs(face, written, proof.near_outline if redrawn else proof.same_outline)
    say("glyphs", written.glyph_count)


def _open(path):
    font = container.read(path)
    if "glyf" in font.tables:
        composites.check(font.tables)
    return font, Face(path)


def _reading(work):
    """What fails while a font is read is the font's fault, in whatever way fontTools puts it."""
    try:
        return work()
    except (Refusal, MemoryError):
        raise
    except Exception as error:
        raise Refusal("corrupt", "unreadable") from error


def _report_lost(font, target):
    if target in ("ttf", "otf"):
        if font.metadata:
            say("loss", "font_metadata_dropped")
        if font.private:
            say("loss", "private_data_dropped")
    elif target == "woff2" and font.is_signed:
        say("loss", "signature_dropped")


def main():
    source, target, exact = sys.argv[1:]
    try:
        convert(source, target, exact == "true")
    except Refusal as refusal:
        traceback.print_exc()
        say("refused", refusal.code)
    except MemoryError:
        say("refused", "large")


main()
