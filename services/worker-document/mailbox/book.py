"""A message as an EPUB. The engines that read it remove what its pages run or load: they do so with every book."""
import re
import zipfile
from email.utils import parsedate_to_datetime
from urllib.parse import urldefrag, urljoin
from xml.sax.saxutils import escape, quoteattr

from html5_parser import parse
from lxml import etree

from message import Refused

EXTENSIONS = {'jpeg': 'jpg', 'pjpeg': 'jpg', 'svg+xml': 'svg', 'x-png': 'png', 'x-ms-bmp': 'bmp', 'tiff': 'tif'}
KNOWN = ('png', 'jpg', 'gif', 'webp', 'svg', 'avif', 'bmp', 'tif')
TAG = re.compile(r'<(/?)([A-Za-z][A-Za-z0-9]*)')
# Elements whose end is optional, or that have none.
UNENDED = frozenset(
    'area base br col colgroup dd dt embed hr img input li link meta optgroup option p param rb rp rt rtc source tbody td tfoot '
    'th thead tr track wbr'.split())
MAX_DEPTH = 500
TOO_DEEP = Refused('large Parts of the page are nested too deeply.')
CONTAINER = '''<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">\
<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'''
# Of attributes that name a picture.
SOURCES = ('src', 'background', 'href', '{http://www.w3.org/1999/xlink}href', 'xlink:href')


def extension_of(resource):
    if not resource.is_picture:
        return 'css'
    name = resource.type.removeprefix('image/')
    extension = EXTENSIONS.get(name, name)
    return extension if extension in KNOWN else 'bin'


def check_depth(text):
    """The parser's time grows with the square of the depth. Elements that may lack their end do not count."""
    depth = 0
    for end, name in TAG.findall(text):
        if name.lower() not in UNENDED:
            depth = max(0, depth - 1) if end else depth + 1
        if depth > MAX_DEPTH:
            raise TOO_DEEP


class Shelf:
    """The files beside the page, and where a page finds them."""

    def __init__(self, message, base):
        self.base = base
        self.names = {}
        for number, resource in enumerate(message.resources):
            name = f'part-{number}.{extension_of(resource)}'
            if resource.id:
                self.names.setdefault(f'cid:{resource.id}', (name, resource))
            if resource.location:
                self.names.setdefault(joined(base, resource.location), (name, resource))
        self.files = [(f'part-{number}.{extension_of(one)}', one) for number, one in enumerate(message.resources)]

    def name_of(self, reference, base):
        """The file that a reference means; None if it lies elsewhere."""
        place = reference.strip()
        found = self.names.get(place) or self.names.get(joined(base, place))
        if found is None:
            return None
        found[1].is_used = True
        return found[0]


def joined(base, reference):
    try:
        return urldefrag(urljoin(base, reference))[0]
    except ValueError:  # no address at all
        return reference


def rewrite(root, shelf, base):
    """Names the files of the book instead of the parts of the message."""
    for element in root.iter(etree.Element):
        element.attrib.pop('srcset', None)
        for name in SOURCES:
            value = element.get(name)
            if value is None or (name == 'href' and element.tag in ('a', 'area')):
                continue
            own = shelf.name_of(value, base)
            if own is not None:
                element.set(name, own)
            elif value.strip().lower().startswith('cid:'):
                element.attrib.pop(name)


def page_of(body, shelf):
    """Elements of the head that look like styles, and all of the body, as XML."""
    check_depth(body.text)
    root = parse(body.text or ' ', namespace_elements=False, sanitize_names=True, keep_doctype=False)
    own = root.find('.//base')
    base = joined(joined(shelf.base, body.location), own.get('href', '') if own is not None else '')
    rewrite(root, shelf, base)
    styles = [element for element in root.iter('style', 'link') if element.tag == 'style' or element.get('rel') == 'stylesheet']
    content = root.find('body')
    scripts = '<script></script>' if root.find('.//script') is not None else ''
    title = root.findtext('.//title') or ''
    texts = [] if content is None else [escape(content.text or ''), *(xml_of(child) for child in content)]
    return ''.join(xml_of(style, False) for style in styles) + scripts, ''.join(texts), ' '.join(title.split())


def xml_of(element, with_tail=True):
    return etree.tostring(element, encoding='unicode', method='xml', with_tail=with_tail)


def paragraphs_of(body):
    """A plain text: empty lines part its paragraphs, and spaces stay."""
    lines = unfolded(body.text) if body.is_flowed else body.text.splitlines()
    blocks, block = [], []
    for line in [*lines, '']:
        if line.strip():
            block.append(escape(line.rstrip()).replace('\t', ' ' * 4).replace('  ', '\u00a0 '))
        elif block:
            blocks.append(f'<p>{"<br/>".join(block)}</p>')
            block = []
    return '\n'.join(blocks)


def unfolded(text):
    """Lines that were broken for the way: RFC 3676."""
    lines, open_line = [], None
    for line in text.splitlines():
        whole = line if open_line is None else open_line + line
        is_open = line.endswith(' ') and line != '-- ' and not line.startswith('>')
        open_line = whole if is_open else None
        if not is_open:
            lines.append(whole)
    return lines if open_line is None else [*lines, open_line]


def head_of(message):
    rows = [f'<strong>{name}:</strong> {escape(text)}' for name, text in message.head]
    title = f'<h1>{escape(message.subject)}</h1>' if message.subject else ''
    return f'{title}<p>{"<br/>".join(rows)}</p>' if rows else title


def date_of(message):
    text = dict(message.head).get('Date', '')
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (TypeError, ValueError, IndexError):  # there are dates of every form
        return ''


def write_book(message, target, has_head):
    shelf = Shelf(message, message.location)
    styles, contents, page_title = [], [head_of(message)] if has_head else [], ''
    for body in message.bodies:
        if body.is_page:
            own, content, title = page_of(body, shelf)
            styles.append(own)
            contents.append(content)
            page_title = page_title or title
        else:
            contents.append(paragraphs_of(body))
    # Pictures that no page names stand below it, as readers of mail show them.
    unnamed = [(name, one) for name, one in shelf.files if one.is_picture and not one.is_used]
    if has_head:
        contents.extend(f'<p><img src="{name}" alt=""/></p>' for name, _ in unnamed)
    is_empty = not any(body.text.strip() for body in message.bodies)
    if is_empty and not unnamed and not (has_head and message.head):
        raise Refused('corrupt it has no text')
    title = message.subject if has_head else page_title or message.subject
    write_package(target, title, message if has_head else None, styles, contents, shelf)


def write_package(target, title, message, styles, contents, shelf):
    authors = f'<dc:creator>{escape(dict(message.head).get("From", ""))}</dc:creator>' if message else ''
    date = f'<dc:date>{date_of(message)}</dc:date>' if message else ''
    items = ''.join(
        f'<item id="i{number}" href={quoteattr(name)} media-type={quoteattr(one.type)}/>'
        for number, (name, one) in enumerate(shelf.files))
    package = f'''<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" \
unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id"/><dc:title>\
{escape(title)}</dc:title>{authors}{date}</metadata><manifest><item id="page" href="page.xhtml" \
media-type="application/xhtml+xml"/>{items}</manifest><spine><itemref idref="page"/></spine></package>'''
    page = f'''<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>\
{escape(title)}</title>{"".join(styles)}</head><body>{"".join(contents)}</body></html>'''
    with zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as book:
        book.writestr('mimetype', 'application/epub+zip', zipfile.ZIP_STORED)
        book.writestr('META-INF/container.xml', CONTAINER)
        book.writestr('book.opf', package.encode('utf-8', 'replace'))
        book.writestr('page.xhtml', page.encode('utf-8', 'replace'))
        for name, one in shelf.files:
            book.writestr(name, one.data, zipfile.ZIP_STORED)
