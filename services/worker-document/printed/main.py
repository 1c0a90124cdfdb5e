"""Turns XPS into PDF: main.py <file> <pdf>.

Standard output: `loss hyperlinks_dropped`, `damaged`, or `refused <reason>`.
"""
import subprocess
import sys
import zipfile

MUTOOL = '/usr/bin/mutool'
# A page of text and curves; a larger one is not searched for links.
MAX_PAGE_BYTES = 64 * 1024 * 1024
# What it prints where it leaves out a part of a page, or a page.
COMPLAINTS = ('error:', 'warning: cannot', 'warning: ignoring')


def has_links(path):
    """mutool writes no links. A file whose list of parts is broken may still be read by it."""
    try:
        with zipfile.ZipFile(path) as package:
            pages = [part for part in package.infolist() if part.filename.lower().endswith('.fpage')]
            return any(b'NavigateUri' in package.open(page).read(MAX_PAGE_BYTES) for page in pages)
    except (zipfile.BadZipFile, zipfile.zlib.error, NotImplementedError, EOFError, OSError) as problem:
        print(problem, file=sys.stderr)
        return False


def main(source, target):
    done = subprocess.run(
        [MUTOOL, 'convert', '-F', 'pdf', '-o', target, source], capture_output=True, text=True, errors='replace')
    print(done.stderr, file=sys.stderr)
    if done.returncode != 0:
        print('refused corrupt')
        return
    if any(line.startswith(COMPLAINTS) for line in done.stderr.splitlines()):
        print('damaged')
    if has_links(source):
        print('loss hyperlinks_dropped')


main(*sys.argv[1:])
