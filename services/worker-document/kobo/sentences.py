"""What a page has in KEPUB: each sentence in `<span class="koboSpan" id="kobo.N.M">`, where N counts paragraphs and pictures and M
the sentences of a paragraph, and the page in two boxes. Kobo's readers keep bookmarks and notes by these numbers.
"""
import re

from lxml import etree

XHTML = 'http://www.w3.org/1999/xhtml'


def tag(name):
    return f'{{{XHTML}}}{name}'


SPAN = 'koboSpan'
STYLE = 'kobostyle'
BOXES = ('book-columns', 'book-inner')
BOX_STYLE = 'div#book-inner { margin-top: 0; margin-bottom: 0; }'
# With each of them a paragraph begins.
BLOCKS = frozenset(map(tag, 'p h1 h2 h3 h4 h5 h6 li dt dd td th blockquote pre caption figcaption div section'.split()))
# Their text is not shown as lines, or must stay in one piece.
WHOLE = frozenset(map(tag, 'script style audio video iframe object'.split()))
FOREIGN = ('{http://www.w3.org/2000/svg}', '{http://www.w3.org/1998/Math/MathML}')
DROPPED = f'{{{XHTML}}}dropped'

# A sentence may end before white space, and behind a stop of Chinese and Japanese.
ENDS = re.compile(r'\s+|[。！？][”’」』）]{0,3}\s*')
STOPS = '.!?…。！？'
CLOSING = '"\'”’»)]」』）'


def sentences_of(text):
    parts = []
    begin = 0
    for match in ENDS.finditer(text):
        before = text[max(begin, match.start() - 4):match.start()].rstrip(CLOSING)
        if match[0][0] in STOPS or before[-1:] in STOPS and before:
            parts.append(text[begin:match.end()])
            begin = match.end()
    if begin < len(text):
        # White space at the end belongs to the last sentence.
        if parts and not text[begin:].strip():
            parts[-1] += text[begin:]
        else:
            parts.append(text[begin:])
    return parts


class Numbering:
    def __init__(self):
        self.paragraph = 0
        self.sentence = 0

    def begin_paragraph(self):
        self.paragraph += 1
        self.sentence = 0

    def span(self, text=None):
        if self.paragraph == 0:
            self.begin_paragraph()
        self.sentence += 1
        span = etree.Element(tag('span'), {'class': SPAN, 'id': f'kobo.{self.paragraph}.{self.sentence}'})
        span.text = text
        return span

    def spans(self, text):
        return [self.span(part) for part in sentences_of(text)] if text and text.strip() else []


def number_text(body):
    numbering = Numbering()
    skipped = None
    # The walk is recorded, because the tree changes.
    for event, element in list(etree.iterwalk(body, events=('start', 'end'))):
        if event == 'start':
            if skipped is None and (element.tag in WHOLE or element.tag.startswith(FOREIGN)):
                skipped = element
            if skipped is not None:
                continue
            if element.tag in BLOCKS:
                numbering.begin_paragraph()
            spans = numbering.spans(element.text)
            if spans:
                element.text = None
            for span in reversed(spans):
                element.insert(0, span)
            continue
        if skipped is element:
            skipped = None
        if skipped is not None or element is body:
            continue
        if element.tag in BLOCKS:
            numbering.begin_paragraph()
        tail = element.tail
        if element.tag == tag('img'):
            element.tail = None
            numbering.begin_paragraph()
            box = numbering.span()
            element.addprevious(box)
            box.append(element)
            box.tail = tail
            numbering.begin_paragraph()
            element = box
        spans = numbering.spans(tail)
        if spans:
            element.tail = None
        for span in reversed(spans):
            element.addnext(span)


def number(page):
    """Numbers a page that has no numbers yet."""
    body = page.find(tag('body'))
    if body is None or any(SPAN in (span.get('class') or '').split() for span in body.iter(tag('span'))):
        return
    number_text(body)
    outer, inner = (etree.Element(tag('div'), {'id': name}) for name in BOXES)
    inner.text, body.text = body.text, None
    inner.extend(list(body))
    outer.append(inner)
    body.append(outer)
    head = page.find(tag('head'))
    if head is not None:
        style = etree.SubElement(head, tag('style'), {'type': 'text/css', 'class': STYLE})
        style.text = BOX_STYLE


def remove_numbers(page):
    """Removes the numbers, the boxes, and what Kobo's own shop adds to the head."""
    for element in page.iter(tag('span'), tag('div')):
        if SPAN in (element.get('class') or '').split() or element.get('id') in BOXES:
            element.tag = DROPPED
    etree.strip_tags(page, DROPPED)
    for element in list(page.iter(tag('style'), tag('script'), tag('link'))):
        source = element.get('src') or element.get('href') or ''
        if (element.get('class') or '').startswith(STYLE) or source.rpartition('/')[2] in ('kobo.js', 'kobo.css'):
            element.tag = DROPPED
    etree.strip_elements(page, DROPPED, with_tail=False)
