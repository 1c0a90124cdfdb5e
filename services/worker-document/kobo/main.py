"""An EPUB as KEPUB, or back: main.py number|plain <book> <output>. What Kobo's readers add to a page is the work of sentences.py;
every other file of the book stays as it is.

Standard output: `damaged` if a page is not well-formed, or `refused <reason>`.
"""
import html
import re
import shutil
import sys
import zipfile
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from lxml import etree

sys.path.insert(0, __file__.rpartition('/')[0])
from sentences import number, remove_numbers  # noqa: E402

OPF = '{http://www.idpf.org/2007/opf}'
PAGE_TYPE = 'application/xhtml+xml'
# A page takes about twenty times as much memory while it is changed.
MAX_PAGE_BYTES = 32 * 1024 * 1024
ENTITY = re.compile(rb'&([A-Za-z][A-Za-z0-9]{1,31});')
XML_ENTITIES = (b'amp', b'lt', b'gt', b'quot', b'apos')


class Refused(Exception):
    """The message is the reason."""


def parser(recover=False):
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=recover)


def without_names(source):
    """Names of letters become numbers: the list of them is in a file of the net, which is not read."""
    def numbered(match):
        letters = None if match[1] in XML_ENTITIES else html.entities.html5.get(match[1].decode() + ';')
        return match[0] if letters is None else ''.join(f'&#{ord(letter)};' for letter in letters).encode()
    return ENTITY.sub(numbered, source)


def parse_page(source):
    """The page, and whether it was well-formed."""
    source = without_names(source)
    try:
        return etree.fromstring(source, parser()).getroottree(), True
    except etree.XMLSyntaxError:
        root = etree.fromstring(source, parser(recover=True))
        if root is None:
            raise Refused('corrupt A page cannot be read.') from None
        return root.getroottree(), False


def serialised(tree):
    # Without declarations of the page's own.
    return etree.tostring(
        tree.getroot(), encoding='utf-8', xml_declaration=True, doctype=tree.docinfo.doctype or None)


def read_xml(book, name):
    try:
        return etree.fromstring(book.read(name), parser())
    except (KeyError, etree.XMLSyntaxError) as problem:
        raise Refused(f'corrupt {name} cannot be read.') from problem


def mark_cover(package, items):
    """Kobo's readers find the cover of EPUB 2 only where EPUB 3 has it."""
    covers = {meta.get('content') for meta in package.iter(f'{OPF}meta') if meta.get('name') == 'cover'}
    if any('cover-image' in (item.get('properties') or '') for item in items):
        return False
    for item in items:
        if item.get('id') in covers and (item.get('media-type') or '').startswith('image/'):
            item.set('properties', f'{item.get("properties") or ""} cover-image'.strip())
            return True
    return False


def changed_parts(book, change):
    """The name of each part that changes, and a function that makes its new content of the old."""
    container = read_xml(book, 'META-INF/container.xml')
    path = next((one.get('full-path') for one in container.iter('{*}rootfile') if one.get('full-path')), None)
    if path is None:
        raise Refused('corrupt It names no package document.')
    package = read_xml(book, path)
    items = list(package.iter(f'{OPF}item'))
    parts = {}
    for item in items:
        is_contents = 'nav' in (item.get('properties') or '').split()
        if item.get('media-type') == PAGE_TYPE and not is_contents:
            parts[normpath(join(dirname(path), unquote(item.get('href') or '')))] = change
    if change is number_page and mark_cover(package, items):
        parts[path] = lambda _: serialised(package.getroottree())
    return parts


def page_change(change):
    def changed(source):
        if len(source) > MAX_PAGE_BYTES:
            raise Refused('large A page of the book has more than 32 MB.')
        tree, is_whole = parse_page(source)
        if not is_whole:
            print('damaged')
        change(tree.getroot())
        return serialised(tree)
    return changed


number_page = page_change(number)
CHANGES = {'number': number_page, 'plain': page_change(remove_numbers)}


def main(way, source, target):
    try:
        with zipfile.ZipFile(source) as book, zipfile.ZipFile(target, 'w') as output:
            parts = changed_parts(book, CHANGES[way])
            for part in book.infolist():
                copy = zipfile.ZipInfo(part.filename, part.date_time)
                copy.compress_type = part.compress_type
                copy.external_attr = part.external_attr
                change = parts.get(part.filename)
                if change:
                    output.writestr(copy, change(book.read(part)))
                    continue
                with book.open(part) as content, output.open(copy, 'w', force_zip64=part.file_size > 2**31) as to:
                    shutil.copyfileobj(content, to, 1024 * 1024)
    except (zipfile.BadZipFile, zipfile.zlib.error, EOFError, NotImplementedError) as problem:
        print(problem, file=sys.stderr)
        print('refused corrupt')
    except Refused as problem:
        print(f'refused {problem}')


main(*sys.argv[1:])
