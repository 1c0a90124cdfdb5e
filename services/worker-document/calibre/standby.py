"""calibre's ebook-convert, which loads its modules first and then waits for its arguments: they come on standard input, each
ended by a NUL, and its end begins the conversion. End of input without arguments ends the program.

Runs in the jail, as `python3 -I -B -u`, before any uploaded file is there. Loading takes three times as long as a short
book.
"""

import importlib
import os
import sys

# As in /usr/bin/ebook-convert, calibre's own start script.
sys.path.insert(0, "/usr/lib/calibre")
sys.resources_location = "/usr/share/calibre"
sys.extensions_location = "/usr/lib/calibre/calibre/plugins"
sys.executables_location = "/usr/bin"
sys.system_plugins_location = None

from calibre.ebooks.conversion.cli import main  # noqa: E402

# What every conversion imports. A module that another version of calibre lacks is imported when it is needed, if at all.
MODULES = """
calibre.customize.ui calibre.ebooks.conversion.plumber calibre.ebooks.conversion.preprocess calibre.ebooks.metadata.opf2
calibre.ebooks.metadata.opf3 calibre.ebooks.metadata.toc calibre.ebooks.oeb.base calibre.ebooks.oeb.reader
calibre.ebooks.oeb.stylizer calibre.ebooks.oeb.writer calibre.ebooks.oeb.transforms.cover
calibre.ebooks.oeb.transforms.data_url calibre.ebooks.oeb.transforms.flatcss calibre.ebooks.oeb.transforms.guide
calibre.ebooks.oeb.transforms.htmltoc calibre.ebooks.oeb.transforms.jacket
calibre.ebooks.oeb.transforms.linearize_tables calibre.ebooks.oeb.transforms.manglecase
calibre.ebooks.oeb.transforms.metadata calibre.ebooks.oeb.transforms.page_margin
calibre.ebooks.oeb.transforms.rasterize calibre.ebooks.oeb.transforms.split
calibre.ebooks.oeb.transforms.structure calibre.ebooks.oeb.transforms.trimmanifest
calibre.ebooks.mobi.mobiml calibre.ebooks.mobi.writer2.main calibre.ebooks.mobi.writer2.resources
calibre.ebooks.mobi.writer8.cleanup calibre.ebooks.mobi.writer8.exth calibre.ebooks.unihandecode
calibre.utils.img css_parser dateutil.parser html5_parser lxml.etree PIL.Image tinycss.color3
""".split()

for name in MODULES:
    try:
        importlib.import_module(name)
    except ImportError:
        pass

# Beside this file; the isolated mode of Python searches no folder of its own.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
importlib.import_module("corrections")

arguments = sys.stdin.buffer.read().split(b"\0")[:-1]
if not arguments:
    sys.exit(0)
with open(os.devnull) as nothing:
    os.dup2(nothing.fileno(), 0)
sys.exit(main(["ebook-convert", *(argument.decode() for argument in arguments)]))
