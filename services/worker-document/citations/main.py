"""Converts a list of references: main.py <list> <its format> <output> <its format>.

Standard output: `refused <reason> [detail]`.
bibutils: https://sourceforge.net/p/bibutils/home/Bibutils/; pandoc's manual, "Citations".
"""
import re
import subprocess
import sys

READERS = {'bib': 'bib2xml', 'ris': 'ris2xml', 'enw': 'end2xml'}
WRITERS = {'bib': 'xml2bib', 'ris': 'xml2ris', 'enw': 'xml2end'}
PANDOC = ['/usr/bin/pandoc', '+RTS', '-M512M', '-RTS']
PAGES = {'page': ['--citeproc', '--to=html5', '--wrap=none'], 'csl': ['--to=csljson']}
# Of a document: a list has none, and a book or an article needs one.
TITLE = 'References'
# pandoc's manual, "Exit codes": what cannot be parsed; its runtime's for a full heap.
UNREADABLE = (24, 25, 64, 65)
HEAP_FULL = 251
# Fields of BibLaTeX alone.
OF_BIBLATEX = re.compile(r'\b(?:journaltitle|eventdate|langid|date)[ \t]*=', re.IGNORECASE)


class Refused(Exception):
    pass


NO_REFERENCES = Refused('corrupt it has no references')


def decode(data):
    """Lists of older programs are in the encoding of Windows."""
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        return data.decode('utf-16', 'replace')
    try:
        return data.decode('utf-8-sig')
    except UnicodeDecodeError:
        return data.decode('cp1252', 'replace')


def run(arguments, target):
    """Runs a program that writes to its standard output."""
    with open(target, 'wb') as output:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE)
    print(done.stderr.decode('utf-8', 'replace'), file=sys.stderr)
    return done.returncode


def to_mods(source, reader, target):
    """MODS, between the formats of bibutils. Its readers end with 0 whatever the file is."""
    code = run([f'/usr/bin/{READERS[reader]}', '-i', 'utf8', '-un', source], target)
    with open(target, 'rb') as file:
        if code != 0 or b'<mods' not in file.read().replace(b'<modsCollection', b''):
            raise NO_REFERENCES


def from_mods(source, writer, target):
    code = run([f'/usr/bin/{WRITERS[writer]}', '-nb', source], target)
    if code != 0:
        raise RuntimeError(f'{WRITERS[writer]} ended with {code}')


def with_pandoc(source, writer, target):
    with open(source, encoding='utf-8') as file:
        reader = 'biblatex' if OF_BIBLATEX.search(file.read()) else 'bibtex'
    code = run([*PANDOC, f'--from={reader}', *PAGES[writer], source], target)
    if code == HEAP_FULL:
        raise Refused('large The file needs more memory than a conversion may use.')
    if code in UNREADABLE:
        raise Refused('corrupt it cannot be parsed')
    if code != 0:
        raise RuntimeError(f'pandoc ended with {code}')
    with open(target, encoding='utf-8') as file:
        text = file.read().strip()
    if text in ('', '[]') or (writer == 'page' and 'csl-entry' not in text):
        raise NO_REFERENCES
    if writer == 'page':
        with open(target, 'w', encoding='utf-8') as file:
            file.write(f'<!DOCTYPE html><html><head><title>{TITLE}</title></head><body>{paragraphs(text)}</body></html>')


def paragraphs(html):
    """Each reference as a paragraph. pandoc writes text in boxes without one, which DocBook does not allow."""
    lines, is_inside = [], False
    for line in html.splitlines():
        if 'class="csl-entry"' in line:
            lines.append('<p>')
            is_inside = True
        elif is_inside and line == '</div>':
            lines.append('</p>')
            is_inside = False
        else:
            lines.append(line)
    return '\n'.join(lines)


def main(source, reader, target, writer):
    with open(source, 'rb') as file:
        text = decode(file.read())
    known = '/job/out/known'
    with open(known, 'w', encoding='utf-8') as file:
        file.write(text)
    mods = '/job/out/mods.xml'
    if writer in WRITERS:
        to_mods(known, reader, mods)
        from_mods(mods, writer, target)
        return
    if reader != 'bib':
        to_mods(known, reader, mods)
        known = '/job/out/known.bib'
        from_mods(mods, 'bib', known)
    with_pandoc(known, writer, target)


try:
    main(*sys.argv[1:])
except Refused as refusal:
    print('refused', refusal)
