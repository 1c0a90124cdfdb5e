"""Converts /job/in/in.<from> to /job/out/out.<to>: `main.py <from> <to> <exact>`, of which each is one of a closed set.

Answers line by line on standard output: `progress <0..1>`, `loss <code>`, `glyphs <count>`, and `refused <code>` for a
font that is not converted. Runs in a jail, as `python3 -I -S`: no path of the caller's, nothing of site-packages' own.
"""

import gc
import sys

sys.path[:0] = [__file__.rpartition("/")[0], "/usr/lib/python3/dist-packages"]
gc.disable()  # a short life with many small objects, none of them in circles

from refusal import Refusal  # noqa: E402


def say(*words):
    print(*words, flush=True)


def convert(source, target, exact):
    import container
    from freetype import Face
    from proof import same_glyphs, same_outline, same_tables
    from writing import write

    before = "/job/in/in." + source
    after = "/job/out/out." + target
    font = container.read(before)
    face = Face(before)
    write(font, after, target, exact, lambda done: say("progress", done))
    written = Face(after)
    same_glyphs(face, written, same_outline)
    same_tables(font, written, ("DSIG",) if target == "woff2" else ())
    say("glyphs", face.glyph_count)


def main():
    source, target, exact = sys.argv[1:]
    try:
        convert(source, target, exact == "true")
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        say("refused", refusal.code)


main()
