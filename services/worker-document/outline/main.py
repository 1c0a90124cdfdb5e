"""Writes the text of a presentation as a web page: main.py <flat OpenDocument presentation> <page>.

Each slide is a heading with what stands on it, its notes a quotation below. LibreOffice has written the presentation.
Standard output: `loss <code>`.
OpenDocument 1.3, part 3: https://docs.oasis-open.org/office/OpenDocument/v1.3/os/part3-schema/
"""
import sys
from html import escape
from xml.etree import ElementTree

URN = 'urn:oasis:names:tc:opendocument:xmlns:'
SPACES = {name: f'{{{URN}{name}:1.0}}' for name in ('office', 'text', 'table', 'presentation', 'style')}
SPACES |= {
    'draw': f'{{{URN}drawing:1.0}}', 'svg': f'{{{URN}svg-compatible:1.0}}', 'fo': f'{{{URN}xsl-fo-compatible:1.0}}',
    'xlink': '{http://www.w3.org/1999/xlink}', 'loext': f'{{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}}',
}
# First bytes of the pictures that a web page shows.
PICTURES = {'iVBORw0KGgo': 'png', '/9j/': 'jpeg', 'R0lGOD': 'gif'}
# What a layout puts on every slide: date, footer, number.
REPEATED = {'date-time', 'footer', 'page-number', 'header', 'page'}
MAX_LEVELS = 50
# Before an inner list without an item above it; no text has this letter, which XML forbids.
INNER = '\x01'


def name(qualified):
    space, local = qualified.split(':')
    return SPACES[space] + local


def is_line(shape):
    """Whether it is nothing but one line of text: the title of a slide that says nothing of its parts."""
    lines = [paragraph for paragraph in shape.iter(name('text:p')) if ''.join(paragraph.itertext()).strip()]
    is_more = any(shape.find(f'.//{name(part)}') is not None for part in ('text:list', 'table:table'))
    return len(lines) == 1 and not is_more


class Outline:
    def __init__(self, tree):
        self.losses = {'layout_dropped'}
        self.marks = {style.get(name('style:name')): self.marks_of(style) for style in tree.iter(name('style:style'))}
        self.bullets = {
            style.get(name('style:name')): style[0].tag == name('text:list-level-style-number')
            for style in tree.iter(name('text:list-style')) if len(style)}
        self.pages = tree.iter(name('draw:page'))

    def marks_of(self, style):
        looks = style.find(name('style:text-properties'))
        if looks is None:
            return ()
        is_bold = looks.get(name('fo:font-weight')) == 'bold'
        is_slanted = looks.get(name('fo:font-style')) == 'italic'
        return tuple(mark for mark, has in (('strong', is_bold), ('em', is_slanted)) if has)

    def html(self):
        slides = ''.join(self.slide(page) for page in self.pages)
        return slides.replace(f'</li><li>{INNER}', '').replace(INNER, '')

    def slide(self, page):
        shapes = [shape for shape in page if shape.tag != name('presentation:notes')]
        title = next((shape for shape in shapes if shape.get(name('presentation:class')) == 'title'), None)
        if title is None:
            title = next((shape for shape in shapes if is_line(shape)), None)
        words = '' if title is None else ' '.join(
            self.inline(paragraph, ()) for paragraph in title.iter(name('text:p'))).strip()
        head = f'<h1>{words}</h1>' if words else '<hr/>'
        body = ''.join(self.shape(shape) for shape in shapes if shape is not title)
        notes = page.find(name('presentation:notes'))
        said = '' if notes is None else ''.join(
            self.shape(shape) for shape in notes if shape.get(name('presentation:class')) in (None, 'notes'))
        return f'{head}{body}' + (f'<blockquote>{said}</blockquote>' if said else '')

    def shape(self, shape, level=0):
        if shape.get(name('presentation:class')) in REPEATED or level > MAX_LEVELS:
            return ''
        if shape.tag == name('draw:g'):
            return ''.join(self.shape(part, level + 1) for part in shape)
        if shape.find(name('draw:plugin')) is not None:
            self.losses.add('media_dropped')
            return ''
        table = shape.find(name('table:table'))
        if table is not None:
            return self.table(table)
        if shape.find(name('draw:object')) is not None or shape.find(name('draw:object-ole')) is not None:
            self.losses.add('charts_dropped')
            return ''
        image = shape.find(name('draw:image'))
        if image is not None and shape.get(name('presentation:placeholder')) != 'true':
            return self.picture(shape, image)
        boxes = shape.findall(name('draw:text-box')) or [shape]
        return ''.join(self.blocks(box) for box in boxes)

    def picture(self, frame, image):
        data = ''.join((image.findtext(name('office:binary-data')) or '').split())
        kind = next((kind for first, kind in PICTURES.items() if data.startswith(first)), None)
        words = frame.findtext(name('svg:desc')) or frame.findtext(name('svg:title')) or ''
        if kind is None:
            self.losses.add('pictures_dropped')
            return f'<p>{escape(words)}</p>' if words else ''
        return f'<p><img alt="{escape(words)}" src="data:image/{kind};base64,{escape(data)}"/></p>'

    def table(self, table):
        rows = []
        for row in table.iter(name('table:table-row')):
            cells = ''.join(
                f'<td>{"<br/>".join(self.inline(line, ()) for line in cell.iter(name("text:p")))}</td>'
                for cell in row if cell.tag == name('table:table-cell'))
            rows.append(f'<tr>{cells}</tr>')
        if len(rows) > 1:
            rows[0] = rows[0].replace('<td>', '<th>').replace('</td>', '</th>')
        return f'<table>{"".join(rows)}</table>'

    def blocks(self, parent, level=0):
        parts = []
        for block in parent:
            if block.tag in (name('text:p'), name('text:h')):
                words = self.inline(block, ())
                parts.append(f'<p>{words}</p>' if words.replace('<br/>', '').strip() else '')
            elif block.tag == name('text:list') and level < MAX_LEVELS:
                parts.append(self.list(block, level))
        # LibreOffice begins a new list for each item.
        return ''.join(parts).replace('</ul><ul>', '').replace('</ol><ol>', '')

    def list(self, block, level):
        items = ''
        for item in block:
            words = self.blocks(item, level + 1)
            # An inner list belongs to the item before it, which may be the last one of the list before.
            if words.startswith(('<ul>', '<ol>')):
                words = f'{INNER}{words}'
            items += f'<li>{words}</li>' if words else ''
        tag = 'ol' if self.bullets.get(block.get(name('text:style-name'))) else 'ul'
        return f'<{tag}>{items}</{tag}>' if items else ''

    def inline(self, element, marks):
        own = tuple(mark for mark in self.marks.get(element.get(name('text:style-name')), ()) if mark not in marks)
        words = escape(element.text or '')
        for part in element:
            if part.tag == name('text:s'):
                words += ' ' * min(1_000, int(part.get(name('text:c'), '1')))
            elif part.tag == name('text:tab'):
                words += ' '
            elif part.tag == name('text:line-break'):
                words += '<br/>'
            elif part.tag == name('text:a'):
                words += f'<a href="{escape(part.get(name("xlink:href"), ""))}">{self.inline(part, marks + own)}</a>'
            elif part.tag != name('office:annotation'):
                words += self.inline(part, marks + own)
            words += escape(part.tail or '')
        if not words.strip():
            return words
        return ''.join(f'<{mark}>' for mark in own) + words + ''.join(f'</{mark}>' for mark in reversed(own))


def main(source, target):
    outline = Outline(ElementTree.parse(source).getroot())
    body = outline.html()
    with open(target, 'w', encoding='utf-8') as file:
        file.write(f'<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body>{body}</body></html>')
    for code in sorted(outline.losses):
        print('loss', code)


main(*sys.argv[1:])
